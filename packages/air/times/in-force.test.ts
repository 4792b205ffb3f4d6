import type { Position } from '@fairway/geo'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Validity, WeeklySlot } from '../model.ts'
import { findNextChange, isInForce, overlapsPeriod } from './in-force.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const anywhere: Position = [0, 0]
const at = (text: string) => Date.parse(text)
const clock = (minute: number) => ({ kind: 'clock', minute }) as const
const sun = (event: 'sunrise' | 'sunset' | 'morning-twilight', offsetMinutes = 0) =>
  ({ kind: 'sun', event, offsetMinutes }) as const
const weekdays = 0b0011111
const office: Validity = { weekly: [{ days: weekdays, from: clock(480), to: clock(1080) }] }

/** Evaluates the definition for one minute, in which either today's slot or the rest of yesterday's slot may apply. */
function oracle(times: readonly Validity[], ms: number): boolean {
  if (times.length === 0) return true
  const minute = Math.floor((ms % DAY) / MINUTE)
  const today = (new Date(ms).getUTCDay() + 6) % 7
  const holds = ({ days, from, to }: WeeklySlot) => {
    if (from.kind !== 'clock' || to.kind !== 'clock') throw new Error('clocks only')
    const isOn = (day: number) => (days >> day) % 2 === 1
    if (to.minute > from.minute) return isOn(today) && minute >= from.minute && minute < to.minute
    return (isOn(today) && minute >= from.minute) || (isOn((today + 6) % 7) && minute < to.minute)
  }
  return times.some(
    ({ fromMs = -Infinity, untilMs = Infinity, weekly }) =>
      ms >= fromMs && ms < untilMs && (weekly.length === 0 || weekly.some(holds)),
  )
}

const monday = at('2026-03-02T00:00:00Z')
const someMinute = fc.integer({ min: 0, max: 14 * 1440 }).map((minutes) => monday + minutes * MINUTE)
const someSlot = fc.record({
  days: fc.integer({ min: 0, max: 127 }),
  from: fc.integer({ min: 0, max: 1439 }).map(clock),
  to: fc.integer({ min: 0, max: 1440 }).map(clock),
})
const someValidity = fc.record(
  { fromMs: someMinute, untilMs: someMinute, weekly: fc.array(someSlot, { maxLength: 3 }) },
  { requiredKeys: ['weekly'] },
)
const someTimes = fc.array(someValidity, { maxLength: 3 })

describe('active by the clock', () => {
  test('matches the definition minute by minute', () => {
    fc.assert(
      fc.property(someTimes, someMinute, (times, ms) => {
        expect(isInForce(times, ms, anywhere)).toBe(oracle(times, ms))
      }),
      { seed: 81, numRuns: 3000 },
    )
  })

  test('overlaps an interval when one of its minutes is active', () => {
    fc.assert(
      fc.property(someTimes, someMinute, fc.integer({ min: 0, max: 600 }), (times, ms, minutes) => {
        const each = Array.from({ length: minutes + 1 }, (_, index) => ms + index * MINUTE)
        const expected = each.some((timeMs) => oracle(times, timeMs))
        expect(overlapsPeriod(times, ms, ms + minutes * MINUTE, anywhere)).toBe(expected)
      }),
      { seed: 82, numRuns: 1000 },
    )
  })

  test('changes next at the first minute that differs', () => {
    fc.assert(
      fc.property(someTimes, someMinute, (times, ms) => {
        const before = oracle(times, ms)
        let expected: number | undefined
        for (let timeMs = ms + MINUTE; timeMs < ms + 30 * DAY && expected === undefined; timeMs += MINUTE) {
          if (oracle(times, timeMs) !== before) expected = timeMs
        }
        expect(findNextChange(times, ms, anywhere)).toBe(expected)
      }),
      { seed: 83, numRuns: 100 },
    )
  })

  test('is always without times, and never without days', () => {
    expect(isInForce([], monday, anywhere)).toBe(true)
    expect(findNextChange([], monday, anywhere)).toBeUndefined()
    const never: Validity = { weekly: [{ days: 0, from: clock(0), to: clock(1440) }] }
    expect(overlapsPeriod([never], -Infinity, Infinity, anywhere)).toBe(false)
    expect(findNextChange([never], monday, anywhere)).toBeUndefined()
    expect(overlapsPeriod([office], -Infinity, Infinity, anywhere)).toBe(true)
  })

  test('excludes the end', () => {
    expect(isInForce([office], at('2026-03-02T07:59:59.999Z'), anywhere)).toBe(false)
    expect(isInForce([office], at('2026-03-02T08:00:00Z'), anywhere)).toBe(true)
    expect(isInForce([office], at('2026-03-02T17:59:59.999Z'), anywhere)).toBe(true)
    expect(isInForce([office], at('2026-03-02T18:00:00Z'), anywhere)).toBe(false)
    expect(findNextChange([office], at('2026-03-06T18:00:00Z'), anywhere)).toBe(at('2026-03-09T08:00:00Z'))
  })

  test('changes only at the end of the validity when it is around the clock, even years ahead', () => {
    const always: WeeklySlot = { days: 127, from: clock(0), to: clock(1440) }
    const untilMs = at('2031-01-01T00:00:00Z')
    expect(findNextChange([{ untilMs, weekly: [always] }], monday, anywhere)).toBe(untilMs)
    expect(findNextChange([{ weekly: [always] }], monday, anywhere)).toBeUndefined()
    const fromMs = at('2030-12-31T12:00:00Z')
    const later = findNextChange(
      [
        { untilMs, weekly: [always] },
        { fromMs, weekly: office.weekly },
      ],
      monday,
      anywhere,
    )
    expect(later).toBe(untilMs)
  })
})

