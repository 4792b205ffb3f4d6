import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkTour } from '../checker/check-tour.ts'
import { toCostMatrix } from '../matrix.ts'
import { findBestOrderCost, listEndpoints } from '../testing/brute-force.ts'
import { randomMatrix, toRows } from '../testing/random-matrix.ts'
import { solveExactly } from './held-karp.ts'

test('matches the best of all orders up to seven stops, for every kind of start and end', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed)
    const size = 1 + (seed % 7)
    const matrix = randomMatrix(random, size, {
      unreachableShare: seed % 3 === 0 ? 0.3 : 0,
      costLimit: seed % 2 ? 5 : 1e6,
    })
    for (const endpoints of listEndpoints(size)) {
      const exactTour = solveExactly(matrix, endpoints)
      const { order, ...cost } = exactTour
      expect(cost, `seed ${seed}, ${JSON.stringify(endpoints)}`).toEqual(findBestOrderCost(matrix, endpoints))
      expect(checkTour({ rows: toRows(matrix), ...endpoints }, exactTour)).toEqual([])
    }
  }
})

test('matches the best of all 40,320 orders for eight stops', () => {
  const matrix = randomMatrix(seededRandom(8), 8)
  const { order, ...cost } = solveExactly(matrix, { closed: false })
  expect(cost).toEqual(findBestOrderCost(matrix, { closed: false }))
  expect(order).toHaveLength(8)
})

test('solves thirteen stops with free ends, and rejects more', () => {
  const matrix = randomMatrix(seededRandom(13), 13)
  const exactTour = solveExactly(matrix, { closed: false })
  expect(checkTour({ rows: toRows(matrix), closed: false }, exactTour)).toEqual([])
  expect(() => solveExactly(randomMatrix(seededRandom(1), 15), { closed: true })).toThrow(RangeError)
})

test('rejects contradicting ends', () => {
  const matrix = toCostMatrix([
    [0, 1],
    [1, 0],
  ])
  expect(() => solveExactly(matrix, { closed: true, start: 0, end: 1 })).toThrow(RangeError)
  expect(() => solveExactly(matrix, { closed: false, start: 1, end: 1 })).toThrow(RangeError)
  expect(() => solveExactly(matrix, { closed: false, start: 2 })).toThrow(RangeError)
})
