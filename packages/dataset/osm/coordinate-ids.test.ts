import { expect, test } from 'vitest'
import { CoordinateIds, SyntheticIds } from './coordinate-ids.ts'

test('gives every distinct pair one negative id, even after the table has grown', () => {
  const ids = new CoordinateIds(new SyntheticIds())
  const pairs = Array.from({ length: 5000 }, (_, index) => [(index % 70) - 35, Math.floor(index / 70)] as const)
  const assigned = pairs.map(([a, b]) => ids.idOf(a, b))
  expect(assigned).toEqual(pairs.map((_, index) => -index - 1))
  expect(pairs.map(([a, b]) => ids.idOf(a, b))).toEqual(assigned)
  expect(pairs.map(([a, b]) => ids.find(a, b))).toEqual(assigned)
  expect(ids.size).toBe(5000)
  expect(ids.at(4999)).toEqual({ id: -5000, first: (4999 % 70) - 35, second: 71 })
})

test('has no id for unknown pairs, and tables with one source never share an id', () => {
  const source = new SyntheticIds()
  const [one, other] = [new CoordinateIds(source), new CoordinateIds(source)]
  expect([one.idOf(1, 2), other.idOf(1, 2), one.idOf(2, 1)]).toEqual([-1, -2, -3])
  expect(one.find(7, 7)).toBeUndefined()
})

test('does not mix up extreme coordinates', () => {
  const ids = new CoordinateIds(new SyntheticIds())
  const corners = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1].flatMap((a) => [0, 2 ** 31, 2 ** 32 - 1].map((b) => [a, b]))
  expect(new Set(corners.map(([a, b]) => ids.idOf(a, b))).size).toBe(corners.length)
})
