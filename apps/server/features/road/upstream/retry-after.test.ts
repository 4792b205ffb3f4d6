import { expect, test } from 'vitest'
import { parseRetryAfterSeconds } from './retry-after.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')

test.each([
  ['30', 30],
  [' 1 ', 1],
  ['0', undefined],
  ['3600', 3600],
  ['3601', 3600],
  ['Sun, 15 Nov 2026 12:00:20 GMT', 20],
  ['Sun, 15 Nov 2026 11:59:59 GMT', undefined],
  ['1.5', undefined],
  ['-5', undefined],
  ['soon GMT', undefined],
  ['', undefined],
  [undefined, undefined],
])('parses %j as %j seconds', (header, seconds) => {
  expect(parseRetryAfterSeconds(header, nowMs)).toBe(seconds)
})
