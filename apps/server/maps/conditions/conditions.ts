import tzLookup from '@photostructure/tz-lookup'
import OpeningHours from 'opening_hours'
import { withoutHolidays } from './holidays.ts'

/** The location that determines the holidays and time zone of a region's rules. */
export interface LocalTime {
  /** ISO 3166-1 alpha-2 in lower case, or empty. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

/** No OpenStreetMap value is longer. The library takes seconds for a long unknown word. */
const LONGEST_RULE = 255

interface Rule {
  readonly text: number
  readonly written: string
  readonly country: string
  readonly hours: OpeningHours
}

/** Evaluates which time-dependent rules of a region are active at an instant. Unreadable rules are never active. */
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

  /** The indexes of the active conditions, ascending. */
  holding(instantMs: number): number[] {
    if (this.rules.length === 0) return []
    const wall = this.wallClock(instantMs)
    return this.rules
      .filter((rule) => holdsAt(rule, wall))
      .map(({ text }) => text)
      .sort((a, b) => a - b)
  }

  /**
   * The library reads the local hours and days of a Date. This returns a Date that shows the local time of the region.
   */
  private wallClock(instantMs: number): Date {
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0)
    const parts = this.zone.formatToParts(instantMs)
    return new Date(part('year'), part('month') - 1, part('day'), part('hour') % 24, part('minute'), part('second'))
  }
}

/**
 * Some holidays are defined only for a few years. For other years the rule is evaluated as if there were no holidays.
 */
function holdsAt({ hours, written, country }: Rule, wall: Date): boolean {
  const state = quietly(() => hours.getState(wall))
  return state ?? quietly(() => readRule(withoutHolidays(written), country)?.getState(wall)) ?? false
}

/**
 * No coordinates are passed: the library would compute sunrise with the time zone of this machine, hours off from the
 * region. Without them, the sun rises at 6:00 and sets at 18:00.
 */
export function readRule(rule: string, country: string): OpeningHours | undefined {
  if (rule.length > LONGEST_RULE) return undefined
  const place = { address: { country_code: country, state: '' } }
  return quietly(() => new OpeningHours(rule, place as ConstructorParameters<typeof OpeningHours>[1]))
}

/** The library logs unknown syntax to the server log repeatedly before it throws. */
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
