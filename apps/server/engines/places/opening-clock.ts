import type { Position } from '@fairway/places/text/position.ts'
import tzLookup from '@photostructure/tz-lookup'
import type OpeningHours from 'opening_hours'
import { quietly, readRule } from '../conditions.ts'
import { withoutHolidays } from '../holidays.ts'

/** When: an instant, or what the clocks of the place show. */
export type Moment = { readonly kind: 'instant'; readonly ms: number } | { readonly kind: 'local'; readonly wall: Date }

/** Reading one takes longer than everything else of its place. */
const MOST_RULES = 5000

/** Tells whether places are open, by the clocks where they are. One for all requests of a thread. */
export class OpeningClock {
  private readonly rules = new Map<string, OpeningHours | undefined>()
  private readonly zones = new Map<string, Intl.DateTimeFormat>()

  /** Undefined when the hours cannot be read, or say that it depends. */
  isOpen(hours: string, countryCode: string | undefined, at: Position, moment: Moment): boolean | undefined {
    const country = countryCode?.toLowerCase() ?? ''
    const wall = moment.kind === 'local' ? moment.wall : this.wallClock(at, moment.ms)
    return (
      stateOf(this.ruleOf(hours, country), wall) ??
      // Of some holidays only a few years are known: of others the hours are read as if there were none.
      stateOf(this.ruleOf(withoutHolidays(hours), country), wall)
    )
  }

  private ruleOf(hours: string, country: string): OpeningHours | undefined {
    const key = `${country} ${hours}`
    if (this.rules.has(key)) return this.rules.get(key)
    if (this.rules.size >= MOST_RULES) this.rules.clear()
    const rule = readRule(hours, country)
    this.rules.set(key, rule)
    return rule
  }

  /** The library reads a date's own hours and days: a date that shows what the clocks there show. */
  private wallClock({ latitude, longitude }: Position, ms: number): Date {
    const parts = this.zoneOf(tzLookup(latitude, longitude)).formatToParts(ms)
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0)
    return new Date(part('year'), part('month') - 1, part('day'), part('hour') % 24, part('minute'), part('second'))
  }

  private zoneOf(timeZone: string): Intl.DateTimeFormat {
    const known = this.zones.get(timeZone)
    if (known) return known
    const made = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    this.zones.set(timeZone, made)
    return made
  }
}

function stateOf(rule: OpeningHours | undefined, wall: Date): boolean | undefined {
  if (!rule) return undefined
  return quietly(() => (rule.getUnknown(wall) ? undefined : rule.getState(wall)))
}
