import { fail, ok, type Result } from '../../../../platform/result.ts'
import { findRuleName, getDailyRestHours } from '../driving-rule-presets.ts'
import type { AnyFailure } from '../failures.ts'
import { MAX_VEHICLES } from '../limits.ts'
import type { FleetFields, OptimizeFields } from '../schemas.ts'
import { type TimeZone, TourClock } from '../tour-clock.ts'
import { listAvailableDays } from './check-days.ts'
import { repeatWindows, toDayWindow } from './day-windows.ts'

/** The vehicle and the day of a tour. */
export interface TourOwner {
  readonly vehicle: number
  readonly day: string
}

export interface DayPlan {
  /** The request with one vehicle for each tour. */
  readonly body: OptimizeFields
  readonly owners: readonly TourOwner[]
}

/**
 * Prefixes of the skills that represent the days of a stop or the only vehicle that may visit it. The first character
 * distinguishes these skills from the skills in requests.
 */
export const DAYS_SKILL = '\u0000days '
export const VEHICLE_SKILL = '\u0000vehicle '

interface DayTour extends TourOwner {
  readonly fields: FleetFields
  readonly startMs: number
  readonly endMs: number
}

/**
 * Expands a request with several days: every vehicle becomes a separate vehicle for each of its days, with the shift of
 * that day. Windows with times of day are repeated on each day. The days must have been checked.
 */
export function expandDays(body: OptimizeFields, timeZone: TimeZone, nowMs: number): Result<DayPlan, AnyFailure> {
  const { days: dates = [] } = body
  const departMs = findDeparture(body, timeZone, nowMs)
  const clock = new TourClock(departMs, timeZone)
  const tours = listTours(body, dates, clock)
  if (!tours.ok) return tours
  if (tours.value.length === 0) return fail({ kind: 'days-over' })
  if (tours.value.length > MAX_VEHICLES)
    return fail({ kind: 'too-many-tours', given: tours.value.length, allowed: MAX_VEHICLES })
  const restFailure = findShortRest(body, tours.value)
  if (restFailure) return fail(restFailure)
  const { days: _, vehicles: __, stop_days, shift: ___, breaks: ____, ...rest } = body
  return ok({
    body: {
      ...rest,
      depart_at: new Date(departMs).toISOString(),
      overnight: true,
      fleet: tours.value.map(({ fields }) => fields),
      skills: listStopSkills(body),
      ...(body.time_windows && {
        time_windows: body.time_windows.map((windows, stop) => repeatWindows(windows, stop_days?.[stop] ?? dates)),
      }),
    },
    owners: tours.value.map(({ vehicle, day }) => ({ vehicle, day })),
  })
}

/**
 * Returns the given departure. By default, returns the start of the first day, or the current time if that day has
 * already started.
 */
export function findDeparture({ depart_at, days = [] }: OptimizeFields, timeZone: TimeZone, nowMs: number): number {
  if (depart_at !== undefined) return Date.parse(depart_at)
  return Math.max(nowMs, timeZone.clock.toInstant(Date.parse(`${days[0]}T00:00:00Z`)))
}

function listTours(
  body: OptimizeFields,
  dates: readonly string[],
  clock: TourClock,
): Result<readonly DayTour[], AnyFailure> {
  const fleet: readonly FleetFields[] = body.fleet ?? Array.from({ length: body.vehicles ?? 1 }, () => ({}))
  const tours: DayTour[] = []
  for (const [vehicle, fields] of fleet.entries()) {
    for (const { day, shift: ownShift, field: ownField } of listAvailableDays(fields, vehicle, dates)) {
      const [input, field] = ownShift
        ? [ownShift, ownField]
        : fields.shift
          ? [fields.shift, `fleet[${vehicle}].shift`]
          : [body.shift ?? ['00:00', '24:00'], 'shift']
      const shift = toDayWindow(input, day)
      if (!shift) return fail({ kind: 'day-shift', field })
      const shiftDay = clock.findDay(field, shift)
      if (!shiftDay.ok) return shiftDay
      const toMs = (time: string, laterDays: number) =>
        clock.departMs + 60 * clock.toMilliminutes(shiftDay.value, time, laterDays)
      const [startMs, endMs] = [toMs(shift.start, 0), toMs(shift.end, shift.end < shift.start ? 1 : 0)]
      if (endMs <= clock.departMs) continue
      tours.push({ vehicle, day, startMs, endMs, fields: toTourFields(body, fields, vehicle, day, shift) })
    }
  }
  return ok(tours)
}

function toTourFields(
  body: OptimizeFields,
  fields: FleetFields,
  vehicle: number,
  day: string,
  shift: NonNullable<FleetFields['shift']>,
): FleetFields {
  const { days: _, only_stops: __, ...rest } = fields
  const breaks = (fields.breaks ?? body.breaks)?.map(({ windows, ...each }) => ({
    ...each,
    ...(windows && { windows: repeatWindows(windows, [day]) }),
  }))
  const daySkills = new Set((body.stop_days ?? []).flatMap((list) => (list?.includes(day) ? [toDaysSkill(list)] : [])))
  const skills = [...(fields.skills ?? []), ...daySkills, `${VEHICLE_SKILL}${vehicle}`]
  return { ...rest, shift, skills, ...(breaks && { breaks }) }
}

function toDaysSkill(dates: readonly string[]): string {
  return `${DAYS_SKILL}${[...dates].sort().join(' or ')}`
}

function listStopSkills({ stops, skills, stop_days, fleet = [] }: OptimizeFields): string[][] {
  return stops.map((_, stop) => {
    const dates = stop_days?.[stop]
    const owner = fleet.findIndex(({ only_stops = [] }) => only_stops.includes(stop))
    return [
      ...(skills?.[stop] ?? []),
      ...(dates ? [toDaysSkill(dates)] : []),
      ...(owner < 0 ? [] : [`${VEHICLE_SKILL}${owner}`]),
    ]
  })
}

/** Finds two shifts of a vehicle between which the daily rest of its driving-time rules does not fit. */
function findShortRest(body: OptimizeFields, tours: readonly DayTour[]): AnyFailure | undefined {
  for (const [index, { vehicle, day, startMs }] of tours.entries()) {
    const previousTour = tours[index - 1]
    const rules = findRuleName(body, vehicle)
    if (!rules || previousTour?.vehicle !== vehicle) continue
    const hours = (startMs - previousTour.endMs) / 3_600_000
    const neededRestHours = getDailyRestHours(rules)
    if (hours < neededRestHours)
      return {
        kind: 'rest-too-short',
        vehicle,
        rules,
        day,
        hours: Math.floor(100 * hours) / 100,
        needed: neededRestHours,
      }
  }
  return undefined
}
