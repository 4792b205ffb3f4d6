import type { FleetStop, StopPair } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { findOptionFailure, readStopOptions } from './costs/read-stop-options.ts'
import type { AnyFailure } from './failures.ts'
import type { PointLayout } from './layout.ts'
import { readWindows, toMilliminutes, type WindowInputs } from './moments.ts'
import type { OptimizeFields } from './schemas.ts'
import type { TourClock } from './tour-clock.ts'

/** Stops to visit, without the stops where vehicles start or end. */
export interface ParsedStops {
  readonly stops: readonly FleetStop[]
  /** Stop number in the request for each stop. */
  readonly numbers: readonly number[]
  readonly pairs: readonly StopPair[]
}

/** Assigns numbers to skill names, shared by stops and vehicles. */
export class SkillIndex {
  readonly names: string[] = []

  toNumbers(names: readonly string[] | undefined): number[] {
    return (names ?? []).map((name) => {
      const existingIndex = this.names.indexOf(name)
      return existingIndex >= 0 ? existingIndex : this.names.push(name) - 1
    })
  }
}

export function readStops(
  body: OptimizeFields,
  { depots }: PointLayout,
  clock: TourClock,
  skills: SkillIndex,
  doneStops: ReadonlyMap<number, number>,
): Result<ParsedStops, AnyFailure> {
  const failure = checkLists(body) ?? findOptionFailure(body)
  if (failure) return fail(failure)
  const stops: FleetStop[] = []
  const numbers: number[] = []
  for (const number of body.stops.keys()) {
    if (doneStops.has(number)) continue
    const service = Array.isArray(body.service_min) ? (body.service_min[number] as number) : undefined
    const pickup = body.pairs?.find((pair) => pair.delivery === number)?.pickup
    // The goods of a completed pickup are aboard, so the delivery has the demand of the pickup.
    const demand = toAmounts(body.demands?.[pickup !== undefined && doneStops.has(pickup) ? pickup : number])
    const windows = readWindows(`time_windows[${number}]`, body.time_windows?.[number], clock)
    if (!windows.ok) return windows
    if (depots.has(number)) {
      const field = findDepotVisitField(body, number)
      if (field) return fail({ kind: 'depot-is-visited', field, number })
      continue
    }
    const minutes = service ?? (typeof body.service_min === 'number' ? body.service_min : 0)
    numbers.push(number)
    const fixedFields = { service: toMilliminutes(minutes), windows: windows.value }
    const options = readStopOptions(body, number, fixedFields, clock)
    if (!options.ok) return options
    stops.push({
      location: number,
      service: fixedFields.service,
      demand,
      ...options.value,
      skills: skills.toNumbers(body.skills?.[number]),
      priority: body.priorities?.[number] ?? 0,
    })
  }
  if (stops.length === 0) return fail({ kind: doneStops.size > 0 ? 'all-done' : 'all-depots' })
  const pairs = readPairs(body, numbers, doneStops)
  return pairs.ok ? ok({ stops, numbers, pairs: pairs.value }) : pairs
}

/** Checks that every per-stop list has one entry per stop. */
function checkLists(body: OptimizeFields): AnyFailure | undefined {
  const { demands, time_windows, skills, priorities, prize, group, release_at, due_at, soft_windows } = body
  const toList = (value: number | readonly number[] | undefined) => (typeof value === 'number' ? undefined : value)
  const listsByField = {
    ...{ demands, time_windows, skills, priorities, prize, group, release_at, due_at, soft_windows },
    service_min: toList(body.service_min),
    setup_min: toList(body.setup_min),
  }
  for (const [field, list] of Object.entries(listsByField)) {
    if (list && list.length !== body.stops.length) {
      return { kind: 'list-length', field, given: list.length, stops: body.stops.length }
    }
  }
  return undefined
}

export function toAmounts(input: number | readonly number[] | undefined): readonly number[] {
  if (input === undefined) return []
  return typeof input === 'number' ? [input] : input
}

/** Finds a visit field of a stop that is only a start or end. Such a stop cannot have a service time or a demand. */
function findDepotVisitField(body: OptimizeFields, number: number): string | undefined {
  const { demands, service_min, time_windows, skills, priorities } = body
  if (toAmounts(demands?.[number]).some((amount) => amount > 0)) return `demands[${number}]`
  if (Array.isArray(service_min) && (service_min[number] as number) > 0) return `service_min[${number}]`
  if (hasWindows(time_windows?.[number])) return `time_windows[${number}]`
  if ((skills?.[number]?.length ?? 0) > 0) return `skills[${number}]`
  if ((priorities?.[number] ?? 0) > 0) return `priorities[${number}]`
  const list = (['prize', 'group', 'release_at', 'due_at', 'soft_windows', 'stop_days'] as const).find(
    (name) => (body[name]?.[number] ?? null) !== null,
  )
  return list && `${list}[${number}]`
}

function hasWindows(input: WindowInputs | null | undefined): boolean {
  return !!input && (!Array.isArray(input) || input.length > 0)
}

function readPairs(
  { pairs = [], stops, demands }: OptimizeFields,
  numbers: readonly number[],
  doneStops: ReadonlyMap<number, number>,
): Result<StopPair[], AnyFailure> {
  const stopPairs: StopPair[] = []
  const pairedStops = new Set<number>()
  for (const [index, pair] of pairs.entries()) {
    if (pair.pickup === pair.delivery) {
      return fail({ kind: 'pair-with-itself', field: `pairs[${index}]`, number: pair.pickup })
    }
    for (const stopRole of ['pickup', 'delivery'] as const) {
      const field = `pairs[${index}].${stopRole}`
      const number = pair[stopRole]
      if (number >= stops.length) return fail({ kind: 'no-such-stop', field, given: number, stops: stops.length })
      if (!numbers.includes(number) && !doneStops.has(number)) return fail({ kind: 'pair-at-depot', field, number })
      if (pairedStops.has(number)) return fail({ kind: 'stop-in-two-pairs', field, number })
      pairedStops.add(number)
    }
    if (toAmounts(demands?.[pair.delivery]).some((amount) => amount > 0)) {
      return fail({ kind: 'demand-at-delivery', number: pair.delivery, pickup: pair.pickup })
    }
    if (doneStops.has(pair.pickup)) continue
    const maxDetour = pair.max_detour_min === undefined ? {} : { maxDetour: toMilliminutes(pair.max_detour_min) }
    stopPairs.push({ pickup: numbers.indexOf(pair.pickup), delivery: numbers.indexOf(pair.delivery), ...maxDetour })
  }
  return ok(stopPairs)
}
