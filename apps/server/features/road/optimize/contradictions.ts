import type { Vehicle } from '@fairway/optimizer'
import type { AnyFailure } from './failures.ts'
import type { OptimizeFields } from './schemas.ts'
import { minutes } from './units.ts'

interface Contradiction {
  readonly change: readonly string[]
  readonly why: string
}

/**
 * Finds a constraint that makes every tour of every vehicle infeasible, regardless of the stops. If one vehicle is
 * unaffected, or only some stops are unreachable, a solution exists and reports why stops are unassigned.
 */
export function findContradiction(body: OptimizeFields, vehicles: readonly Vehicle[]): AnyFailure | undefined {
  let first: Contradiction | undefined
  for (const [index, vehicle] of vehicles.entries()) {
    const found = ofVehicle(vehicle, namesOf(body, index))
    if (!found) return undefined
    first ??= found
  }
  return first && { kind: 'no-tour-possible', ...first }
}

type Names = Record<'stops' | 'km' | 'min' | 'shift' | 'breaks', string>

/** Which field set each limit of a vehicle: its own or the shared one. */
function namesOf({ fleet }: OptimizeFields, index: number): Names {
  const own = fleet?.[index]
  const name = (field: keyof NonNullable<typeof own>, all: string) =>
    own?.[field] === undefined ? all : `fleet[${index}].${field}`
  return {
    stops: name('max_stops', 'max_route_stops'),
    km: name('max_km', 'max_route_km'),
    min: name('max_min', 'max_route_min'),
    shift: name('shift', 'shift'),
    breaks: name('breaks', 'breaks'),
  }
}

function ofVehicle(vehicle: Vehicle, names: Names): Contradiction | undefined {
  if (vehicle.maxStops === 0)
    return { change: [names.stops], why: `${names.stops} is 0, but a tour has at least one stop` }
  return ofLimits(vehicle, names) ?? ofBreaks(vehicle, names)
}

/** Only a vehicle without a fixed start and end can serve a single stop without traveling. */
function ofLimits({ start, end, maxDistance, maxDuration }: Vehicle, names: Names): Contradiction | undefined {
  if (start === undefined && end === undefined) return undefined
  const name = maxDistance === 0 ? names.km : maxDuration === 0 ? names.min : undefined
  return name ? { change: [name], why: `${name} is 0, but every tour needs more than that` } : undefined
}

function ofBreaks({ maxDuration, shift, breaks = [] }: Vehicle, names: Names): Contradiction | undefined {
  const rest = breaks.reduce((sum, { duration }) => sum + duration, 0)
  if (maxDuration !== undefined && rest > maxDuration) {
    const why = `${names.breaks} take ${minutes(rest)} min, but ${names.min} is ${minutes(maxDuration)}`
    return { change: [names.breaks, names.min], why }
  }
  const [opens, closes] = shift ?? [0, Number.POSITIVE_INFINITY]
  const end = endOfBreaks(breaks, opens)
  if (end === Number.POSITIVE_INFINITY) {
    const why = `the windows of ${names.breaks} close before all of them can begin, one after the other`
    return { change: shift ? [names.breaks, names.shift] : [names.breaks], why }
  }
  if (end <= closes) return undefined
  const why = `${names.breaks} cannot end before ${minutes(end)} min, but ${names.shift} ends at ${minutes(closes)}`
  return { change: [names.breaks, names.shift], why }
}

/** The earliest time at which all breaks can be completed, taken back to back. */
function endOfBreaks(breaks: NonNullable<Vehicle['breaks']>, opens: number): number {
  let clock = opens
  for (const { duration, windows } of breaks) {
    const ready = clock
    const window = windows?.find(([, to]) => to >= ready)
    if (windows && !window) return Number.POSITIVE_INFINITY
    clock = Math.max(ready, window?.[0] ?? ready) + duration
  }
  return clock
}
