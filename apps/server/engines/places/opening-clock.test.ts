import { expect, test } from 'vitest'
import { type Moment, OpeningClock } from './opening-clock.ts'

const montevideo = { latitude: -34.9058, longitude: -56.1882 }
const tokyo = { latitude: 35.68, longitude: 139.76 }
const instant = (text: string): Moment => ({ kind: 'instant', ms: Date.parse(text) })

const clock = new OpeningClock()
const isOpen = (hours: string, moment: Moment, at = montevideo, country: string | undefined = 'UY') =>
  clock.isOpen(hours, country, at, moment)

test.each([
  // Three hours behind UTC: 11:30 UTC is 08:30 there, a Tuesday.
  ['Mo-Fr 08:00-18:00', '2026-06-16T11:30:00Z', true],
  ['Mo-Fr 08:00-18:00', '2026-06-16T10:30:00Z', false],
  ['Mo-Fr 08:00-18:00', '2026-06-16T20:59:00Z', true],
  ['Mo-Fr 08:00-18:00', '2026-06-16T21:00:00Z', false],
  ['Sa,Su 08:00-18:00', '2026-06-16T12:00:00Z', false],
  ['24/7', '2026-06-16T03:00:00Z', true],
  ['Mo-Su 20:00-02:00', '2026-06-16T04:30:00Z', true],
  // Nobody knows the holidays of Uruguay: as if there were none.
  ['Mo-Su,PH 08:00-18:00', '2026-06-16T12:00:00Z', true],
  ['Mo-Fr 08:00-18:00; PH off', '2026-06-16T12:00:00Z', true],
])('%s at %s: %s', (hours, at, expected) => {
  expect(isOpen(hours, instant(at))).toBe(expected)
})

test('the same instant is another hour elsewhere', () => {
  const at = instant('2026-06-16T23:30:00Z')
  expect([isOpen('Mo-Su 08:00-18:00', at), isOpen('Mo-Su 08:00-18:00', at, tokyo, 'JP')]).toEqual([false, true])
})

test('what the clocks of the place show is taken as it is', () => {
  const moment: Moment = { kind: 'local', wall: new Date(2026, 5, 16, 8, 30) }
  expect([isOpen('08:00-09:00', moment), isOpen('08:00-09:00', moment, tokyo, 'JP')]).toEqual([true, true])
  expect(isOpen('09:00-10:00', moment)).toBe(false)
})

test.each(['whenever we feel like it', '"by appointment"', '', '08:00-', 'x'.repeat(300), 'Mo-Fr 25:99-99:99'])(
  'nobody can tell: %j',
  (hours) => expect(isOpen(hours, instant('2026-06-16T12:00:00Z'))).toBeUndefined(),
)

test('a place of no country has opening hours too', () => {
  expect(clock.isOpen('08:00-18:00', undefined, montevideo, instant('2026-06-16T12:00:00Z'))).toBe(true)
})
