import { describe, expect, test } from 'vitest'
import { listOpeningChecks } from './opening-checks.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-06-16T10:00:00Z')

describe('the checks of opening hours', () => {
  test.each([0, 1, 60_000, HOUR_MS / 2, HOUR_MS, 7.3 * HOUR_MS, 23.5 * HOUR_MS])(
    'cover a stop of %d ms every half hour, with both ends',
    (durationMs) => {
      const checks = listOpeningChecks(START_MS, START_MS + durationMs)
      expect(checks[0]).toBe(START_MS)
      expect(checks.at(-1)).toBe(START_MS + Math.max(0, durationMs - 1))
      for (const [index, ms] of checks.slice(1).entries()) {
        expect(ms).toBeGreaterThanOrEqual(checks[index] ?? 0)
        expect(ms - (checks[index] ?? 0)).toBeLessThanOrEqual(HOUR_MS / 2 + 1)
      }
    },
  )

  test.each([
    [23, 47],
    [23.5, 48],
    [24, 48],
    [20_000, 48],
  ])('of a stop of %d hours are %d', (hours, count) => {
    const checks = listOpeningChecks(START_MS, START_MS + hours * HOUR_MS)
    expect(checks).toHaveLength(count)
    expect(checks.at(-1)).toBe(START_MS + hours * HOUR_MS - 1)
  })
})
