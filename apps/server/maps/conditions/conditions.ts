import tzLookup from '@photostructure/tz-lookup'
import type OpeningHours from 'opening_hours'
import { loadLibrary } from '../../platform/load-library.ts'
import { removeHolidays } from './holidays.ts'

/** The location that determines the holidays and time zone of a region's rules. */
export interface ConditionLocation {
  /** ISO 3166-1 alpha-2 in lower case, or empty. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

/** No OpenStreetMap value is longer. The library takes seconds for a long unknown word. */
const MAX_RULE_LENGTH = 255

interface ParsedRule {
  readonly stringId: number
  readonly rule: string
  readonly country: string
  readonly openingHours: OpeningHours
}

/** Evaluates which time-dependent rules of a region are active at an instant. Unreadable rules are never active. */
export class ConditionClock {
  private readonly conditions: ReadonlyMap<number, string>
  private readonly country: string
  private readonly timeZoneFormat: Intl.DateTimeFormat
  /** Parsed when first needed: parsing the rules of a city takes a tenth of a second, and most threads need none. */
  private rules: ParsedRule[] | undefined

  constructor(conditions: ReadonlyMap<number, string>, { country, latitude, longitude }: ConditionLocation) {
    this.conditions = conditions
    this.country = country
    this.timeZoneFormat = new Intl.DateTimeFormat('en-GB', {
      timeZone: tzLookup(latitude, longitude),
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  }

  /** The indexes of the active conditions, ascending. */
  listActive(instantMs: number): number[] {
    this.rules ??= parseRules(this.conditions, this.country)
    if (this.rules.length === 0) return []
    const localTime = this.toLocalTime(instantMs)
    return this.rules
      .filter((rule) => isActiveAt(rule, localTime))
      .map(({ stringId }) => stringId)
      .sort((a, b) => a - b)
  }

  /**
   * The library reads the local hours and days of a Date. This returns a Date that shows the local time of the region.
   */
  private toLocalTime(instantMs: number): Date {
    const getPart = (type: string): number =>
      Number(parts.find((dateTimePart) => dateTimePart.type === type)?.value ?? 0)
    const parts = this.timeZoneFormat.formatToParts(instantMs)
    return new Date(
      getPart('year'),
      getPart('month') - 1,
      getPart('day'),
      getPart('hour') % 24,
      getPart('minute'),
      getPart('second'),
    )
  }
}

function parseRules(conditions: ReadonlyMap<number, string>, country: string): ParsedRule[] {
  return [...conditions].flatMap(([stringId, rule]) => {
    const openingHours = parseRule(rule, country) ?? parseRule(removeHolidays(rule), country)
    return openingHours ? [{ stringId, rule, country, openingHours }] : []
  })
}

/**
 * Some holidays are defined only for a few years. For other years the rule is evaluated as if there were no holidays.
 */
function isActiveAt({ openingHours, rule, country }: ParsedRule, wall: Date): boolean {
  const state = withoutConsoleOutput(() => openingHours.getState(wall))
  return state ?? withoutConsoleOutput(() => parseRule(removeHolidays(rule), country)?.getState(wall)) ?? false
}

/**
 * No coordinates are passed: the library would compute sunrise with the time zone of this machine, hours off from the
 * region. Without them, the sun rises at 6:00 and sets at 18:00.
 */
export function parseRule(rule: string, country: string): OpeningHours | undefined {
  if (rule.length > MAX_RULE_LENGTH) return undefined
  const location = { address: { country_code: country, state: '' } }
  const { OpeningHours } = loadLibrary<typeof import('./opening-hours-library.ts')>(
    new URL('./opening-hours-library.ts', import.meta.url),
  )
  return withoutConsoleOutput(() => new OpeningHours(rule, location as ConstructorParameters<typeof OpeningHours>[1]))
}

/** The library logs unknown syntax to the server log repeatedly before it throws. */
export function withoutConsoleOutput<T>(work: () => T): T | undefined {
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
