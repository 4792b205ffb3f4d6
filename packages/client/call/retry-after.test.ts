import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-06-16T08:00:00Z')
const read = (fields: Record<string, string>) => readRetryAfter(new Headers(fields), now)

test.each([
  ['0', 0],
  ['3', 3],
  ['0.25', 0.25],
  [' 1.5 ', 1.5],
  ['Tue, 16 Jun 2026 08:00:30 GMT', 30],
  ['Tue, 16 Jun 2026 07:00:00 GMT', 0],
])('%s', (text, seconds) => {
  expect(read({ 'retry-after': text })).toBe(seconds)
})

test.each(['', 'soon', '-1', '1e3', '2 s', '1,5'])('ignores an invalid value: %j', (text) => {
  expect(read({ 'retry-after': text })).toBeUndefined()
})
test('returns nothing without a header', () => {
  expect(read({})).toBeUndefined()
})

test('computes a date relative to the clock of the service, however wrong the local clock is', () => {
  const fields = { date: 'Mon, 01 Jan 2024 00:00:00 GMT', 'retry-after': 'Mon, 01 Jan 2024 00:00:05 GMT' }
  expect(read(fields)).toBe(5)
})
