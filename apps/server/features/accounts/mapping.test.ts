import { describe, expect, test } from 'vitest'
import { defaultPlans } from '../../platform/config/plans.ts'
import { maskPhone, sumUsageBy, toQuota } from './mapping.ts'

describe('usage', () => {
  const line = (day: string, operation: string, calls: number, units: number) => {
    return { account: 1, day, operation, calls, units }
  }
  const lines = [
    line('2026-11-14', 'matrix', 1, 12),
    line('2026-11-14', 'route', 2, 2),
    line('2026-11-15', 'route', 3, 3),
    line('2026-11-15', 'geocode', 5, 0),
  ]

  test('sums by day and by operation, in input order, both to the same total', () => {
    expect(sumUsageBy(lines, 'day')).toEqual([
      { day: '2026-11-14', calls: 3, routes: 14 },
      { day: '2026-11-15', calls: 8, routes: 3 },
    ])
    expect(sumUsageBy(lines, 'operation')).toEqual([
      { operation: 'matrix', calls: 1, routes: 12 },
      { operation: 'route', calls: 5, routes: 5 },
      { operation: 'geocode', calls: 5, routes: 0 },
    ])
    expect(sumUsageBy([], 'day')).toEqual([])
  })
})

describe('quota', () => {
  const { trial } = defaultPlans(7)

  test('never has a negative remainder, for example after a change to a smaller plan', () => {
    expect(toQuota(trial, 24_999, Date.UTC(2026, 10, 15))).toEqual({
      routes_per_month: 25_000,
      used: 24_999,
      remaining: 1,
      resets_at: '2026-12-01T00:00:00.000Z',
    })
    expect(toQuota(trial, 30_000, Date.UTC(2026, 11, 31))).toMatchObject({
      remaining: 0,
      resets_at: '2027-01-01T00:00:00.000Z',
    })
  })
})

test('shows the first two and last two digits of a phone number', () => {
  expect(maskPhone('+59821234567')).toBe('+59•••••••67')
  expect(maskPhone('+1234567')).toBe('+12•••67')
  expect(maskPhone(null)).toBeNull()
})
