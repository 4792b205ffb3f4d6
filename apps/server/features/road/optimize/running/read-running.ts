import type { FleetStop, KeepRule, Vehicle } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { AnyFailure } from '../failures.ts'
import { toMilliminutes } from '../moments.ts'
import type { ParsedStops } from '../read-stops.ts'
import type { OptimizeFields } from '../schemas.ts'
import { toMinutes } from '../units.ts'

/**
 * Internal skill of vehicles that have not left their start. Goods that are not aboard any vehicle require this skill.
 */
export const LOADS_AT_START = 'loading at the start'

export interface RunningState {
  readonly keep: KeepRule | undefined
  readonly vehicles: readonly Vehicle[]
  readonly stops: readonly FleetStop[]
}

/** Reads and checks the completed stops, with the vehicle of each stop. */
export function readDone(
  { current, stops, pairs = [] }: OptimizeFields,
  depots: ReadonlySet<number>,
): Result<ReadonlyMap<number, number>, AnyFailure> {
  const vehicleOf = new Map<number, number>()
  for (const [vehicle, { done = [] }] of (current?.vehicles ?? []).entries()) {
    for (const [index, number] of done.entries()) {
      const field = `current.vehicles[${vehicle}].done[${index}]`
      if (number >= stops.length || depots.has(number)) return fail({ kind: 'not-to-visit', field, number })
      if (vehicleOf.has(number)) return fail({ kind: 'named-twice', field, number, list: 'done' })
      const pickup = pairs.find(({ delivery }) => delivery === number)?.pickup
      if (pickup !== undefined && !done.includes(pickup)) return fail({ kind: 'done-delivery', field, number, pickup })
      vehicleOf.set(number, vehicle)
    }
  }
  return ok(vehicleOf)
}

/** Applies locks, positions and delays to vehicles and stops. */
export function readRunning(
  body: OptimizeFields,
  { stops, numbers }: ParsedStops,
  vehicles: readonly Vehicle[],
  doneStops: ReadonlyMap<number, number>,
  loadsAtStart: number,
): Result<RunningState, AnyFailure> {
  const { current, given } = body
  if (body.current && !given) return fail({ kind: 'current-without-given' })
  const hasDetours = body.pairs?.some(({ max_detour_min }) => max_detour_min !== undefined)
  if (hasDetours && vehicles.some(({ reloads }) => reloads)) return fail({ kind: 'detour-with-trips' })
  const vehicleCount = vehicles.length
  for (const [field, list] of [
    ['locked', body.locked],
    ['current.vehicles', current?.vehicles],
  ] as const)
    if (list && list.length > vehicleCount)
      return fail({ kind: 'list-of-vehicles', field, given: list.length, vehicles: vehicleCount })
  const tiedStops = tieGoods(body, numbers, doneStops)
  const late = delayVehicles(body, vehicles)
  if (!late.ok) return late
  const withGoods = late.value.map((vehicle, index) => ({
    ...vehicle,
    mustVisit: [...new Set([...(vehicle.mustVisit ?? []), ...(tiedStops[index] ?? [])])],
    ...(current && !isUnderWay(body, index) ? { skills: [...(vehicle.skills ?? []), loadsAtStart] } : {}),
  }))
  const lockedSequences = readLocked(body, numbers, withGoods)
  if (!lockedSequences.ok) return lockedSequences
  const stopsAboard = new Set(tiedStops.flat())
  return ok({
    keep: current ? (current.keep ?? 'order') : undefined,
    vehicles: withGoods.map((vehicle, index) => ({ ...vehicle, locked: lockedSequences.value[index] ?? [] })),
    stops: current
      ? stops.map((stop, index) => {
          if (stopsAboard.has(index)) return { ...stop, release: 0 }
          const needsLoading = !isPaired(body, numbers[index] ?? 0) && hasDemand(stop)
          return needsLoading ? { ...stop, skills: [...(stop.skills ?? []), loadsAtStart] } : stop
        })
      : stops,
  })
}

const hasDemand = ({ demand = [] }: FleetStop): boolean => demand.some((amount) => amount > 0)
const isPaired = ({ pairs = [] }: OptimizeFields, number: number): boolean =>
  pairs.some(({ pickup, delivery }) => pickup === number || delivery === number)

function isUnderWay({ current }: OptimizeFields, vehicle: number): boolean {
  const { at, done = [] } = current?.vehicles[vehicle] ?? {}
  return at !== undefined || done.length > 0
}

/** Returns, for each vehicle, the stops whose goods are aboard. No other vehicle can serve these stops. */
function tieGoods(
  body: OptimizeFields,
  numbers: readonly number[],
  doneStops: ReadonlyMap<number, number>,
): number[][] {
  const { given = [], pairs = [], demands } = body
  const toIndexes = (list: readonly number[]): number[] =>
    list.map((number) => numbers.indexOf(number)).filter((index) => index >= 0)
  const hasGoods = (number: number): boolean => [demands?.[number] ?? 0].flat().some((amount) => amount > 0)
  return Array.from({ length: Math.max(given.length, body.current?.vehicles.length ?? 0) }, (_, vehicle) => {
    const pickedUp = pairs.flatMap(({ pickup, delivery }) => (doneStops.get(pickup) === vehicle ? [delivery] : []))
    const loadedStops = (given[vehicle] ?? []).filter((number) => !isPaired(body, number) && hasGoods(number))
    return toIndexes(isUnderWay(body, vehicle) ? [...loadedStops, ...pickedUp] : pickedUp)
  })
}

function delayVehicles({ current }: OptimizeFields, vehicles: readonly Vehicle[]): Result<Vehicle[], AnyFailure> {
  const delayed: Vehicle[] = []
  for (const [index, vehicle] of vehicles.entries()) {
    const minutes = current?.vehicles[index]?.delay_min ?? 0
    const [from, to] = vehicle.shift ?? [0, Number.POSITIVE_INFINITY]
    const start = Math.max(from, toMilliminutes(minutes))
    if (start > to) {
      const field = `current.vehicles[${index}].delay_min`
      return fail({ kind: 'late-after-shift', field, given: minutes, endsMin: toMinutes(to) })
    }
    delayed.push(minutes > 0 ? { ...vehicle, shift: [start, to] } : vehicle)
  }
  return ok(delayed)
}

function readLocked(
  { locked = [], pairs = [] }: OptimizeFields,
  numbers: readonly number[],
  vehicles: readonly Vehicle[],
): Result<number[][], AnyFailure> {
  const seenIds = new Set<number>()
  const stopSequences: number[][] = []
  for (const [vehicle, list] of locked.entries()) {
    for (const [position, number] of list.entries()) {
      const field = `locked[${vehicle}][${position}]`
      const index = numbers.indexOf(number)
      if (index < 0) return fail({ kind: 'not-to-visit', field, number })
      if (seenIds.has(number)) return fail({ kind: 'named-twice', field, number, list: 'locked' })
      seenIds.add(number)
      const owner = vehicles.findIndex(({ mustVisit }) => mustVisit?.includes(index))
      if (owner >= 0 && owner !== vehicle) return fail({ kind: 'locked-elsewhere', field, number, vehicle: owner })
      const pickup = pairs.find(({ delivery }) => delivery === number)?.pickup
      const isPickedUp = pickup === undefined || !numbers.includes(pickup) || list.slice(0, position).includes(pickup)
      if (!isPickedUp) return fail({ kind: 'locked-delivery', field, number, pickup: pickup ?? 0 })
    }
    stopSequences.push(list.map((number) => numbers.indexOf(number)))
  }
  return ok(stopSequences)
}
