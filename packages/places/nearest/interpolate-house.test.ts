import { longitudeDifference, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { interpolateHouse } from './interpolate-house.ts'

const STEP = 0.0001

/** Creates a street with odd numbers on the north side and even numbers on the south side, ten meters apart. */
function streetWith(numbers: readonly number[], latitude = 10, longitude = 20) {
  const houses = numbers.map((number) => ({ number: String(number), ...positionOf(number, latitude, longitude) }))
  const builder = new PlacesBuilder()
  builder.add({ kind: 'street', names: ['Main Street'], latitude, longitude, houses })
  return builder.build()
}

function positionOf(number: number, latitude = 10, longitude = 20) {
  const side = number % 2 === 0 ? -1 : 1
  // Longitudes east of the antimeridian are negative, as on real maps.
  const wrappedLongitude = longitudeDifference(0, longitude + Math.floor(number / 2) * STEP)
  return { latitude: latitude + side * STEP, longitude: wrappedLongitude }
}

describe('unmapped house', () => {
  test('is interpolated between its neighbors on the same side', () => {
    const index = streetWith([2, 4, 12, 14, 1, 3, 5, 7, 9, 11])
    expect(interpolateHouse(index, 0, positionOf(8))?.house).toMatchObject({ number: '8', isInterpolated: true })
    const nextToStreet = { latitude: positionOf(6).latitude - STEP, longitude: positionOf(6).longitude }
    expect(interpolateHouse(index, 0, nextToStreet)).toMatchObject({ house: { number: '6' }, ...positionOf(6) })
  })

  test('is found at its exact position in random streets (seed 5)', () => {
    const random = seededRandom(5)
    for (let round = 0; round < 200; round++) {
      const existingNumbers = Array.from({ length: 30 }, (_, at) => 2 + 2 * at).filter(
        (n) => n === 2 || n === 60 || random() < 0.5,
      )
      const missing = Array.from({ length: 30 }, (_, at) => 2 + 2 * at).filter((n) => !existingNumbers.includes(n))
      const index = streetWith(existingNumbers)
      for (const number of missing) {
        const house = interpolateHouse(index, 0, positionOf(number))
        expect([house?.house.number, Math.round(house?.distanceMeters ?? -1)]).toEqual([String(number), 0])
      }
    }
  })

  test('is interpolated across the antimeridian', () => {
    const index = streetWith([2, 10], -17, 179.9998)
    expect(interpolateHouse(index, 0, positionOf(6, -17, 179.9998))?.house.number).toBe('6')
  })
})

test.each([
  ['beyond the last one', [2, 4, 6], 12],
  ['between numbers of different sides', [2, 5], 4],
  ['where the numbers are too far apart', [2, 200], 20],
  ['on a street with one house', [2], 4],
  ['on a street without any', [], 4],
])('interpolates nothing %s', (_title, numbers, at) => {
  expect(interpolateHouse(streetWith(numbers), 0, positionOf(at))).toBeUndefined()
})

test('interpolates nothing far from the street', () => {
  const { latitude, longitude } = positionOf(6)
  expect(interpolateHouse(streetWith([2, 10]), 0, { latitude: latitude - 0.001, longitude })).toBeUndefined()
})
