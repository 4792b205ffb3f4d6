import { expect, test } from 'vitest'
import { closeRings } from './rings.ts'

test('pieces are joined whichever way they run', () => {
  const [ring] = closeRings([
    [1, 2, 3],
    [5, 4, 3],
    [5, 6, 1],
  ]) ?? [[]]
  expect([...ring].sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(ring).toHaveLength(6)
})

test('several rings, closed ones among them, in any order', () => {
  const rings = closeRings([
    [7, 8, 9, 7],
    [1, 2],
    [20, 21, 22],
    [2, 3, 1],
    [22, 20],
  ])
  expect(rings?.map((ring) => ring.length).sort()).toEqual([3, 3, 3])
})

test('what does not close has no ring at all', () => {
  expect(
    closeRings([
      [7, 8, 9, 7],
      [1, 2, 3],
    ]),
  ).toBeUndefined()
  expect(closeRings([])).toBeUndefined()
})
