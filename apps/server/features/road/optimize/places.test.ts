import { expect, test } from 'vitest'
import { listPlaces } from './places.ts'

const [here, there] = [[1, 2] as const, [1, 3] as const]

test('rows with equal coordinates are at one place', () => {
  expect(listPlaces([here, there, here, there, [2, 1]], undefined)).toEqual([0, 1, 0, 1, 4])
})

test('with a matrix, only rows without a driving time between them are at one place', () => {
  const durations = [
    [0, 5, 0, 5],
    [5, 0, 5, 0],
    [3, 5, 0, 5],
    [5, 0, 5, 0],
  ]
  expect(listPlaces([here, here, here, here], durations)).toEqual([0, 1, 2, 1])
  expect(listPlaces([here, here, here, there], durations)).toEqual([0, 1, 2, 3])
  expect(
    listPlaces(
      [here, here],
      [
        [0, null],
        [null, 0],
      ],
    ),
  ).toEqual([0, 1])
})
