import { expect, test } from 'vitest'
import { clockName, clockTime, kilometers, minutes } from './measures.ts'

test('rounds a duration to the nearest minute, and names the time zone of a clock time', () => {
  const eight = new Date('2026-06-16T08:00:00')
  const before = new Date(eight.getTime() - 30).toISOString()
  expect(clockTime(before)).toBe(clockTime(eight.toISOString()))
  expect(clockTime(new Date(eight.getTime() + 29_000).toISOString())).toBe(clockTime(before))
  expect(clockTime(new Date(eight.getTime() + 31_000).toISOString())).not.toBe(clockTime(before))
  expect(clockName(before)).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('never shows hours with sixty minutes', () => {
  expect(minutes(119.7)).toBe('2 h 00 min')
  expect(minutes(95)).toBe('1 h 35 min')
})

test('shows meters below a kilometer, and never 1000 of them', () => {
  expect([0.451, 0.9996, 19.33, 11_287.468].map(kilometers)).toEqual(['451 m', '1.0 km', '19.3 km', '11,287 km'])
})
