import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConditionClock, type ConditionLocation } from './conditions.ts'

const montevideo: ConditionLocation = { country: 'uy', latitude: -34.9, longitude: -56.19 }
const berlin: ConditionLocation = { country: 'de', latitude: 52.52, longitude: 13.4 }
const newYork: ConditionLocation = { country: 'us', latitude: 40.71, longitude: -74.01 }
const kathmandu: ConditionLocation = { country: 'np', latitude: 27.7, longitude: 85.32 }
const auckland: ConditionLocation = { country: 'nz', latitude: -36.85, longitude: 174.76 }
const honolulu: ConditionLocation = { country: 'us', latitude: 21.31, longitude: -157.86 }
const monaco: ConditionLocation = { country: 'mc', latitude: 43.73, longitude: 7.42 }
const pacific: ConditionLocation = { country: '', latitude: -30, longitude: -120 }

function isActive(rule: string, place: ConditionLocation, instant: string): boolean {
  return new ConditionClock(new Map([[1, rule]]), place).listActive(Date.parse(instant)).length === 1
}

/** Random seed. Set FAIRWAY_TEST_SEED to replay a failure. */
const SEED = Number(process.env.FAIRWAY_TEST_SEED ?? randomInt(2 ** 31))

let printed: unknown[][]
beforeEach(() => {
  printed = []
  for (const name of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => void printed.push(words))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  // The library must not print to the console, because its lines are not log records.
  expect(printed).toEqual([])
})

describe('local time of the region', () => {
  test.each([
    ['Montevideo, three hours behind', montevideo, '2026-11-16T09:59:59Z', '2026-11-16T10:00:00Z'],
    ['Berlin in winter', berlin, '2026-11-16T05:59:59Z', '2026-11-16T06:00:00Z'],
    ['Berlin in summer', berlin, '2026-06-15T04:59:59Z', '2026-06-15T05:00:00Z'],
    ['Kathmandu, by quarters of an hour', kathmandu, '2026-11-16T01:14:59Z', '2026-11-16T01:15:00Z'],
    ['Auckland, where it is already Monday', auckland, '2026-11-15T17:59:59Z', '2026-11-15T18:00:00Z'],
    ['Honolulu, where it is still Friday', honolulu, '2026-11-20T16:59:59Z', '2026-11-20T17:00:00Z'],
    ['nowhere, by the sun', pacific, '2026-11-16T14:59:59Z', '2026-11-16T15:00:00Z'],
  ])('%s', (_title, place, before, from) => {
    expect([isActive('Mo-Fr 07:00-19:00', place, before), isActive('Mo-Fr 07:00-19:00', place, from)]).toEqual([
      false,
      true,
    ])
  })

  test('ends a rule at the minute it names', () => {
    expect(isActive('Fr 06:00-16:00', montevideo, '2026-11-20T18:59:59Z')).toBe(true)
    expect(isActive('Fr 06:00-16:00', montevideo, '2026-11-20T19:00:00Z')).toBe(false)
  })

  test('applies a rule over midnight on both sides of it', () => {
    const at = (instant: string) => isActive('22:00-08:00', montevideo, instant)
    expect(['2026-11-16T00:59:00Z', '2026-11-16T01:00:00Z', '2026-11-16T03:00:00Z'].map(at)).toEqual([
      false,
      true,
      true,
    ])
    expect(['2026-11-16T10:59:00Z', '2026-11-16T11:00:00Z'].map(at)).toEqual([true, false])
  })

  test('uses the date of the region: New Year comes to Auckland first', () => {
    const at = (place: ConditionLocation) => isActive('2027', place, '2026-12-31T12:00:00Z')
    expect([at(auckland), at(berlin), at(honolulu)]).toEqual([true, false, false])
  })
})

describe('clock changes', () => {
  const night = (place: ConditionLocation, instants: readonly string[]) =>
    instants.map((instant) => isActive('02:00-04:00', place, instant))

  test('do not wait for the skipped hour in spring', () => {
    // In Berlin, the clock jumps from 01:59 to 03:00.
    expect(night(berlin, ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z'])).toEqual([
      false,
      true,
      false,
    ])
    expect(night(newYork, ['2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z'])).toEqual([
      false,
      true,
      false,
    ])
  })

  test('count the repeated hour twice in autumn', () => {
    // In Berlin, 02:30 occurs at 00:30 UTC and again at 01:30 UTC.
    const instants = ['2026-10-24T23:59:59Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T03:00:00Z']
    expect(night(berlin, instants)).toEqual([false, true, true, false])
  })
})

