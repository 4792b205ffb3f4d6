import { describe, expect, test } from 'vitest'
import { UsageTally } from './tally.ts'

describe('usage tally', () => {
  test('sums by account, day and operation', () => {
    const tally = new UsageTally()
    tally.add(1, '2026-11-15', 'route', 1, 1)
    tally.add(1, '2026-11-15', 'matrix', 1, 12)
    tally.add(2, '2026-11-15', 'route', 1, 1)
    tally.add(1, '2026-11-15', 'route', 2, 3)
    expect(tally.drain()).toEqual([
      { account: 1, day: '2026-11-15', operation: 'route', calls: 3, units: 4 },
      { account: 2, day: '2026-11-15', operation: 'route', calls: 1, units: 1 },
      { account: 1, day: '2026-11-15', operation: 'matrix', calls: 1, units: 12 },
    ])
  })

  test('returns every count once', () => {
    const tally = new UsageTally()
    tally.add(1, '2026-11-15', 'route', 1, 1)
    expect(tally.drain().length).toBe(1)
    expect(tally.drain()).toEqual([])
    tally.add(1, '2026-11-15', 'route', 1, 1)
    expect(tally.drain()).toEqual([{ account: 1, day: '2026-11-15', operation: 'route', calls: 1, units: 1 }])
  })

  test('keeps days separate when midnight passes between two drains', () => {
    const tally = new UsageTally()
    tally.add(1, '2026-11-30', 'route', 1, 1)
    tally.add(1, '2026-12-01', 'route', 1, 2)
    tally.add(1, '2026-12-01', 'route', 1, 2)
    expect(tally.drain()).toEqual([
      { account: 1, day: '2026-11-30', operation: 'route', calls: 1, units: 1 },
      { account: 1, day: '2026-12-01', operation: 'route', calls: 2, units: 4 },
    ])
  })

  test('counts calls without cost', () => {
    const tally = new UsageTally()
    tally.add(1, '2026-11-15', 'geocode', 1, 0)
    expect(tally.drain()).toMatchObject([{ calls: 1, units: 0 }])
  })

  test('loses nothing when days arrive in any order', () => {
    const tally = new UsageTally()
    const days = ['2026-11-30', '2026-12-01', '2026-11-30', '2026-12-01', '2026-11-30']
    for (const day of days) tally.add(1, day, 'route', 1, 1)
    const lines = tally.drain()
    const calls = (day: string) => lines.filter((line) => line.day === day).reduce((sum, line) => sum + line.calls, 0)
    expect([calls('2026-11-30'), calls('2026-12-01')]).toEqual([3, 2])
  })
})
