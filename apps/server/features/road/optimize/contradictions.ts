import type { Vehicle } from '@fairway/optimizer'
import type { AnyFailure } from './failures.ts'
import type { OptimizeFields } from './schemas.ts'
import { toMinutes } from './units.ts'

interface Contradiction {
  readonly change: readonly string[]
  readonly reason: string
}

/**
 * Finds a constraint that makes every tour of every vehicle infeasible, regardless of the stops. If one vehicle is
 * unaffected, or only some stops are unreachable, the solution itself lists the reasons.
 */
export function findContradiction(body: OptimizeFields, vehicles: readonly Vehicle[]): AnyFailure | undefined {
  let firstContradiction: Contradiction | undefined
  for (const [index, vehicle] of vehicles.entries()) {
    const contradiction = findVehicleContradiction(vehicle, toFieldNames(body, index))
    if (!contradiction) return undefined
    firstContradiction ??= contradiction
  }
  return (
    firstContradiction && {
      kind: 'no-tour-possible',
      change: firstContradiction.change,
      why: firstContradiction.reason,
    }
  )
}

type FieldNames = Record<'stops' | 'km' | 'min' | 'shift' | 'breaks', string>

/** Returns the field that sets each limit of a vehicle: the vehicle's field or the shared field. */
function toFieldNames({ fleet }: OptimizeFields, index: number): FieldNames {
  const vehicleFields = fleet?.[index]
  const name = (field: keyof NonNullable<typeof vehicleFields>, fleetField: string) =>
    vehicleFields?.[field] === undefined ? fleetField : `fleet[${index}].${field}`
  return {
    stops: name('max_stops', 'max_route_stops'),
    km: name('max_km', 'max_route_km'),
    min: name('max_min', 'max_route_min'),
    shift: name('shift', 'shift'),
    breaks: name('breaks', 'breaks'),
  }
}

function findVehicleContradiction(vehicle: Vehicle, names: FieldNames): Contradiction | undefined {
  if (vehicle.maxStops === 0)
    return { change: [names.stops], reason: `${names.stops} is 0, but a tour has at least one stop` }
  return findLimitContradiction(vehicle, names) ?? findBreakContradiction(vehicle, names)
}

/**
 * Finds a limit that no tour can satisfy. Only a vehicle without a fixed start and end can serve a single stop without
 * traveling.
 */
function findLimitContradiction(
  { start, end, maxDistance, maxDuration }: Vehicle,
  names: FieldNames,
): Contradiction | undefined {
  if (start === undefined && end === undefined) return undefined
  const name = maxDistance === 0 ? names.km : maxDuration === 0 ? names.min : undefined
  return name ? { change: [name], reason: `${name} is 0, but every tour requires more` } : undefined
}

function findBreakContradiction(
  { maxDuration, shift, breaks = [] }: Vehicle,
  names: FieldNames,
): Contradiction | undefined {
  const breakDuration = breaks.reduce((sum, { duration }) => sum + duration, 0)
  if (maxDuration !== undefined && breakDuration > maxDuration) {
    const reason = `the breaks take ${toMinutes(breakDuration)} min, but ${names.min} is only ${toMinutes(maxDuration)} min`
    return { change: [names.breaks, names.min], reason }
  }
  const [openTime, closeTime] = shift ?? [0, Number.POSITIVE_INFINITY]
  const breaksEnd = computeBreaksEnd(breaks, openTime)
  if (breaksEnd === Number.POSITIVE_INFINITY) {
    const reason = 'the time windows of the breaks end before all breaks can be taken one after another'
    return { change: shift ? [names.breaks, names.shift] : [names.breaks], reason }
  }
  if (breaksEnd <= closeTime) return undefined
  const reason = `the breaks cannot end before minute ${toMinutes(breaksEnd)}, but the shift ends at minute ${toMinutes(closeTime)}`
  return { change: [names.breaks, names.shift], reason }
}

/** Returns the earliest time at which all breaks can end when they are taken back to back. */
function computeBreaksEnd(breaks: NonNullable<Vehicle['breaks']>, openTime: number): number {
  let currentTime = openTime
  for (const { duration, windows } of breaks) {
    const readyTime = currentTime
    const window = windows?.find(([, to]) => to >= readyTime)
    if (windows && !window) return Number.POSITIVE_INFINITY
    currentTime = Math.max(readyTime, window?.[0] ?? readyTime) + duration
  }
  return currentTime
}