describe('active by the sun', () => {
  const byDay: Validity = { weekly: [{ days: 127, from: sun('sunrise'), to: sun('sunset') }] }
  const byNight: Validity = { weekly: [{ days: 127, from: sun('sunset'), to: sun('sunrise') }] }
  const positions: Position[] = [
    [51.4779, 0],
    [-34.9, -56.16],
    [40.71, -74],
    [-17.8, 178.2],
    [21.3, -157.8],
    [78.2, 15.6],
    [-89.9, 100],
  ]

  test.each(positions)('is either day or night at %d, %d, all year', (latitude, longitude) => {
    for (let hour = 0; hour < 366 * 24; hour += 7.3) {
      const ms = monday + hour * 3_600_000
      const position: Position = [latitude, longitude]
      expect(isInForce([byDay], ms, position), new Date(ms).toISOString()).toBe(!isInForce([byNight], ms, position))
    }
  })

  test('does not change for months where the sun stays up or down', () => {
    const tromso: Position = [69.65, 18.96]
    const june = at('2026-06-10T00:00:00Z')
    expect(isInForce([byDay], june, tromso)).toBe(true)
    expect(isInForce([byNight], june, tromso)).toBe(false)
    const firstNight = findNextChange([byDay], june, tromso) ?? 0
    expect(new Date(firstNight).toISOString().slice(0, 7)).toBe('2026-07')
    expect(findNextChange([byNight], june, tromso)).toBe(firstNight)
    expect(isInForce([byDay], at('2026-12-21T11:00:00Z'), tromso)).toBe(false)
  })

  test('assigns a day to the weekday at its noon, even when it ends the next day in UTC', () => {
    const mondays: Validity = { weekly: [{ days: 1, from: sun('sunrise'), to: sun('sunset') }] }
    const honolulu: Position = [21.3, -157.8]
    expect(isInForce([mondays], at('2026-03-03T02:00:00Z'), honolulu)).toBe(true)
    expect(isInForce([mondays], at('2026-03-02T02:00:00Z'), honolulu)).toBe(false)
  })

  test('combines clock and sun up to the next such moment, with offsets', () => {
    const evening: Validity = { weekly: [{ days: 127, from: sun('sunset', 30), to: clock(60) }] }
    const greenwich: Position = [51.4779, 0]
    expect(isInForce([evening], at('2024-06-20T20:45:00Z'), greenwich)).toBe(false)
    expect(isInForce([evening], at('2024-06-20T20:55:00Z'), greenwich)).toBe(true)
    expect(isInForce([evening], at('2024-06-21T00:59:00Z'), greenwich)).toBe(true)
    expect(isInForce([evening], at('2024-06-21T01:00:00Z'), greenwich)).toBe(false)
  })
})

test('terminates without results beyond the calendar', () => {
  for (const far of [1e17, 1e25, 1e300]) {
    expect(overlapsPeriod([office], far, far * 2, anywhere)).toBe(false)
    expect(overlapsPeriod([office], -far * 2, -far, anywhere)).toBe(false)
    expect(findNextChange([office], far, anywhere)).toBeUndefined()
    expect(findNextChange([office], -far, anywhere)).toBeUndefined()
    expect(overlapsPeriod([office], at('2026-06-01T00:00:00Z'), far, anywhere)).toBe(true)
  }
})
