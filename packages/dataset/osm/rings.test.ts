import { expect, test } from 'vitest'
import { closeRings } from './rings.ts'

test('joins segments in any direction', () => {
  const [ring] = closeRings([
    [1, 2, 3],
    [5, 4, 3],
    [5, 6, 1],
  ]) ?? [[]]
  expect([...ring].sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(ring).toHaveLength(6)
})

test('joins several rings, including closed ones, in any order', () => {
  const rings = closeRings([
    [7, 8, 9, 7],
    [1, 2],
    [20, 21, 22],
    [2, 3, 1],
    [22, 20],
  ])
  expect(rings?.map((ring) => ring.length).sort()).toEqual([3, 3, 3])
})

test('has no ring when the segments do not close', () => {
  expect(
    closeRings([
      [7, 8, 9, 7],
      [1, 2, 3],
    ]),
  ).toBeUndefined()
  expect(closeRings([])).toBeUndefined()
})
