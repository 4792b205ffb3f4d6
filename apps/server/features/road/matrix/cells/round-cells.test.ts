import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { toDecimeters, toMilliminutes } from '../../route/reply/rounding.ts'
import { roundAll } from './round-cells.ts'

function roundThem(values: readonly number[], step: number) {
  const into = new Int32Array(values.length)
  const edges: number[] = []
  roundAll(Float64Array.from(values), step, into, (cell) => edges.push(cell))
  return { rounded: [...into], edges }
}

test('rounds like routes', () => {
  const random = seededRandom(3)
  const values = Array.from({ length: 2000 }, () => random() * 10 ** Math.floor(9 * random()))
  expect(roundThem(values, 10).rounded).toEqual(values.map(toDecimeters))
  expect(roundThem(values, 6).rounded).toEqual(values.map(toMilliminutes))
  const wholeNumbers = Array.from({ length: 2000 }, (_, i) => i)
  expect(roundThem(wholeNumbers, 10).rounded).toEqual(wholeNumbers.map(toDecimeters))
  expect(roundThem(wholeNumbers, 6).rounded).toEqual(wholeNumbers.map(toMilliminutes))
})

test('reports cells whose rounding depends on the last bit', () => {
  const values = [14.9, 15, 15 - 1e-9, 15 + 1e-9, 15.1, 20, 0, 5]
  expect(roundThem(values, 10).edges).toEqual([1, 2, 3, 7])
})

test('has no value where there is no path', () => {
  expect(roundThem([Number.POSITIVE_INFINITY, 3], 6)).toEqual({ rounded: [-1, 1], edges: [1] })
})
