import { expect, test } from 'vitest'
import { sumClimbs, toGroundPoints } from './elevation.ts'

test('climbs and descents add up, and noise does not', () => {
  expect(sumClimbs([0, 10, 4, 20])).toEqual({ up: 26, down: 6 })
  expect(sumClimbs(Array.from({ length: 100 }, (_, index) => index % 2))).toEqual({ up: 0, down: 0 })
  expect(sumClimbs([])).toEqual({ up: 0, down: 0 })
})

test('points without a height are left out of the plot', () => {
  expect(toGroundPoints([5, null, 7], [0, 1, 2])).toEqual([
    [0, 5],
    [2, 7],
  ])
})
