import { expect, test } from 'vitest'
import { OpeningHoursEvaluator, type OpeningTime } from './opening-hours.ts'

const montevideo = { latitude: -34.9058, longitude: -56.1882 }
const tokyo = { latitude: 35.68, longitude: 139.76 }
const instant = (text: string): OpeningTime => ({ kind: 'instant', ms: Date.parse(text) })

const clock = new OpeningHoursEvaluator()
const isOpen = (hours: string, moment: OpeningTime, at = montevideo, country: string | undefined = 'UY') =>
  clock.isOpen(hours, country, at, moment)

test.each([
  // The local time is three hours behind UTC, so 11:30 UTC is 08:30 on a Tuesday.
  ['Mo-Fr 08:00-18:00', '2026-06-16T11:30:00Z', true],
  ['Mo-Fr 08:00-18:00', '2026-06-16T10:30:00Z', false],
  ['Mo-Fr 08:00-18:00', '2026-06-16T20:59:00Z', true],
  ['Mo-Fr 08:00-18:00', '2026-06-16T21:00:00Z', false],
  ['Sa,Su 08:00-18:00', '2026-06-16T12:00:00Z', false],
  ['24/7', '2026-06-16T03:00:00Z', true],
  ['Mo-Su 20:00-02:00', '2026-06-16T04:30:00Z', true],
])('%s at %s: %s', (hours, at, expected) => {
  expect(isOpen(hours, instant(at))).toBe(expected)
})

// The holidays of Uruguay are unknown, so states that depend on them are undefined. 12:00 UTC is 09:00 on a Tuesday.
test.each([
  ['Mo-Fr 08:00-18:00; PH off', '2026-06-16T12:00:00Z', undefined],
  ['Mo-Fr 08:00-18:00; PH off', '2026-06-16T02:00:00Z', false],
  ['Mo-Fr 08:00-18:00; SH 09:00-10:00', '2026-06-16T12:00:00Z', true],
  ['Mo-Fr 08:00-18:00; PH 10:00-12:00', '2026-06-16T14:00:00Z', true],
  ['Mo-Su,PH 08:00-18:00', '2026-06-16T12:00:00Z', true],
  ['Mo-Su,PH 08:00-18:00', '2026-06-16T22:00:00Z', false],
  ['Sa,Su,PH 08:00-18:00', '2026-06-16T12:00:00Z', undefined],
  // At one in the morning, the hours of the previous day apply, and that day may have been a holiday.
  ['Mo-Su 20:00-02:00; PH off', '2026-06-16T04:00:00Z', undefined],
  ['PH 08:00-18:00', '2026-06-16T12:00:00Z', undefined],
])('without a holiday calendar, %s at %s: %s', (hours, at, expected) => {
  expect(isOpen(hours, instant(at))).toBe(expected)
})

test('reports closed on Christmas where holidays are known, and unknown where they are not', () => {
  const noon = instant('2026-12-25T11:00:00Z')
  const [berlin, vaduz] = [
    { latitude: 52.52, longitude: 13.4 },
    { latitude: 47.14, longitude: 9.52 },
  ]
  const hours = 'Mo-Fr 08:00-18:00; PH off'
  expect([isOpen(hours, noon, berlin, 'DE'), isOpen(hours, noon, vaduz, 'LI')]).toEqual([false, undefined])
})

test('accepts an hour that is skipped in the time zone of this machine', () => {
  const originalTimeZone = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  try {
    const moment: OpeningTime = { kind: 'local', localMs: Date.UTC(2026, 2, 29, 2, 30) }
    const clockOfBerlin = new OpeningHoursEvaluator()
    const states = ['00:00-24:00', '01:00-05:00', '08:00-18:00', '00:00-02:45'].map((hours) =>
      clockOfBerlin.isOpen(hours, 'UY', montevideo, moment),
    )
    // A place that closes within the skipped hour has no defined state.
    expect([new Date(2026, 2, 29, 2, 30).getHours(), states]).toEqual([3, [true, true, false, undefined]])
  } finally {
    if (originalTimeZone === undefined) delete process.env.TZ
    else process.env.TZ = originalTimeZone
  }
})

test('evaluates the same instant in local time', () => {
  const at = instant('2026-06-16T23:30:00Z')
  expect([isOpen('Mo-Su 08:00-18:00', at), isOpen('Mo-Su 08:00-18:00', at, tokyo, 'JP')]).toEqual([false, true])
})

test('takes a local time as given', () => {
  const moment: OpeningTime = { kind: 'local', localMs: Date.UTC(2026, 5, 16, 8, 30) }
  expect([isOpen('08:00-09:00', moment), isOpen('08:00-09:00', moment, tokyo, 'JP')]).toEqual([true, true])
  expect(isOpen('09:00-10:00', moment)).toBe(false)
})

test.each(['whenever we feel like it', '"by appointment"', '', '08:00-', 'x'.repeat(300), 'Mo-Fr 25:99-99:99'])(
  'returns unknown for %j',
  (hours) => expect(isOpen(hours, instant('2026-06-16T12:00:00Z'))).toBeUndefined(),
)

test('evaluates opening hours without a country', () => {
  expect(clock.isOpen('08:00-18:00', undefined, montevideo, instant('2026-06-16T12:00:00Z'))).toBe(true)
})
