import { expect, test } from 'vitest'
import { interpolateHouses } from './interpolate.ts'

const at = (longitude: number, number?: string) => ({ latitude: 0, longitude, number })

test('spreads houses evenly along the line, not from node to node', () => {
  const houses = interpolateHouses([at(0, '2'), at(1), at(4, '10')], 'even')
  expect(houses.map(({ number }) => number)).toEqual(['4', '6', '8'])
  expect(houses.map(({ longitude }) => longitude)).toEqual([1, 2, 3].map((place) => expect.closeTo(place, 6)))
})

test('interpolates each section between two numbers separately, ascending or descending', () => {
  const houses = interpolateHouses([at(0, '9'), at(1, '5'), at(2, '7')], 'odd')
  expect(houses.map(({ number }) => number)).toEqual(['7'])
})

test('keeps interpolated houses between their neighbors across the antimeridian', () => {
  const [house] = interpolateHouses([at(179.9, '1'), at(-179.9, '5')], 'odd')
  expect(Math.abs(house.longitude)).toBeCloseTo(180, 6)
})

test('accepts 500 steps, and treats 501 as an error', () => {
  expect(interpolateHouses([at(0, '0'), at(1, '500')], 'all')).toHaveLength(499)
  expect(interpolateHouses([at(0, '0'), at(1, '501')], 'all')).toEqual([])
})

test('has none for non-numeric schemes, and for lines without numbers', () => {
  expect(interpolateHouses([at(0, '1'), at(1, '9')], 'alphabetic')).toEqual([])
  expect(interpolateHouses([at(0, '1'), at(1)], 'odd')).toEqual([])
  expect(interpolateHouses([at(0, 'rear'), at(1, '9')], 'odd')).toEqual([])
})
