import { expect, test } from 'vitest'
import { checkTour } from './check-tour.ts'

const rows = [
  [0, 1, 2],
  [2147483647, 0, 4],
  [8, 16, 0],
]

test('accepts a valid claim', () => {
  expect(checkTour({ rows, closed: false }, { order: [0, 1, 2], cost: 5, unreachableArcCount: 0 })).toEqual([])
  expect(checkTour({ rows, closed: true, start: 0 }, { order: [0, 1, 2], cost: 13, unreachableArcCount: 0 })).toEqual(
    [],
  )
  expect(checkTour({ rows, closed: false }, { order: [2, 1, 0], cost: 16, unreachableArcCount: 1 })).toEqual([])
  expect(checkTour({ rows: [[0]], closed: true }, { order: [0], cost: 0, unreachableArcCount: 0 })).toEqual([])
})

test('reports each kind of error', () => {
  const claim = { order: [0, 1, 1], cost: 4, unreachableArcCount: 2 }
  expect(checkTour({ rows, closed: false, start: 2, end: 0 }, claim)).toEqual([
    'stops 2 are not visited',
    'starts at 0, not at 2',
    'ends at 1, not at 0',
    'costs 1, not 4',
    '0 arcs cannot be driven, not 2',
  ])
  expect(checkTour({ rows, closed: false }, { order: [0, 1, 2, 0], cost: 13, unreachableArcCount: 0 })).toEqual([
    '4 visits to 3 stops',
  ])
})
