import tzLookup from '@photostructure/tz-lookup'
import type OpeningHours from 'opening_hours'
import { loadLibrary } from '../../platform/load-library.ts'
import { removeHolidays } from './holidays.ts'
import { createWallClockFormat, toMachineDate, toWallClockMs } from './wall-clock.ts'

/** Location that determines the holidays and time zone of a region's rules. */
export interface ConditionLocation {
  /** Lowercase ISO 3166-1 alpha-2 code, or an empty string. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

/**
 * Maximum length of a rule, which is the limit of OpenStreetMap values. The library takes seconds for a long unknown
 * word.
 */
const MAX_RULE_LENGTH = 255

interface ParsedRule {
  readonly rule: string
  readonly country: string
  readonly openingHours: OpeningHours
}

interface MapRule extends ParsedRule {
  readonly stringId: number
}

/** Maximum number of parsed rules of custom models. */
const MAX_MODEL_RULES = 500

/** Evaluates which time-dependent rules of a region are active at an instant. Invalid rules are never active. */
export class ConditionClock {
  private readonly conditions: ReadonlyMap<number, string>
  private readonly country: string
  private readonly timeZoneFormat: Intl.DateTimeFormat
  /** Rules, parsed on first use. Parsing the rules of a city takes a tenth of a second, and most threads need none. */
  private rules: MapRule[] | undefined
  /** Parsed rules of custom models, or undefined for rules that are invalid. */
  private readonly modelRules = new Map<string, ParsedRule | undefined>()

  constructor(conditions: ReadonlyMap<number, string>, { country, latitude, longitude }: ConditionLocation) {
    this.conditions = conditions
    this.country = country
    this.timeZoneFormat = createWallClockFormat(tzLookup(latitude, longitude))
  }

  /** Returns the indexes of the active conditions in ascending order. */
  listActive(instantMs: number): number[] {
    this.rules ??= parseRules(this.conditions, this.country)
    if (this.rules.length === 0) return []
    const localTime = this.toLocalTime(instantMs)
    return this.rules
      .filter((rule) => isActiveAt(rule, localTime))
      .map(({ stringId }) => stringId)
      .sort((a, b) => a - b)
  }

  /** Returns whether a rule that does not come from the map is active. */
  isActive(rule: string, instantMs: number): boolean {
    if (!this.modelRules.has(rule)) {
      if (this.modelRules.size >= MAX_MODEL_RULES) this.modelRules.clear()
      this.modelRules.set(rule, readRule(rule, this.country))
    }
    const parsedRule = this.modelRules.get(rule)
    return parsedRule !== undefined && isActiveAt(parsedRule, this.toLocalTime(instantMs))
  }

  private toLocalTime(instantMs: number): Date {
    return toMachineDate(toWallClockMs(this.timeZoneFormat, instantMs))
  }
}

function parseRules(conditions: ReadonlyMap<number, string>, country: string): MapRule[] {
  return [...conditions].flatMap(([stringId, rule]) => {
    const parsedRule = readRule(rule, country)
    return parsedRule ? [{ stringId, ...parsedRule }] : []
  })
}

function readRule(rule: string, country: string): ParsedRule | undefined {
  const openingHours = parseRule(rule, country) ?? parseRule(removeHolidays(rule), country)
  return openingHours && { rule, country, openingHours }
}

/** Country with known holidays, so that a rule that only names holidays is valid. */
const COUNTRY_WITH_HOLIDAYS = 'de'

/** Returns whether a rule can be evaluated. In countries without known holidays, rules for holidays are never active. */
export function isValidRule(rule: string): boolean {
  return readRule(rule, COUNTRY_WITH_HOLIDAYS) !== undefined
}

/**
 * Returns whether a rule is active. Some holidays are defined only for a few years, and in other years the rule is
 * evaluated without holidays.
 */
function isActiveAt({ openingHours, rule, country }: ParsedRule, wall: Date): boolean {
  const state = withoutConsoleOutput(() => openingHours.getState(wall))
  return state ?? withoutConsoleOutput(() => parseRule(removeHolidays(rule), country)?.getState(wall)) ?? false
}

/**
 * Parses a rule without coordinates. With coordinates, the library would compute sunrise in the time zone of this
 * machine, which can be hours off. Without coordinates, it assumes that the sun rises at 6:00 and sets at 18:00.
 */
export function parseRule(rule: string, country: string): OpeningHours | undefined {
  if (rule.length > MAX_RULE_LENGTH) return undefined
  const location = { address: { country_code: country, state: '' } }
  const { OpeningHours } = loadLibrary<typeof import('./opening-hours-library.ts')>(
    new URL('./opening-hours-library.ts', import.meta.url),
  )
  return withoutConsoleOutput(() => new OpeningHours(rule, location as ConstructorParameters<typeof OpeningHours>[1]))
}

/** Runs work without console output. The library logs unknown syntax repeatedly before it throws an error. */
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
