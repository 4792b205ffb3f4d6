import tzLookup from '@photostructure/tz-lookup'
import OpeningHours from 'opening_hours'
import { withoutHolidays } from './holidays.ts'

/** Where the rules of a region are read: their holidays and their clock. */
export interface LocalTime {
  /** ISO 3166-1 alpha-2 in small letters, or empty. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

/** No value in OpenStreetMap is longer; the library takes seconds over a long word that it does not know. */
const LONGEST_RULE = 255

interface Rule {
  readonly text: number
  readonly written: string
  readonly country: string
  readonly hours: OpeningHours
}

/** Tells which time-bound rules of a region hold at an instant. Rules that cannot be read never hold. */
export class ConditionClock {
  private readonly rules: Rule[] = []
  private readonly zone: Intl.DateTimeFormat

  constructor(texts: ReadonlyMap<number, string>, { country, latitude, longitude }: LocalTime) {
    for (const [text, written] of texts) {
      const hours = readRule(written, country) ?? readRule(withoutHolidays(written), country)
      if (hours) this.rules.push({ text, written, country, hours })
    }
    this.zone = new Intl.DateTimeFormat('en-GB', {
      timeZone: tzLookup(latitude, longitude),
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  }

  /** The numbers of the texts that hold, ascending. */
  holding(instantMs: number): number[] {
    if (this.rules.length === 0) return []
    const wall = this.wallClock(instantMs)
    return this.rules
      .filter((rule) => holdsAt(rule, wall))
      .map(({ text }) => text)
      .sort((a, b) => a - b)
  }

  /** The library reads a date's own hours and days: a date that shows what the clocks of the region show. */
  private wallClock(instantMs: number): Date {
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0)
    const parts = this.zone.formatToParts(instantMs)
    return new Date(part('year'), part('month') - 1, part('day'), part('hour') % 24, part('minute'), part('second'))
  }
}

/** Of some holidays only a few years are known: of others the rule is read as if there were none. */
function holdsAt({ hours, written, country }: Rule, wall: Date): boolean {
  const state = quietly(() => hours.getState(wall))
  return state ?? quietly(() => readRule(withoutHolidays(written), country)?.getState(wall)) ?? false
}

/**
 * The place has no coordinates: the library would look for the sunrise there by this machine's clock, hours away from
 * the region's. Without them the sun rises at six and sets at eighteen.
 */
export function readRule(rule: string, country: string): OpeningHours | undefined {
  if (rule.length > LONGEST_RULE) return undefined
  const place = { address: { country_code: country, state: '' } }
  return quietly(() => new OpeningHours(rule, place as ConstructorParameters<typeof OpeningHours>[1]))
}

/** The library writes what it does not understand into the log of the server, again and again, before it throws. */
export function quietly<T>(work: () => T): T | undefined {
  const { error, warn } = console
  console.error = console.warn = () => undefined
  try {
    return work()
  } catch {
    return undefined
  } finally {
    Object.assign(console, { error, warn })
  }
}
