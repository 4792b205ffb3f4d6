import { expect, test } from 'vitest'
import { formatTimeOfDay } from '../../../ui/format.ts'
import { describeDifference } from './describe-difference.ts'
import { listTicks, toScale, toShare } from './time-scale.ts'
import type { ScheduledTour } from './tour-schedule.ts'

const tour = (leaves: number, ends: number): ScheduledTour => ({
  ...{ vehicle: 0, leaves, ends, kilometers: 0, driving: 0, serviceMinutes: 0, waiting: 0, load: 0, problems: [] },
  visits: [{ stop: 1, arrives: leaves, begins: leaves, leaves: ends, late: 0 }],
})

test('the timeline spans all tours, with some room at both ends', () => {
  const scale = toScale([tour(100, 200), tour(150, 300)])
  expect(toShare(scale, 100)).toBeGreaterThan(0)
  expect(toShare(scale, 100)).toBeLessThan(0.05)
  expect(toShare(scale, 300)).toBeLessThan(1)
  expect(toScale([]).to).toBeGreaterThanOrEqual(30)
})

test('ticks are at full hours of the day, whenever the tours start', () => {
  const departAt = new Date(2026, 10, 18, 7, 40).toISOString()
  expect(listTicks({ from: 0, to: 300 }, departAt).map(({ label }) => label)).toEqual([
    formatTimeOfDay(480),
    formatTimeOfDay(510),
    formatTimeOfDay(540),
    formatTimeOfDay(570),
    formatTimeOfDay(600),
    formatTimeOfDay(630),
    formatTimeOfDay(660),
    formatTimeOfDay(690),
    formatTimeOfDay(720),
    formatTimeOfDay(750),
  ])
  expect(listTicks({ from: 0, to: 300 }, departAt)[0]?.minute).toBe(20)
  expect(listTicks({ from: 960, to: 1_100 }, departAt).map(({ label }) => label)).toContain(formatTimeOfDay(0))
})

test('a difference has a sign, and is omitted when it is too small to show', () => {
  expect(describeDifference({ kilometers: 1.24, minutes: 3.2, problems: [] })).toBe('+1.2 km, +3 min driving')
  expect(describeDifference({ kilometers: -0.6, minutes: -0.1, problems: ['vehicle 1: 2 late'] })).toBe(
    '−600 m, ±0 s driving, vehicle 1: 2 late',
  )
})
