import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { computeOrderCost, isCheaper, isSymmetric, toCostMatrix, transpose, UNREACHABLE } from './matrix.ts'
import { findNearestNeighbors } from './neighbors.ts'
import { randomMatrix } from './testing/random-matrix.ts'

const asymmetric = toCostMatrix([
  [0, 1, 2],
  [UNREACHABLE, 0, 4],
  [8, 16, 0],
])

test('sums the arcs of an order, closed by the return; missing arcs are counted separately', () => {
  expect(computeOrderCost(asymmetric, [0, 1, 2], false)).toEqual({ cost: 5, unreachableArcCount: 0 })
  expect(computeOrderCost(asymmetric, [0, 1, 2], true)).toEqual({ cost: 13, unreachableArcCount: 0 })
  expect(computeOrderCost(asymmetric, [2, 1, 0], true)).toEqual({ cost: 18, unreachableArcCount: 1 })
  expect(computeOrderCost(asymmetric, [1], true)).toEqual({ cost: 0, unreachableArcCount: 0 })
})

test('prefers a feasible tour to a cheaper infeasible one', () => {
  expect(isCheaper({ cost: 9, unreachableArcCount: 0 }, { cost: 1, unreachableArcCount: 1 })).toBe(true)
  expect(isCheaper({ cost: 9, unreachableArcCount: 0 }, { cost: 9, unreachableArcCount: 0 })).toBe(false)
})

test('is symmetric when both directions are equal everywhere', () => {
  expect(isSymmetric(asymmetric)).toBe(false)
  expect(isSymmetric(randomMatrix(seededRandom(1), 9, { symmetric: true }))).toBe(true)
  expect(transpose(transpose(asymmetric))).toEqual(asymmetric)
})

test('rejects rows of a different length than the matrix', () => {
  expect(() => toCostMatrix([[0, 1], [1]])).toThrow(RangeError)
})

test('finds the neighbors of a full sort, with ties by the smaller index', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const matrix = randomMatrix(seededRandom(seed), 2 + seed, { costLimit: seed % 2 ? 6 : 1000, unreachableShare: 0.1 })
    const { count, near } = findNearestNeighbors(matrix, 7)
    expect(count).toBe(Math.min(7, matrix.size - 1))
    for (let from = 0; from < matrix.size; from++) {
      const row = matrix.cost.subarray(from * matrix.size, (from + 1) * matrix.size)
      const sorted = [...row.keys()].filter((to) => to !== from).sort((a, b) => row[a] - row[b] || a - b)
      expect([...near.subarray(from * count, (from + 1) * count)]).toEqual(sorted.slice(0, count))
    }
  }
})
