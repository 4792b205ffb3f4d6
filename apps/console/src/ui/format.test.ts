import { expect, test } from 'vitest'
import { formatClockTime, formatKilometers, formatMinutes, formatTimeOfDay, formatTimeZone } from './format.ts'

test('rounds a duration to the nearest minute, and names the time zone of a clock time', () => {
  const eight = new Date('2026-06-16T08:00:00')
  const before = new Date(eight.getTime() - 30).toISOString()
  expect(formatClockTime(before)).toBe(formatClockTime(eight.toISOString()))
  expect(formatClockTime(new Date(eight.getTime() + 29_000).toISOString())).toBe(formatClockTime(before))
  expect(formatClockTime(new Date(eight.getTime() + 31_000).toISOString())).not.toBe(formatClockTime(before))
  expect(formatTimeZone(before)).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test.each([
  [0.5, '30 s'],
  [59.4, '59 min'],
  [59.6, '1 h'],
  [90, '1 h 30 min'],
  [119.7, '2 h'],
  [125, '2 h 5 min'],
  [2 * 24 * 60 - 1, '47 h 59 min'],
  [2 * 24 * 60 - 0.4, '2 d'],
  [34 * 24 * 60 + 23.6 * 60, '35 d'],
  [25 * 24 * 60 + 10 * 60, '25 d 10 h'],
])('never shows sixty minutes or 24 hours, and leaves out a unit that is zero: %d', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text)
})

test('shows meters below a kilometer, and never 1000 of them', () => {
  expect([0.451, 0.9996, 19.33, 11_287.468].map(formatKilometers)).toEqual(['451 m', '1.0 km', '19.3 km', '11,287 km'])
})

test('shows a time of day like a clock time on that day', () => {
  const today = new Date()
  today.setHours(8, 30, 0, 0)
  expect(formatTimeOfDay(8 * 60 + 30)).toBe(formatClockTime(today.toISOString()))
  expect(formatTimeOfDay(8 * 60 + 30)).toMatch(/^0?8.30/)
})
