import tzLookup from '@photostructure/tz-lookup'
import { findZoneClock, type ZoneClock } from '../../../platform/local-clock.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Point } from '../route/points.ts'
import type { AnyFailure } from './failures.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Local day with its time zone. `midnightMs` is the UTC instant whose clock reading equals local midnight. */
export interface LocalDay {
  readonly midnightMs: number
  readonly zone: ZoneClock
}

export interface TimeZone {
  readonly name: string
  readonly clock: ZoneClock
}

/** Converts times of day to times after the departure, which the optimizer uses. */
export class TourClock {
  readonly departMs: number
  readonly timeZone: string
  /** Day of the departure in the time zone of the tours. */
  readonly departureDay: LocalDay
  /** Whether any window read so far contains a time of day or a timestamp. */
  hasCalendarTimes = false
  /** Whether a window without a date ended before the departure. */
  hasPassedTimesOfDay = false
  /** Last formatted date. Nearly all times of a large reply are on the same day, and `toISOString` is slow. */
  private lastDate = { day: Number.NaN, text: '' }

  constructor(departMs: number, timeZone: TimeZone) {
    this.departMs = departMs
    this.timeZone = timeZone.name
    this.departureDay = toLocalDay(departMs, timeZone.clock)
  }

  findDay(
    field: string,
    { time_zone, date }: { readonly time_zone?: string; readonly date?: string },
  ): Result<LocalDay, AnyFailure> {
    const zone = time_zone === undefined ? this.departureDay.zone : findZoneClock(time_zone)
    if (!zone) return fail({ kind: 'zone-unknown', field: `${field}.time_zone`, given: time_zone ?? '' })
    if (date === undefined) return ok(toLocalDay(this.departMs, zone))
    const midnightMs = Date.parse(`${date}T00:00:00Z`)
    const isDay = Number.isFinite(midnightMs) && new Date(midnightMs).toISOString().startsWith(date)
    return isDay ? ok({ midnightMs, zone }) : fail({ kind: 'date-unreadable', field: `${field}.date`, given: date })
  }

  /**
   * Returns the time from the departure to a time of day, in thousandths of a minute. `laterDays` counts days after the
   * given day.
   */
  toMilliminutes({ midnightMs, zone }: LocalDay, timeOfDay: string, laterDays: number): number {
    const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
    const localMs = midnightMs + laterDays * DAY_MS + (60 * hours + minutes) * MINUTE_MS
    return Math.round((zone.toInstant(localMs) - this.departMs) / 60)
  }

  /** Returns the first midnight after a time, in thousandths of a minute. Both times are relative to the departure. */
  endOfDayAfter(milliminutes: number): number {
    const { midnightMs, zone } = toLocalDay(this.departMs + 60 * milliminutes, this.departureDay.zone)
    return Math.round((zone.toInstant(midnightMs + DAY_MS) - this.departMs) / 60)
  }

  /** Instant at which the day after the departure begins. */
  get nextDayMs(): number {
    const { midnightMs, zone } = this.departureDay
    return zone.toInstant(midnightMs + DAY_MS)
  }

  /** Formats a local date and time with the UTC offset, such as 2026-06-16T08:30:00-03:00. */
  formatInstant(milliminutes: number): string {
    const instantMs = Math.round((this.departMs + 60 * milliminutes) / 1000) * 1000
    const offsetMinutes = Math.round(this.departureDay.zone.utcOffsetSeconds(instantMs) / 60)
    const localMs = instantMs + offsetMinutes * MINUTE_MS
    const day = Math.floor(localMs / DAY_MS)
    const seconds = (localMs - day * DAY_MS) / 1000
    if (day !== this.lastDate.day) this.lastDate = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 11) }
    const time = `${toTwoDigits(seconds / 3600)}:${toTwoDigits((seconds / 60) % 60)}:${toTwoDigits(seconds % 60)}`
    const offset = `${toTwoDigits(Math.abs(offsetMinutes) / 60)}:${toTwoDigits(Math.abs(offsetMinutes) % 60)}`
    return `${this.lastDate.text}${time}${offsetMinutes < 0 ? '-' : '+'}${offset}`
  }

  /** Formats a local date and time, such as 2026-06-16 08:30. */
  formatLocal(milliminutes: number): string {
    const instantMs = this.departMs + 60 * milliminutes
    const localMs = instantMs + 1000 * this.departureDay.zone.utcOffsetSeconds(instantMs)
    return new Date(localMs).toISOString().slice(0, 16).replace('T', ' ')
  }
}

/** Returns the time zone of the request, or the zone of the place where the first tour starts. */
export function findTimeZone(
  timeZoneName: string | undefined,
  [latitude, longitude]: Point,
): Result<TimeZone, AnyFailure> {
  const name = timeZoneName ?? tzLookup(latitude, longitude)
  const clock = findZoneClock(name)
  return clock ? ok({ name, clock }) : fail({ kind: 'zone-unknown', field: 'time_zone', given: name })
}

/** Formats the integer part of a number from 0 to 99. */
function toTwoDigits(value: number): string {
  return value < 10 ? `0${Math.floor(value)}` : `${Math.floor(value)}`
}

function toLocalDay(instantMs: number, zone: ZoneClock): LocalDay {
  const localMs = instantMs + 1000 * zone.utcOffsetSeconds(instantMs)
  return { midnightMs: Math.floor(localMs / DAY_MS) * DAY_MS, zone }
}
