import { expect, test } from 'vitest'
import { findLabelPoint } from './label-point.ts'

/** Returns a line along the equator with a northward bulge of the given height in its middle. */
const bulging = (height: number) =>
  Array.from(
    { length: 101 },
    (_, index) => [Math.max(0, height - Math.abs(index - 50) / 1_000), index / 1_000] as const,
  )

test('the label is where the route is farthest from the others', () => {
  expect(findLabelPoint(bulging(0.02), [bulging(0)])?.[1]).toBeCloseTo(0.05, 2)
})

test('the label of a single route is in its middle, away from the pins', () => {
  expect(findLabelPoint(bulging(0), [])?.[1]).toBeCloseTo(0.05, 2)
  expect(findLabelPoint([], [])).toBeUndefined()
  expect(
    findLabelPoint(
      [
        [1, 1],
        [2, 2],
      ],
      [],
    ),
  ).toBeDefined()
})
