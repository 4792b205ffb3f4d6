import type { Position } from '@fairway/places'
import tzLookup from '@photostructure/tz-lookup'
import type OpeningHours from 'opening_hours'
import { quietly, readRule } from '../../../maps/conditions/conditions.ts'
import { withoutHolidays } from '../../../maps/conditions/holidays.ts'

/** An instant, or a local wall-clock time expressed as the UTC instant with the same reading. */
export type Moment =
  | { readonly kind: 'instant'; readonly ms: number }
  | { readonly kind: 'local'; readonly wallMs: number }

/** Parsing a rule takes longer than everything else for its place. */
const MAX_RULES = 5000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const
const holiday = /\b[PS]H\b/g

/** Determines whether places are open in their local time. One instance serves all requests of a thread. */
export class OpeningClock {
  private readonly rules = new Map<string, OpeningHours | undefined>()
  private readonly zones = new Map<string, Intl.DateTimeFormat>()

  /** Returns undefined when the hours cannot be parsed, are conditional, or depend on unknown holidays. */
  isOpen(hours: string, countryCode: string | undefined, at: Position, moment: Moment): boolean | undefined {
    const country = countryCode?.toLowerCase() ?? ''
    const wallMs = moment.kind === 'local' ? moment.wallMs : this.wallClock(at, moment.ms)
    const state = this.stateAt(hours, country, wallMs)
    if (state !== undefined || hours.search(holiday) === -1) return state
    // The holidays of some countries are unknown, those of others are known for a few years only.
    return agreed(asIfAnyHoliday(hours, wallMs).map((one) => this.stateAt(one, country, wallMs)))
  }

  private stateAt(hours: string, country: string, wallMs: number): boolean | undefined {
    const rule = this.ruleOf(hours, country)
    return agreed(datesShowing(wallMs).map((date) => stateOf(rule, date)))
  }

  private ruleOf(hours: string, country: string): OpeningHours | undefined {
    const key = `${country} ${hours}`
    if (this.rules.has(key)) return this.rules.get(key)
    if (this.rules.size >= MAX_RULES) this.rules.clear()
    const rule = readRule(hours, country)
    this.rules.set(key, rule)
    return rule
  }

  /** The local wall-clock time, expressed as the UTC instant with the same reading. */
  private wallClock({ latitude, longitude }: Position, ms: number): number {
    const parts = this.zoneOf(tzLookup(latitude, longitude)).formatToParts(ms)
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0)
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour') % 24, part('minute'), part('second'))
  }

  private zoneOf(timeZone: string): Intl.DateTimeFormat {
    const known = this.zones.get(timeZone)
    if (known) return known
    const made = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    this.zones.set(timeZone, made)
    return made
  }
}

/** The hours for a day that is no holiday, is a holiday, follows one, or both, as if the rule meant its weekday. */
function asIfAnyHoliday(hours: string, wallMs: number): string[] {
  const [today, yesterday] = [wallMs, wallMs - DAY_MS].map((ms) => weekdays[new Date(ms).getUTCDay()])
  const days = [`${today}`, `${yesterday}`, `${today},${yesterday}`]
  return [withoutHolidays(hours), ...days.map((day) => hours.replace(holiday, day))]
}

/**
 * The library reads the local hours and days of a Date in the time zone of this machine. That zone skips an hour in
 * spring, so the times before and after it are used.
 */
function datesShowing(wallMs: number): Date[] {
  const wall = new Date(wallMs)
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]
  const date = new Date(year, month, day, wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds())
  return date.getHours() === wall.getUTCHours() ? [date] : [new Date(date.getTime() - HOUR_MS), date]
}

function agreed(states: readonly (boolean | undefined)[]): boolean | undefined {
  return states.every((state) => state === states[0]) ? states[0] : undefined
}

function stateOf(rule: OpeningHours | undefined, wall: Date): boolean | undefined {
  if (!rule) return undefined
  return quietly(() => (rule.getUnknown(wall) ? undefined : rule.getState(wall)))
}
