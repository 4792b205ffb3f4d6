import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkTour } from '../checker/check-tour.ts'
import { type CostMatrix, computeOrderCost, isCheaper, UNREACHABLE } from '../matrix.ts'
import { findBestOrderCost, listEndpoints } from '../testing/brute-force.ts'
import { type RandomMatrixOptions, randomMatrix, shuffledOrder, toRows } from '../testing/random-matrix.ts'
import { improveTour, type TourOptions } from './improve-tour.ts'

const isOver = (): boolean => false
const counted = { seed: 7, maxIterations: 60, isOver }

const kinds: Readonly<Record<string, RandomMatrixOptions>> = {
  symmetric: { symmetric: true },
  asymmetric: {},
  'with missing arcs': { unreachableShare: 0.3 },
  'with hardly any arcs': { unreachableShare: 0.95 },
  'of equal costs': { costLimit: 1 },
  'of few costs': { costLimit: 4 },
  'of huge costs': { costLimit: UNREACHABLE - 1, unreachableShare: 0.1 },
}

for (const [name, kind] of Object.entries(kinds)) {
  test(`a matrix ${name}: passes the checker, is never worse than given, and is reproducible by seed`, () => {
    for (const size of [1, 2, 3, 5, 13, 14, 15, 16, 40, 90]) {
      const random = seededRandom(size)
      const matrix = randomMatrix(random, size, kind)
      for (const endpoints of listEndpoints(size)) {
        const initialOrder = withEndpoints(shuffledOrder(random, size), endpoints)
        const options = { ...counted, ...endpoints, initialOrder }
        const label = `size ${size}, ${JSON.stringify(endpoints)}`
        const tour = improveTour(matrix, options)
        expect(checkTour({ rows: toRows(matrix), ...endpoints }, tour), label).toEqual([])
        expect(isCheaper(computeOrderCost(matrix, initialOrder, endpoints.closed), tour), label).toBe(false)
        expect(improveTour(matrix, options), label).toEqual(tour)
        expect(
          checkTour({ rows: toRows(matrix), ...endpoints }, improveTour(matrix, { ...counted, ...endpoints })),
        ).toEqual([])
      }
    }
  })
}

test('finds the optimum for six stops', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const matrix = randomMatrix(seededRandom(seed), 6)
    for (const endpoints of listEndpoints(6)) {
      expect(improveTour(matrix, { ...counted, ...endpoints })).toMatchObject(findBestOrderCost(matrix, endpoints))
    }
  }
})

test('finds the ring from any order, open and closed', () => {
  const size = 60
  const ring = matrixOf(size, (from, to) => Math.min(Math.abs(from - to), size - Math.abs(from - to)))
  const options = { ...counted, maxIterations: 500, initialOrder: shuffledOrder(seededRandom(3), size) }
  expect(improveTour(ring, { ...options, closed: true }).cost).toBe(size)
  expect(improveTour(ring, { ...options, closed: false }).cost).toBe(size - 1)
  const fixed = improveTour(ring, { ...counted, maxIterations: 500, closed: false, start: 10, end: 9 })
  expect([fixed.cost, fixed.order[0], fixed.order.at(-1)]).toEqual([size - 1, 10, 9])
})

test('finds the only direction of a one-way ring', () => {
  const directedRing = matrixOf(40, (from, to) => ((to - from + 40) % 40 === 1 ? 5 : UNREACHABLE))
  expect(improveTour(directedRing, { ...counted, closed: true })).toMatchObject({ cost: 200, unreachableArcCount: 0 })
})

test('returns an order that cannot be improved as given, from any start', () => {
  const matrix = matrixOf(20, () => 3)
  const initialOrder = shuffledOrder(seededRandom(5), 20)
  expect(improveTour(matrix, { ...counted, closed: true, initialOrder }).order).toEqual(initialOrder)
})

test('stops on request, and has a result even when stopped immediately', () => {
  const matrix = randomMatrix(seededRandom(9), 120)
  const none = improveTour(matrix, { closed: true, seed: 1, isOver: () => true })
  expect(none.iterations).toBe(0)
  expect(checkTour({ rows: toRows(matrix), closed: true }, none)).toEqual([])
  let checks = 0
  const some = improveTour(matrix, { closed: true, seed: 1, progress: () => checks / 20, isOver: () => ++checks > 20 })
  expect(some.iterations).toBeGreaterThan(0)
  expect(some.cost).toBeLessThanOrEqual(none.cost)
})

test('rejects a given order that is not a permutation, or that begins or ends elsewhere', () => {
  const matrix = matrixOf(3, () => 1)
  const refused = (options: Partial<TourOptions>) =>
    expect(() => improveTour(matrix, { ...counted, closed: false, ...options })).toThrow(RangeError)
  refused({ initialOrder: [0, 1, 1] })
  refused({ initialOrder: [0, 1] })
  refused({ initialOrder: [0, 1, 3] })
  refused({ initialOrder: [0, 1, 2], start: 1 })
  refused({ initialOrder: [0, 1, 2], end: 1 })
})

function matrixOf(size: number, arc: (from: number, to: number) => number): CostMatrix {
  return { size, cost: Int32Array.from({ length: size * size }, (_, at) => arc(Math.floor(at / size), at % size)) }
}

function withEndpoints(
  order: number[],
  { start, end }: { start?: number | undefined; end?: number | undefined },
): number[] {
  const between = order.filter((stop) => stop !== start && stop !== end)
  const first = start === undefined ? [] : [start]
  return [...first, ...between, ...(end === undefined || end === start ? [] : [end])]
}
