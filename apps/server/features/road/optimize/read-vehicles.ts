import type { Break, TimeWindow, Vehicle } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { readCosts } from './costs/read-costs.ts'
import { findRuleName, getDrivingRules } from './driving-rule-presets.ts'
import type { AnyFailure } from './failures.ts'
import type { PointLayout } from './layout.ts'
import { readWindow, readWindows, toMilliminutes } from './moments.ts'
import { type ParsedStops, type SkillIndex, toAmounts } from './read-stops.ts'
import type { FleetFields, OptimizeFields } from './schemas.ts'
import type { TourClock } from './tour-clock.ts'

const DECIMETERS_PER_KM = 10_000

export function readVehicles(
  body: OptimizeFields,
  layout: PointLayout,
  stops: ParsedStops,
  clock: TourClock,
  skills: SkillIndex,
  doneStops: ReadonlyMap<number, number>,
): Result<Vehicle[], AnyFailure> {
  const vehicles: Vehicle[] = []
  const costs = readCosts(body, layout.vehicles.length)
  if (!costs.ok) return costs
  const dayShift = findDayShift(body, stops, clock)
  const assignedStops = new Set<number>()
  for (const [index, endpoints] of layout.vehicles.entries()) {
    const vehicleFields = body.fleet?.[index] ?? {}
    const prefix = `fleet[${index}].`
    const shift = vehicleFields.shift
      ? readShift(`${prefix}shift`, vehicleFields.shift, clock)
      : readShift('shift', body.shift, clock)
    if (!shift.ok) return shift
    const breaks = vehicleFields.breaks
      ? readBreaks(`${prefix}breaks`, vehicleFields.breaks, clock)
      : readBreaks('breaks', body.breaks, clock)
    if (!breaks.ok) return breaks
    const ruleName = findRuleName(body, index)
    if (ruleName && breaks.value.length > 0)
      return fail({
        kind: 'rules-and-breaks',
        rules: vehicleFields.rules ? `${prefix}rules` : 'rules',
        breaks: vehicleFields.breaks ? `${prefix}breaks` : 'breaks',
      })
    const { only_stops } = vehicleFields
    const requiredStops = readAssignedStops(`${prefix}only_stops`, only_stops, body, stops, assignedStops, doneStops)
    if (!requiredStops.ok) return requiredStops
    const capacity = vehicleFields.capacity ?? body.capacity
    vehicles.push({
      start: endpoints.start,
      end: endpoints.end,
      ...readReloads(vehicleFields, body, endpoints.depots),
      capacity: capacity === undefined ? undefined : toAmounts(capacity),
      skills: skills.toNumbers(vehicleFields.skills),
      shift: shift.value ?? dayShift,
      breaks: breaks.value,
      ...(ruleName && { drivingRules: getDrivingRules(ruleName) }),
      ...readLimits(vehicleFields, body),
      mustVisit: requiredStops.value,
      lifo: vehicleFields.lifo ?? body.lifo,
      ...(costs.value && { costs: costs.value[index] }),
    })
  }
  return ok(vehicles)
}

/**
 * Returns the shift that applies if the request contains times of day. The shift ends with the day of the first window.
 * Otherwise, a vehicle could wait for a window on the next day.
 */
function findDayShift(body: OptimizeFields, { stops }: ParsedStops, clock: TourClock): TimeWindow | undefined {
  if (body.overnight || !clock.hasCalendarTimes) return undefined
  const openings = stops.flatMap(({ windows }) => (windows?.[0] ? [windows[0][0]] : []))
  return openings.length === 0 ? undefined : [0, clock.endOfDayAfter(Math.min(...openings))]
}

function readLimits(
  vehicleFields: FleetFields,
  requestFields: OptimizeFields,
): Pick<Vehicle, 'maxDistance' | 'range' | 'maxDuration' | 'maxStops'> {
  const km = vehicleFields.max_km ?? requestFields.max_route_km
  const minutes = vehicleFields.max_min ?? requestFields.max_route_min
  const range = vehicleFields.range_km ?? requestFields.range_km
  const toDecimeters = (value: number) => Math.floor(value * DECIMETERS_PER_KM + 1e-6)
  return {
    maxDistance: km === undefined ? undefined : toDecimeters(km),
    range: range === undefined ? undefined : toDecimeters(range),
    maxDuration: minutes === undefined ? undefined : toMilliminutes(minutes),
    maxStops: vehicleFields.max_stops ?? requestFields.max_route_stops,
  }
}

function readReloads(
  vehicleFields: FleetFields,
  requestFields: OptimizeFields,
  depots: readonly number[],
): Pick<Vehicle, 'reloads'> {
  if (depots.length === 0) return {}
  const duration = toMilliminutes(vehicleFields.reload_min ?? requestFields.reload_min ?? 0)
  return { reloads: { maxTrips: vehicleFields.max_trips ?? requestFields.max_trips ?? 1, depots, duration } }
}

function readShift(
  field: string,
  input: OptimizeFields['shift'],
  clock: TourClock,
): Result<TimeWindow | undefined, AnyFailure> {
  if (!input) return ok(undefined)
  const shift = readWindow(field, input, clock)
  return shift.ok && !shift.value ? fail({ kind: 'window-passed', field }) : shift
}

function readBreaks(field: string, input: OptimizeFields['breaks'], clock: TourClock): Result<Break[], AnyFailure> {
  const breaks: Break[] = []
  for (const [index, { duration_min, windows }] of (input ?? []).entries()) {
    const breakWindows = readWindows(`${field}[${index}].windows`, windows, clock)
    if (!breakWindows.ok) return breakWindows
    breaks.push({ duration: toMilliminutes(duration_min), windows: breakWindows.value })
  }
  return ok(breaks)
}

function readAssignedStops(
  field: string,
  stopNumbers: readonly number[] | undefined,
  { stops }: OptimizeFields,
  { numbers }: ParsedStops,
  assignedStops: Set<number>,
  doneStops: ReadonlyMap<number, number>,
): Result<number[], AnyFailure> {
  const vehicleStops: number[] = []
  for (const [index, number] of (stopNumbers ?? []).entries()) {
    const name = `${field}[${index}]`
    if (number >= stops.length) return fail({ kind: 'no-such-stop', field: name, given: number, stops: stops.length })
    if (doneStops.has(number)) continue
    if (!numbers.includes(number)) return fail({ kind: 'pair-at-depot', field: name, number })
    if (assignedStops.has(number)) return fail({ kind: 'stop-of-two-vehicles', field: name, number })
    assignedStops.add(number)
    vehicleStops.push(numbers.indexOf(number))
  }
  return ok(vehicleStops)
}
