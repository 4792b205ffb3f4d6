import type { TimeWindow } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import { MAX_MINUTES } from './limits.ts'
import type { WindowFields } from './schemas.ts'
import type { TourClock } from './tour-clock.ts'

/** Converts minutes to thousandths of a minute, the time unit of the optimizer and of replies. */
export function toMilliminutes(minutes: number): number {
  return Math.round(minutes * 1000)
}

type TimeInputs = readonly (number | string)[]
/** List of windows, or a single window. */
export type WindowInputs = readonly (TimeInputs | WindowFields | number | string)[] | WindowFields

/**
 * Reads the time windows of a stop or break. Returns undefined for a stop that is always open, and drops windows that
 * end before departure.
 */
export function readWindows(
  field: string,
  input: WindowInputs | null | undefined,
  clock: TourClock,
): Result<readonly TimeWindow[] | undefined, AnyFailure> {
  if (!input || (isList(input) && input.length === 0)) return ok(undefined)
  const windows: TimeWindow[] = []
  const isSingleWindow = !isList(input) || input.every((element) => typeof element !== 'object')
  for (const [index, element] of (isSingleWindow ? [input as TimeInputs | WindowFields] : input).entries()) {
    const name = isSingleWindow ? field : `${field}[${index}]`
    if (typeof element !== 'object') return fail({ kind: 'window-unreadable', field: name, given: element })
    const window = readWindow(name, element, clock)
    if (!window.ok) return window
    if (window.value) windows.push(window.value)
  }
  if (windows.length === 0) return fail({ kind: 'window-passed', field })
  return ok(mergeWindows(windows.sort(([a], [b]) => a - b)))
}

function isList<T>(input: readonly T[] | WindowFields): input is readonly T[] {
  return Array.isArray(input)
}

function mergeWindows(windows: readonly TimeWindow[]): TimeWindow[] {
  const merged: TimeWindow[] = []
  for (const [from, to] of windows) {
    const last = merged.at(-1)
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}

/** Reads one time window. Returns undefined if the window ends before departure. */
export function readWindow(
  field: string,
  input: TimeInputs | WindowFields,
  clock: TourClock,
): Result<TimeWindow | undefined, AnyFailure> {
  const [first, second] = isList(input) ? input : [input.start, input.end]
  if (first === undefined || second === undefined || (isList(input) && input.length !== 2)) {
    return fail({ kind: 'window-unreadable', field, given: input })
  }
  const day = isList(input) ? ok(clock.departureDay) : clock.findDay(field, input)
  if (!day.ok) return day
  const names = isList(input) ? ['[0]', '[1]'] : ['.start', '.end']
  const read = (index: number, value: number | string, dayOffset: number): Result<number, AnyFailure> =>
    isTimeOfDay(value)
      ? limitTime(`${field}${names[index]}`, value, clock.toMilliminutes(day.value, value, dayOffset))
      : readTimeInput(`${field}${names[index]}`, value, clock.departMs)
  const from = read(0, first, 0)
  if (!from.ok) return from
  // A window such as 22:00 to 02:00 ends on the next day.
  const endsNextDay = isTimeOfDay(first) && isTimeOfDay(second) && second < first
  const to = read(1, second, endsNextDay ? 1 : 0)
  if (!to.ok) return to
  if (to.value < from.value) return fail({ kind: 'window-turned', field, from: String(first), to: String(second) })
  if (typeof first === 'string' || typeof second === 'string') clock.hasCalendarTimes = true
  if (to.value < 0 && isTimeOfDay(second) && (isList(input) || input.date === undefined))
    clock.hasPassedTimesOfDay = true
  return ok(to.value < 0 ? undefined : [Math.max(0, from.value), to.value])
}

/**
 * Returns the time from the departure to a moment, in thousandths of a minute. The result is negative if the moment has
 * passed.
 */
export function readMoment(field: string, input: number | string, clock: TourClock): Result<number, AnyFailure> {
  if (!isTimeOfDay(input)) {
    if (typeof input === 'string') clock.hasCalendarTimes = true
    return readTimeInput(field, input, clock.departMs)
  }
  clock.hasCalendarTimes = true
  const milliminutes = clock.toMilliminutes(clock.departureDay, input, 0)
  if (milliminutes < 0) clock.hasPassedTimesOfDay = true
  return limitTime(field, input, milliminutes)
}

function isTimeOfDay(input: number | string): input is string {
  return typeof input === 'string' && /^\d\d:\d\d$/.test(input)
}

/** Returns the time after departure in thousandths of a minute. An instant may be before the departure. */
function readTimeInput(field: string, input: number | string, departMs: number): Result<number, AnyFailure> {
  if (typeof input === 'number') return ok(toMilliminutes(input))
  const instantMs = Date.parse(input)
  // The schema checks the format, but not whether the day exists in that month.
  if (!Number.isFinite(instantMs)) return fail({ kind: 'moment-unreadable', field, given: input })
  return limitTime(field, input, Math.round((instantMs - departMs) / 60))
}

function limitTime(field: string, timeText: string, milliminutes: number): Result<number, AnyFailure> {
  return milliminutes > toMilliminutes(MAX_MINUTES)
    ? fail({ kind: 'moment-too-late', field, given: timeText })
    : ok(milliminutes)
}
