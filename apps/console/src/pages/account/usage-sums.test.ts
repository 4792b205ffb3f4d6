import { expect, test } from 'vitest'
import { sumByOperation, sumCallsByDay } from './usage-sums.ts'

const usageRows = [
  { day: '2026-06-14', operation: 'route', calls: 3, routes: 3 },
  { day: '2026-06-16', operation: 'route', calls: 2, routes: 2 },
  { day: '2026-06-16', operation: 'matrix', calls: 7, routes: 70 },
]

test('has a bar for every day up to today, including empty days', () => {
  expect(sumCallsByDay(usageRows, 4, Date.UTC(2026, 5, 16, 23, 59))).toEqual([
    { label: '2026-06-13', value: 0 },
    { label: '2026-06-14', value: 3 },
    { label: '2026-06-15', value: 0 },
    { label: '2026-06-16', value: 9 },
  ])
  expect(sumCallsByDay([], 1, Date.UTC(2026, 5, 16))).toEqual([{ label: '2026-06-16', value: 0 }])
})

test('lists the most called operation first', () => {
  expect(sumByOperation(usageRows)).toEqual([
    { operation: 'matrix', calls: 7, routes: 70 },
    { operation: 'route', calls: 5, routes: 5 },
  ])
})
