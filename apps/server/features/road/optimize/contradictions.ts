import type { Vehicle } from '@fairway/optimizer'
import type { AnyFailure } from './failures.ts'
import type { OptimizeFields } from './schemas.ts'
import { minutes } from './units.ts'

interface Contradiction {
  readonly change: readonly string[]
  readonly why: string
}

/**
 * What keeps every vehicle from every tour, whatever the stops are. As long as one vehicle is free of it, or only some
 * stops are out of reach, there is a plan, and it says why stops are left out.
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

/** Where each limit of a vehicle was said: for itself, or for all. */
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
  if (vehicle.maxStops === 0) return { change: [names.stops], why: `${names.stops} is 0, and a tour has a stop` }
  return ofLimits(vehicle, names) ?? ofBreaks(vehicle, names)
}

/** Only who may begin and end anywhere can visit one stop without going there. */
function ofLimits({ start, end, maxDistance, maxDuration }: Vehicle, names: Names): Contradiction | undefined {
  if (start === undefined && end === undefined) return undefined
  const name = maxDistance === 0 ? names.km : maxDuration === 0 ? names.min : undefined
  return name ? { change: [name], why: `${name} is 0, and a tour goes somewhere` } : undefined
}

function ofBreaks({ maxDuration, shift, breaks = [] }: Vehicle, names: Names): Contradiction | undefined {
  const rest = breaks.reduce((sum, { duration }) => sum + duration, 0)
  if (maxDuration !== undefined && rest > maxDuration) {
    const why = `${names.breaks} take ${minutes(rest)} min, and ${names.min} is ${minutes(maxDuration)}`
    return { change: [names.breaks, names.min], why }
  }
  const [opens, closes] = shift ?? [0, Number.POSITIVE_INFINITY]
  const end = endOfBreaks(breaks, opens)
  if (end === Number.POSITIVE_INFINITY) {
    const why = `the windows of ${names.breaks} are over before all of them can begin, one after the other`
    return { change: shift ? [names.breaks, names.shift] : [names.breaks], why }
  }
  if (end <= closes) return undefined
  const why = `${names.breaks} cannot be over before ${minutes(end)} min, and ${names.shift} ends at ${minutes(closes)}`
  return { change: [names.breaks, names.shift], why }
}

/** When all breaks can have been taken at the soonest, one after the other and with nothing in between. */
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
