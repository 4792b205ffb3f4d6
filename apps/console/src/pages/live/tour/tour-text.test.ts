import type { LiveAssetStop } from '@fairway/client'
import { expect, test } from 'vitest'
import { describeDifferenceToPlan, describeTimes, summarizeTour } from './tour-text.ts'

const planned: LiveAssetStop = {
  stop: 3,
  at: [43.73, 7.42],
  status: 'pending',
  planned_at: '2026-11-18T09:00:00Z',
  arrive_at: '2026-11-18T09:12:00Z',
  eta_min: 30,
}

test('compares the arrival with the plan, and ignores differences below a minute', () => {
  expect(describeDifferenceToPlan(planned)).toBe('12 min behind schedule')
  expect(describeDifferenceToPlan({ ...planned, arrive_at: '2026-11-18T08:40:00Z' })).toBe('20 min ahead of schedule')
  expect(describeDifferenceToPlan({ ...planned, arrive_at: '2026-11-18T09:00:59Z' })).toBe('on time')
  expect(describeDifferenceToPlan({ ...planned, arrive_at: '2026-11-18T09:01:00Z' })).toBe('1 min behind schedule')
  expect(describeDifferenceToPlan({ ...planned, arrive_at: null })).toBe('')
})

test('counts closed stops, and reports the delay at the next open one', () => {
  expect(summarizeTour({})).toBeUndefined()
  expect(summarizeTour({ stops: [] })).toBeUndefined()
  const stops: LiveAssetStop[] = [
    { ...planned, status: 'done' },
    { ...planned, status: 'canceled', arrive_at: null },
    { ...planned, status: 'missed', arrive_at: null },
    planned,
  ]
  expect(summarizeTour({ stops })).toBe('2 of 4 stops done, 12 min behind schedule')
  expect(summarizeTour({ stops: stops.slice(0, 2) })).toBe('2 of 2 stops done')
})

test('shows the times that matter in each state of a stop', () => {
  expect(describeTimes(planned)).toMatch(/^planned .+, arrives .+$/)
  expect(describeTimes({ ...planned, late_min: 7 })).toMatch(/, 7 min late$/)
  expect(describeTimes({ ...planned, status: 'arrived' })).toMatch(/, arrived /)
  expect(describeTimes({ ...planned, status: 'done', done_at: '2026-11-18T09:20:00Z' })).toMatch(/, left /)
  expect(describeTimes({ ...planned, status: 'canceled' })).not.toContain('arrives')
})
