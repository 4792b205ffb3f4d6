import { expect, test } from 'vitest'
import { toBoundingBox } from './geometry.ts'

test('includes the bulge of great circles in a bounding box: over a pole, it reaches the pole', () => {
  expect(
    toBoundingBox([
      [89.95, 0],
      [89.95, 180],
    ]),
  ).toEqual([89.95, 0, 90, 180])
  expect(
    toBoundingBox([
      [-89.95, 0],
      [-89.95, 180],
    ]),
  ).toEqual([-90, 0, -89.95, 180])
  const [south, , north] = toBoundingBox([
    [60, 0],
    [60, 40],
  ])
  expect([south, north]).toEqual([60, expect.closeTo(61.5, 1)])
  expect(
    toBoundingBox([
      [60, 0],
      [61, 0],
      [61, 0],
    ]),
  ).toEqual([60, 0, 61, 0])
  expect(
    toBoundingBox([
      [-1, 10],
      [1, 12],
    ]),
  ).toEqual([-1, 10, 1, 12])
})
