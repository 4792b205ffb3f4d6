import { expect, test } from 'vitest'
import { toDeltaOps } from './delta-ops.ts'

const toCoordinates = (points: readonly number[]) => ({
  latitude: Int32Array.from(points, (point) => 1000 * point),
  longitude: Int32Array.from(points, (point) => 7000 * point),
})
const old = toCoordinates([1, 2, 3, 4, 5, 6, 7, 8, 9])

test('inserts new points between kept ones', () => {
  expect(toDeltaOps(old, toCoordinates([2, 3, 4, 55, 56, 7, 8, 9]))).toEqual([
    { op: 'keep', from: 1, to: 3 },
    { op: 'insert', from: 3, to: 4 },
    { op: 'keep', from: 6, to: 8 },
  ])
})

test('inserts the first point of a segment on which the route turns off, so that steps can start there', () => {
  expect(toDeltaOps(old, toCoordinates([1, 2, 3, 7, 8, 9]))).toEqual([
    { op: 'keep', from: 0, to: 1 },
    { op: 'insert', from: 2, to: 2 },
    { op: 'keep', from: 6, to: 8 },
  ])
  expect(toDeltaOps(old, toCoordinates([6, 7, 8, 1, 2, 3, 6, 7, 8]))).toEqual([
    { op: 'keep', from: 5, to: 6 },
    { op: 'insert', from: 2, to: 2 },
    { op: 'keep', from: 0, to: 1 },
    { op: 'insert', from: 5, to: 5 },
    { op: 'keep', from: 5, to: 7 },
  ])
})

test('keeps an identical line, and inserts a different one completely', () => {
  expect(toDeltaOps(old, old)).toEqual([{ op: 'keep', from: 0, to: 8 }])
  expect(toDeltaOps(old, toCoordinates([21, 22, 23]))).toEqual([{ op: 'insert', from: 0, to: 2 }])
})