describe('holidays', () => {
  // December 25, 2026 is a Friday.
  const eve = '2026-12-24T11:00:00Z'
  const christmas = '2026-12-25T11:00:00Z'

  test('are applied for a country that the library supports', () => {
    expect([isActive('PH', berlin, eve), isActive('PH', berlin, christmas)]).toEqual([false, true])
    const workdays = 'Mo-Fr 07:00-19:00; PH off'
    expect([isActive(workdays, berlin, eve), isActive(workdays, berlin, christmas)]).toEqual([true, false])
    // The date of Easter Monday changes every year.
    expect([isActive('PH', berlin, '2026-04-06T10:00:00Z'), isActive('PH', berlin, '2027-04-06T10:00:00Z')]).toEqual([
      true,
      false,
    ])
  })

  test.each([
    ['a country that it does not', montevideo],
    ['no country at all', pacific],
    ['a country whose holidays differ from state to state', { ...berlin, country: 'gb' }],
    ['a country that there is not', { ...berlin, country: 'xx' }],
  ])('are ignored for %s, and the rest of the rule applies', (_title, place) => {
    const noon = place.longitude < -100 ? '2026-12-25T21:00:00Z' : '2026-12-25T14:00:00Z'
    expect(isActive('Mo-Fr 07:00-19:00; PH off', place, noon)).toBe(true)
    expect(isActive('Mo-Fr,PH 07:00-19:00', place, noon)).toBe(true)
    expect(isActive('PH', place, noon)).toBe(false)
    expect(isActive('PH off; Sa 07:00-19:00', place, noon)).toBe(false)
  })

  test('cover school holidays for a few years, and never fail in others', () => {
    expect(isActive('SH', monaco, '2026-08-03T10:00:00Z')).toBe(true)
    expect(isActive('SH', monaco, '2026-11-16T10:00:00Z')).toBe(false)
    expect(isActive('SH', monaco, '1990-08-03T10:00:00Z')).toBe(false)
    // All three dates are Mondays.
    const at = (instant: string) => isActive('Mo-Fr 07:00-19:00; SH off', monaco, instant)
    expect(['2026-08-03T10:00:00Z', '2026-11-16T10:00:00Z', '2060-08-02T10:00:00Z'].map(at)).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('free-form rules', () => {
  test('returns the active ones of many rules, in order of their numbers', () => {
    const ruleStrings = new Map([
      [70, '10:00-14:00'],
      [8, 'garbage'],
      [9, '24/7'],
      [100, 'Mo'],
      [3, 'Nov'],
    ])
    const clock = new ConditionClock(ruleStrings, montevideo)
    expect(clock.listActive(Date.parse('2026-11-16T15:00:00Z'))).toEqual([3, 9, 70, 100])
    expect(new ConditionClock(new Map(), montevideo).listActive(0)).toEqual([])
  })

  test.each([
    ...[
      '',
      ' ',
      ';;;',
      'garbage',
      'Mo-Xx',
      '(Mo-Fr',
      'week 1-53/0',
      'Mo-Fr 25:00-26:00',
      '2026-2025',
      'Jan 01-2030 Feb 30',
    ],
    ...[
      '\u0000',
      '👩‍👩‍👧',
      'ſ',
      'x'.repeat(255),
      'Tu,'.repeat(50),
      '"unclosed',
      '||',
      '10:00-',
      '-10:00',
      '1e9',
      'off',
    ],
    ...['__proto__', 'constructor', 'PH,SH', 'SH Mo', 'day', 'week', 'easter', '"by appointment"'],
  ])('treats %j as inactive, not as an error', (rule) => {
    expect(isActive(rule, montevideo, '2026-11-16T15:00:00Z')).toBe(false)
  })

  test('does not parse a rule longer than OpenStreetMap allows, because the library would take seconds', () => {
    expect(isActive(`Mo${' '.repeat(253)}`, montevideo, '2026-11-16T15:00:00Z')).toBe(true)
    expect(isActive(`Mo${' '.repeat(254)}`, montevideo, '2026-11-16T15:00:00Z')).toBe(false)
    expect(isActive('x'.repeat(100_000), montevideo, '2026-11-16T15:00:00Z')).toBe(false)
  })

  const token = fc.constantFrom(
    ...'Mo Tu Fr Sa Su PH SH Jan Feb Dec week easter day days off open unknown sunrise sunset dawn dusk'.split(' '),
    ...'24/7 07:00 19:00 00:00 24:00 26:00 2026 2030 01 31 53 1 [ ] ( ) - , ; : / + || "x" -1'.split(' '),
  )
  const rule = fc.oneof(
    fc.array(token, { maxLength: 12 }).map((words) => words.join(' ')),
    fc.array(token, { maxLength: 12 }).map((words) => words.join('')),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  test(`never throws on any combination of syntax words (seed ${SEED})`, () => {
    const locations = fc.constantFrom(montevideo, berlin, monaco, pacific)
    const instants = fc.integer({ min: 0, max: Date.parse('2200-01-01T00:00:00Z') })
    const property = fc.property(rule, locations, instants, (written, place, instant) => {
      const activeConditions = new ConditionClock(new Map([[5, written]]), place).listActive(instant)
      expect([[], [5]]).toContainEqual(activeConditions)
    })
    fc.assert(property, { seed: SEED, numRuns: 1500, interruptAfterTimeLimit: 15_000 })
  })
})
