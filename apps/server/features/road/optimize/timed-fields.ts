import type { KeepRule, Vehicle } from '@fairway/optimizer'
import { ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import type { PointLayout } from './layout.ts'
import { type ParsedStops, readStops, SkillIndex } from './read-stops.ts'
import { readVehicles } from './read-vehicles.ts'
import { LOADS_AT_START, readDone, readRunning } from './running/read-running.ts'
import type { OptimizeFields } from './schemas.ts'
import { findTimeZone, TourClock } from './tour-clock.ts'

interface TimedFields {
  readonly clock: TourClock
  readonly skills: SkillIndex
  readonly stops: ParsedStops
  readonly vehicles: readonly Vehicle[]
  readonly warnings: readonly string[]
  readonly keep: KeepRule | undefined
  readonly done: ReadonlyMap<number, number>
}

/**
 * Reads all fields with times. Windows with times of day refer to the day of departure. If such a window has passed and
 * the request has no departure, all windows refer to the next day.
 */
export function readTimedFields(
  body: OptimizeFields,
  layout: PointLayout,
  departMs: number,
): Result<TimedFields, AnyFailure> {
  const start = layout.points[layout.vehicles[0]?.start ?? 0] ?? [0, 0]
  const timeZone = findTimeZone(body.time_zone, start)
  if (!timeZone.ok) return timeZone
  const clock = new TourClock(departMs, timeZone.value)
  const today = readAt(body, layout, clock, [])
  if (body.depart_at !== undefined || !clock.hasPassedTimesOfDay) return today
  const nextDay = new TourClock(clock.nextDayMs, timeZone.value)
  const date = nextDay.formatLocal(0).slice(0, 10)
  return readAt(body, layout, nextDay, [
    `tours are planned for ${date} (${timeZone.value.name}), because a time window without a date has already ended today; to plan for another day, give depart_at, or a date for the window`,
  ])
}

function readAt(
  body: OptimizeFields,
  layout: PointLayout,
  clock: TourClock,
  warnings: readonly string[],
): Result<TimedFields, AnyFailure> {
  const skills = new SkillIndex()
  const doneStops = readDone(body, layout.depots)
  if (!doneStops.ok) return doneStops
  const done = doneStops.value
  const stops = readStops(body, layout, clock, skills, done)
  if (!stops.ok) return stops
  const vehicles = readVehicles(body, layout, stops.value, clock, skills, done)
  if (!vehicles.ok) return vehicles
  const [loadsAtStart = 0] = body.current ? skills.toNumbers([LOADS_AT_START]) : []
  const running = readRunning(body, stops.value, vehicles.value, done, loadsAtStart)
  if (!running.ok) return running
  const { keep } = running.value
  const runningStops = { ...stops.value, stops: running.value.stops }
  return ok({ clock, skills, stops: runningStops, vehicles: running.value.vehicles, warnings, keep, done })
}
