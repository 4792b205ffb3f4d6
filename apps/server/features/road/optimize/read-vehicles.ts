import type { Break, TimeWindow, Vehicle } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import type { Layout } from './layout.ts'
import { readWindow, readWindows, toMilliminutes } from './moments.ts'
import { amountsOf, type ReadStops, type SkillNumbers } from './read-stops.ts'
import type { FleetFields, OptimizeFields } from './schemas.ts'

const DECIMETERS_PER_KM = 10_000

export function readVehicles(
  body: OptimizeFields,
  layout: Layout,
  stops: ReadStops,
  departMs: number,
  skills: SkillNumbers,
): Result<Vehicle[], AnyFailure> {
  const vehicles: Vehicle[] = []
  const taken = new Set<number>()
  for (const [index, ends] of layout.vehicles.entries()) {
    const own = body.fleet?.[index] ?? {}
    const prefix = `fleet[${index}].`
    const shift = own.shift
      ? readShift(`${prefix}shift`, own.shift, departMs)
      : readShift('shift', body.shift, departMs)
    if (!shift.ok) return shift
    const breaks = own.breaks
      ? readBreaks(`${prefix}breaks`, own.breaks, departMs)
      : readBreaks('breaks', body.breaks, departMs)
    if (!breaks.ok) return breaks
    const mustVisit = readOwnStops(`${prefix}only_stops`, own.only_stops, body, stops, taken)
    if (!mustVisit.ok) return mustVisit
    const capacity = own.capacity ?? body.capacity
    vehicles.push({
      ...ends,
      capacity: capacity === undefined ? undefined : amountsOf(capacity),
      skills: skills.of(own.skills),
      shift: shift.value,
      breaks: breaks.value,
      ...limitsOf(own, body),
      mustVisit: mustVisit.value,
    })
  }
  return ok(vehicles)
}

function limitsOf(own: FleetFields, all: OptimizeFields): Pick<Vehicle, 'maxDistance' | 'maxDuration' | 'maxStops'> {
  const km = own.max_km ?? all.max_route_km
  const minutes = own.max_min ?? all.max_route_min
  return {
    maxDistance: km === undefined ? undefined : Math.floor(km * DECIMETERS_PER_KM + 1e-6),
    maxDuration: minutes === undefined ? undefined : toMilliminutes(minutes),
    maxStops: own.max_stops ?? all.max_route_stops,
  }
}

function readShift(
  field: string,
  given: OptimizeFields['shift'],
  departMs: number,
): Result<TimeWindow | undefined, AnyFailure> {
  if (!given) return ok(undefined)
  const shift = readWindow(field, given, departMs)
  return shift.ok && !shift.value ? fail({ kind: 'window-passed', field }) : shift
}

function readBreaks(field: string, given: OptimizeFields['breaks'], departMs: number): Result<Break[], AnyFailure> {
  const breaks: Break[] = []
  for (const [index, { duration_min, windows }] of (given ?? []).entries()) {
    const times = readWindows(`${field}[${index}].windows`, windows, departMs)
    if (!times.ok) return times
    breaks.push({ duration: toMilliminutes(duration_min), windows: times.value })
  }
  return ok(breaks)
}

function readOwnStops(
  field: string,
  given: readonly number[] | undefined,
  { stops }: OptimizeFields,
  { numbers }: ReadStops,
  taken: Set<number>,
): Result<number[], AnyFailure> {
  const own: number[] = []
  for (const [index, number] of (given ?? []).entries()) {
    const name = `${field}[${index}]`
    if (number >= stops.length) return fail({ kind: 'no-such-stop', field: name, given: number, stops: stops.length })
    if (!numbers.includes(number)) return fail({ kind: 'pair-at-depot', field: name, number })
    if (taken.has(number)) return fail({ kind: 'stop-of-two-vehicles', field: name, number })
    taken.add(number)
    own.push(numbers.indexOf(number))
  }
  return ok(own)
}
