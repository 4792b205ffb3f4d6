import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { clusterPoints } from './cluster.ts'
import { mayBeSameStreet } from './same-street.ts'
import type { StreetHouse } from './settle-postcodes.ts'
import { splitStreet } from './split-parts.ts'

test.each([
  ['18 de julio', 'avenida 18 de julio', true],
  ['avda italia', 'avenida italia', true],
  ['main st', 'main street', true],
  ['93rd road', '93rd avenue', false],
  ['93rd avenue', '93rd road', false],
  ['calle', 'avenida', false],
  ['san martin', 'san martin norte', false],
])('compares %s and %s as the same street: %s', (a, b, expected) => {
  expect([mayBeSameStreet(a, b), mayBeSameStreet(b, a)]).toEqual([expected, expected])
})

test.each([1, 2])(
  'clusters points less than 700 m apart, and separates those more than 2 km apart, seed %i',
  (seed) => {
    const random = seededRandom(seed)
    for (const [latitude, longitude] of [
      [-34.9, -56.2],
      [0, 179.999],
      [69.6, 18.9],
      [84, 0],
    ]) {
      const angle = 2 * Math.PI * random()
      const atDistance = (meters: number): [number, number] => {
        const lat = latitude + (meters * Math.sin(angle)) / 111_600
        const lon = longitude + (meters * Math.cos(angle)) / (111_300 * Math.cos((latitude * Math.PI) / 180))
        return [Math.min(90, lat), lon > 180 ? lon - 360 : lon]
      }
      for (const meters of [690, 2100]) {
        const [lat, lon] = atDistance(meters)
        const [here, there] = clusterPoints([latitude, lat], [longitude, lon])
        expect(here === there, `${latitude},${longitude}, ${meters} m at ${angle}`).toBe(meters === 690)
      }
    }
  },
)

const house = (longitude: number, home: number, postcode?: string): StreetHouse => ({
  number: '1',
  latitude: 0,
  longitude,
  settlement: home,
  postcode,
})

test('splits a street where its postal code changes, and assigns points to the nearest houses', () => {
  const houses = [
    ...[0, 1, 2].map((at) => house(at / 1000, 7, '100')),
    ...[5, 6, 7].map((at) => house(at / 1000, 7, '200')),
  ]
  const points = [1, 6].map((at) => ({ latitude: 0.0001, longitude: at / 1000 }))
  const parts = splitStreet(houses, points, () => 7)
  expect(parts.map(({ postcode, houses: own, points: along }) => [postcode, own.length, along.length])).toEqual([
    ['100', 3, 1],
    ['200', 3, 1],
  ])
})

test('treats two houses with another postal code as an error, but not three', () => {
  const usual = [0, 1, 2, 3].map((at) => house(at / 1000, 7, '100'))
  const odd = (count: number) => Array.from({ length: count }, (_, at) => house(0.0005 + at / 1000, 7, '999'))
  expect(splitStreet([...usual, ...odd(2)], [], () => 7)).toHaveLength(1)
  expect(splitStreet([...usual, ...odd(3)], [], () => 7)).toHaveLength(2)
})

test('gives houses without a postal code that of their neighbors, but never of another town', () => {
  const houses = [...[0, 1, 2].map((at) => house(at / 1000, 7, '100')), house(0.001, 7), house(0.001, 8)]
  const parts = splitStreet(houses, [], () => 7)
  expect(parts.map(({ settlement, postcode, houses: own }) => [settlement, postcode, own.length])).toEqual([
    [7, '100', 4],
    [8, undefined, 1],
  ])
})

test('does not use a postal code of only a few houses for the street', () => {
  const houses = (known: number, ...codes: string[]) =>
    Array.from({ length: 20 }, (_, at) => house(at / 1000, 7, at < known ? codes[at % codes.length] : undefined))
  const codes = (given: readonly StreetHouse[]) => splitStreet(given, [], () => 7).map(({ postcode }) => postcode)
  // A single known postal code applies only if at least a fifth of the houses have it.
  expect(codes(houses(4, '100'))).toEqual(['100'])
  expect(codes(houses(3, '100'))).toEqual([undefined])
  // Several postal codes apply only if at least half of the houses have one.
  expect(codes(houses(10, '100', '200'))).toEqual(['100', '200'])
  expect(codes(houses(9, '100', '200'))).toEqual([undefined])
})
