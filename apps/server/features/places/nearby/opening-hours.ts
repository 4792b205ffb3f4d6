import type { Position } from '@fairway/places'
import tzLookup from '@photostructure/tz-lookup'
import type OpeningHours from 'opening_hours'
import { parseRule, withoutConsoleOutput } from '../../../maps/conditions/conditions.ts'
import { removeHolidays } from '../../../maps/conditions/holidays.ts'
import { createWallClockFormat, toMachineDate, toWallClockMs } from '../../../maps/conditions/wall-clock.ts'

/** Instant, or a local wall-clock time expressed as the UTC instant with the same reading. */
export type OpeningTime =
  | { readonly kind: 'instant'; readonly ms: number }
  | { readonly kind: 'local'; readonly localMs: number }

/** Maximum number of cached rules. Parsing a rule is the slowest step for a place. */
const MAX_CACHED_RULES = 5000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const
const holidayPattern = /\b[PS]H\b/g

/** Determines whether places are open in their local time. One instance serves all requests of a thread. */
export class OpeningHoursEvaluator {
  private readonly rules = new Map<string, OpeningHours | undefined>()
  private readonly timeZoneFormats = new Map<string, Intl.DateTimeFormat>()

  /**
   * Returns whether a place is open. Returns undefined if the hours cannot be parsed, are conditional, or depend on
   * unknown holidays.
   */
  isOpen(hours: string, countryCode: string | undefined, position: Position, moment: OpeningTime): boolean | undefined {
    const country = countryCode?.toLowerCase() ?? ''
    const localTimeMs = moment.kind === 'local' ? moment.localMs : this.toLocalMs(position, moment.ms)
    const state = this.isOpenAt(hours, country, localTimeMs)
    if (state !== undefined || hours.search(holidayPattern) === -1) return state
    // The holidays of some countries are unknown, and those of others are known for only a few years.
    return findCommonState(
      listHolidayVariants(hours, localTimeMs).map((variant) => this.isOpenAt(variant, country, localTimeMs)),
    )
  }

  private isOpenAt(hours: string, country: string, wallMs: number): boolean | undefined {
    const rule = this.getRule(hours, country)
    return findCommonState(listDatesWithLocalTime(wallMs).map((date) => evaluateRule(rule, date)))
  }

  private getRule(hours: string, country: string): OpeningHours | undefined {
    const key = `${country} ${hours}`
    if (this.rules.has(key)) return this.rules.get(key)
    if (this.rules.size >= MAX_CACHED_RULES) this.rules.clear()
    const rule = parseRule(hours, country)
    this.rules.set(key, rule)
    return rule
  }

  /** Returns the local wall-clock time, expressed as the UTC instant with the same reading. */
  private toLocalMs({ latitude, longitude }: Position, ms: number): number {
    return toWallClockMs(this.getTimeZoneFormat(tzLookup(latitude, longitude)), ms)
  }

  private getTimeZoneFormat(timeZone: string): Intl.DateTimeFormat {
    const cached = this.timeZoneFormats.get(timeZone)
    if (cached) return cached
    const created = createWallClockFormat(timeZone)
    this.timeZoneFormats.set(timeZone, created)
    return created
  }
}

/**
 * Lists the hours for four cases: an ordinary day, a holiday, the day after a holiday, and a holiday after another
 * holiday. Holiday rules are rewritten to the weekday they would apply to.
 */
function listHolidayVariants(hours: string, wallMs: number): string[] {
  const [today, yesterday] = [wallMs, wallMs - DAY_MS].map((ms) => weekdays[new Date(ms).getUTCDay()])
  const days = [`${today}`, `${yesterday}`, `${today},${yesterday}`]
  return [removeHolidays(hours), ...days.map((day) => hours.replace(holidayPattern, day))]
}

/**
 * Lists dates for a local time, because the library reads dates in the time zone of this machine. If the local time is
 * in the hour skipped in spring, the times before and after the gap are used.
 */
function listDatesWithLocalTime(wallMs: number): Date[] {
  const date = toMachineDate(wallMs)
  return date.getHours() === new Date(wallMs).getUTCHours() ? [date] : [new Date(date.getTime() - HOUR_MS), date]
}

function findCommonState(states: readonly (boolean | undefined)[]): boolean | undefined {
  return states.every((state) => state === states[0]) ? states[0] : undefined
}

function evaluateRule(rule: OpeningHours | undefined, wall: Date): boolean | undefined {
  if (!rule) return undefined
  return withoutConsoleOutput(() => (rule.getUnknown(wall) ? undefined : rule.getState(wall)))
}
