import { expect, test } from 'vitest'
import { parseTime } from './probe-time.ts'

const instant = Date.UTC(2026, 10, 15, 8, 30, 5)

test.each([
  '2026-11-15T08:30:05Z',
  '2026-11-15 08:30:05Z',
  '2026-11-15t08:30:05z',
  '2026-11-15T08:30:05.000Z',
  '2026-11-15T09:30:05+01:00',
  '2026-11-15 08:30:05+00:00',
  '2026-11-15 08:30:05 +0000',
  '2026-11-15T03:00:05-0530',
  '2026-11-14T18:30:05-14',
  String(instant),
  String(instant / 1000),
  `${instant / 1000}.0`,
])('parses %s', (text) => {
  expect(parseTime(text)).toBe(instant)
})

test('keeps fractional seconds, and allows missing seconds', () => {
  expect(parseTime('2026-11-15T08:30:05.25Z')).toBe(instant + 250)
  expect(parseTime(String(instant / 1000 + 0.25))).toBe(instant + 250)
  expect(parseTime('2026-11-15T08:30Z')).toBe(instant - 5000)
  expect(parseTime('2024-02-29T00:00:00Z')).toBe(Date.UTC(2024, 1, 29))
  expect(parseTime('2016-12-31T23:59:60Z')).toBe(Date.UTC(2017, 0, 1))
})

test('accepts times from 2000 to 2100', () => {
  expect(parseTime('2000-01-01T00:00:00Z')).toBe(Date.UTC(2000, 0, 1))
  expect(parseTime('1999-12-31T23:59:59Z')).toBeNaN()
  expect(parseTime('2099-12-31T23:59:59Z')).toBe(Date.UTC(2099, 11, 31, 23, 59, 59))
  expect(parseTime('2100-01-01T00:00:00Z')).toBeNaN()
})

test.each([
  '',
  'noon',
  '12',
  '-5',
  'Infinity',
  '0x68f0a1b2',
  '2026-11-15',
  '2026-11-15T08:30:05',
  '2026-11-15T08:30:05+15:00',
  '2026-11-15T08:30:05+01:60',
  '2026-11-15T24:00:00Z',
  '2026-11-15T08:60:00Z',
  '2026-11-15T08:30:61Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-11-00T00:00:00Z',
  '15.11.2026 08:30',
])('rejects %j', (text) => {
  expect(parseTime(text)).toBeNaN()
})
