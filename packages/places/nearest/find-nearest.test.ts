import { distanceMeters, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { placeCategories, toMask } from '../categories.ts'
import { PlacesBuilder } from '../index/builder.ts'
import { getLabel, getPosition } from '../index/place-index.ts'
import { countEntries } from '../index/schema.ts'
import { buildSmallIndex } from '../testing/small-town.ts'
import { findNearestAreas, findNearestEntries, findNearestHouses } from './find-nearest.ts'

test('finds the nearest house with its street', () => {
  const index = buildSmallIndex()
  const [house] = findNearestHouses(index, { latitude: 52.48001, longitude: 13.35112 }, { limit: 1 })
  expect(getLabel(index, house.entry)).toBe('Hauptstraße')
  expect(house.house).toMatchObject({ number: '12', isInterpolated: false })
  expect(house.distanceMeters).toBeLessThan(3)
})

test('measures the distance of a street to its nearest point', () => {
  const index = buildSmallIndex()
  const [street, ...others] = findNearestEntries(index, { latitude: -34.9001, longitude: -56.187 }, { limit: 3 })
  expect(getLabel(index, street.entry)).toBe('Ejido')
  expect(street.distanceMeters).toBeLessThan(15)
  expect(others.map(({ entry }) => entry)).not.toContain(street.entry)
})

test('finds the nearest town beyond all its streets', () => {
  const index = buildSmallIndex()
  const [town] = findNearestAreas(index, { latitude: -34.9, longitude: -56.188 }, { limit: 1 })
  expect(getLabel(index, town.entry)).toBe('Montevideo')
})

test.each([1, 2])(
  'finds nearby places of a category like a full scan, even at the edges of the map, seed %i',
  (seed) => {
    const random = seededRandom(seed)
    const builder = new PlacesBuilder()
    for (let attempt = 0; attempt < 2000; attempt++) {
      const isPole = attempt % 3 === 0
      builder.add({
        kind: 'poi',
        names: [`place ${attempt}`],
        latitude: isPole ? 88 + 2 * random() : random() * 20 - 10,
        longitude: isPole ? random() * 360 - 180 : random() < 0.5 ? 179 + random() : -180 + random(),
        category: 1 << (attempt % 11),
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
        const accepts = (entry: number) => (index.entries.category[entry] & toMask(category)) !== 0
        const nearest = findNearestEntries(index, center, { limit: 15, radiusMeters: 300_000, accepts })
        const expected = Array.from({ length: countEntries(index) }, (_, entry) => entry)
          .filter(accepts)
          .map((entry) => {
            const { latitude, longitude } = getPosition(index, entry)
            return { entry, meters: distanceMeters(center.latitude, center.longitude, latitude, longitude) }
          })
          .filter(({ meters }) => meters <= 300_000)
          .sort((a, b) => a.meters - b.meters)
          .slice(0, 15)
        expect(nearest.map(({ entry }) => entry)).toEqual(expected.map(({ entry }) => entry))
      }
    }
  },
)
