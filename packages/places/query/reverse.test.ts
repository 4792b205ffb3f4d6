import { distanceMeters, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { maskOf, placeCategories } from '../categories.ts'
import { PlacesBuilder } from '../index/builder.ts'
import { labelOf, positionOf } from '../index/place-index.ts'
import { entryCount } from '../index/schema.ts'
import { smallWorld } from '../testing/small-town.ts'
import { nearestAreas, nearestEntries, nearestHouses } from './reverse.ts'

test('finds the nearest house with its street', () => {
  const index = smallWorld()
  const [house] = nearestHouses(index, { latitude: 52.48001, longitude: 13.35112 }, { limit: 1 })
  expect(labelOf(index, house.entry)).toBe('Hauptstraße')
  expect(house.house).toMatchObject({ number: '12', isInterpolated: false })
  expect(house.distanceMeters).toBeLessThan(3)
})

test('measures the distance of a street to its nearest point', () => {
  const index = smallWorld()
  const [street, ...others] = nearestEntries(index, { latitude: -34.9001, longitude: -56.187 }, { limit: 3 })
  expect(labelOf(index, street.entry)).toBe('Ejido')
  expect(street.distanceMeters).toBeLessThan(15)
  expect(others.map(({ entry }) => entry)).not.toContain(street.entry)
})

test('finds the nearest town beyond all its streets', () => {
  const index = smallWorld()
  const [town] = nearestAreas(index, { latitude: -34.9, longitude: -56.188 }, { limit: 1 })
  expect(labelOf(index, town.entry)).toBe('Montevideo')
})

test.each([1, 2])(
  'finds nearby places of a category like a full scan, also at the edges of the map, seed %i',
  (seed) => {
    const random = seededRandom(seed)
    const builder = new PlacesBuilder()
    for (let made = 0; made < 2000; made++) {
      const isPole = made % 3 === 0
      builder.add({
        kind: 'poi',
        names: [`place ${made}`],
        latitude: isPole ? 88 + 2 * random() : random() * 20 - 10,
        longitude: isPole ? random() * 360 - 180 : random() < 0.5 ? 179 + random() : -180 + random(),
        category: 1 << (made % 11),
      })
    }
    const index = builder.build()
    const centers = [
      { latitude: 90, longitude: 0 },
      { latitude: 89.5, longitude: 180 },
      { latitude: 0, longitude: 180 },
      { latitude: 3, longitude: -179.999 },
      { latitude: 3, longitude: 179.999 },
    ]
    for (const center of centers) {
      for (const category of placeCategories) {
        const accepts = (entry: number) => (index.entries.category[entry] & maskOf(category)) !== 0
        const found = nearestEntries(index, center, { limit: 15, radiusMeters: 300_000, accepts })
        const expected = Array.from({ length: entryCount(index) }, (_, entry) => entry)
          .filter(accepts)
          .map((entry) => {
            const { latitude, longitude } = positionOf(index, entry)
            return { entry, meters: distanceMeters(center.latitude, center.longitude, latitude, longitude) }
          })
          .filter(({ meters }) => meters <= 300_000)
          .sort((a, b) => a.meters - b.meters)
          .slice(0, 15)
        expect(found.map(({ entry }) => entry)).toEqual(expected.map(({ entry }) => entry))
      }
    }
  },
)
