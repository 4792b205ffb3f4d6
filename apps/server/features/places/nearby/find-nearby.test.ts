import { distanceMeters, seededRandom } from '@fairway/geo'
import { listCategories, placeCategories, toMask } from '@fairway/places'
import { describe, expect, test } from 'vitest'
import { createTestIndex } from '../testing/small-index.ts'
import { findNearby, type NearbyQuery } from './find-nearby.ts'

const plain = { category: undefined, brand: undefined, radiusMeters: 2000, limit: 20, language: undefined }
const toQuery = (query: Partial<NearbyQuery>): NearbyQuery => ({ ...plain, latitude: 10, longitude: 20, ...query })

interface TestPlace {
  readonly osm: string
  readonly latitude: number
  readonly longitude: number
  readonly category: number
}

/** Scatters entries within about half a degree of a position, which may be at a pole or on the antimeridian. */
function scatter(random: () => number, latitude: number, longitude: number, count: number): TestPlace[] {
  return Array.from({ length: count }, (_, at) => {
    const lon = longitude + (random() - 0.5) / Math.max(0.001, Math.cos((latitude * Math.PI) / 180))
    return {
      osm: `node/${at}`,
      latitude: Math.max(-90, Math.min(90, latitude + random() - 0.5)),
      longitude: ((((lon + 180) % 360) + 360) % 360) - 180,
      category: Math.floor(random() * 2048),
    }
  }).map((thing) => ({ ...thing, latitude: round(thing.latitude), longitude: round(thing.longitude) }))
}
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

const createIndexOf = (things: readonly TestPlace[], region = 'here') =>
  createTestIndex((builder) => {
    for (const { osm, latitude, longitude, category } of things) {
      builder.add({ kind: 'poi', names: ['x'], latitude, longitude, category, details: JSON.stringify({ osm }) })
    }
  }, region)

describe.each([
  ['the middle', 47, 9],
  ['the antimeridian', -17, 180],
  ['the north pole', 89.9, 12],
  ['the south pole', -90, 0],
])('nearby search against brute force: %s', (_title, latitude, longitude) => {
  test('matches for all categories and random centers (seed 11)', () => {
    const random = seededRandom(11)
    const testPlaces = scatter(random, latitude, longitude, 500)
    const placeIndex = createIndexOf(testPlaces)
    for (const category of [undefined, ...placeCategories]) {
      for (let round = 0; round < 10; round++) {
        const [centre] = scatter(random, latitude, longitude, 1)
        if (!centre) throw new Error('one was asked for')
        const radiusMeters = 1000 + random() * 40_000
        const categoryMask = category ? toMask(category) : 2047
        const expected = testPlaces
          .filter((thing) => (thing.category & categoryMask) !== 0)
          .map((thing) => ({
            id: thing.osm,
            meters: distanceMeters(centre.latitude, centre.longitude, thing.latitude, thing.longitude),
          }))
          .filter(({ meters }) => meters <= radiusMeters)
          .sort((a, b) => a.meters - b.meters)
          .slice(0, 20)
        const query = toQuery({ ...centre, category, radiusMeters })
        const matches = findNearby([placeIndex], query)
        // Several entries are exactly on a pole at equal distance, so the choice between them is undefined.
        const distances = matches.map((place) => place.distanceMeters.toFixed(3))
        expect(distances).toEqual(expected.map(({ meters }) => meters.toFixed(3)))
        const reachable = new Map(testPlaces.map((thing) => [thing.osm, thing]))
        for (const { id, category: shown } of matches) {
          expect((reachable.get(id)?.category ?? 0) & toMask(shown)).not.toBe(0)
        }
        if (Math.abs(latitude) < 80) expect(matches.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }
    }
  })
})

test('lists a place of two maps once, and sorts the places of both by distance', () => {
  const testPlaces = scatter(seededRandom(3), 10, 20, 60)
  const [left, right] = [createIndexOf(testPlaces.slice(0, 40), 'left'), createIndexOf(testPlaces.slice(20), 'right')]
  const query = toQuery({ radiusMeters: 50_000, limit: 100 })
  const both = findNearby([left, right], query)
  expect(both.map(({ id }) => id)).toEqual(findNearby([createIndexOf(testPlaces)], query).map(({ id }) => id))
  expect(new Set(both.map(({ region }) => region))).toEqual(new Set(['left', 'right']))
})

describe('nearby place', () => {
  const placeIndex = createTestIndex((builder) => {
    const add = (names: string[], category: number, details: object, north: number) =>
      builder.add({
        kind: 'poi',
        names,
        latitude: 10 + north / 1000,
        longitude: 20,
        category,
        details: JSON.stringify(details),
      })
    add(['Ancap'], toMask('fuel') | toMask('atm'), { osm: 'way/1', tags: { brand: 'ANCAP' } }, 1)
    add([], toMask('fuel'), { osm: 'way/2', tags: { brand: 'Éñi' } }, 2)
    add([], toMask('parking'), { osm: 'way/3', tags: { operator: 'City' } }, 3)
    add([], toMask('speed_camera'), { osm: 'node/4' }, 4)
    add(['Das Café'], toMask('cafe'), { osm: 'node/5', names: { en: 'The Café' } }, 5)
  })
  const matches = (query: Partial<NearbyQuery>) => findNearby([placeIndex], toQuery(query))

  test('falls back to its brand, its operator or its category when it has no name', () => {
    expect(matches({}).map(({ name }) => name)).toEqual(['Ancap', 'Éñi', 'City', 'Speed camera', 'Das Café'])
    expect(matches({ language: 'en' }).at(-1)?.name).toBe('The Café')
    expect(matches({ language: 'en-GB' }).at(-1)?.name).toBe('The Café')
  })

  test('shows the requested category, else its main category', () => {
    expect(matches({})[0]).toMatchObject({
      category: 'fuel',
      categories: listCategories(toMask('fuel') | toMask('atm')),
    })
    expect(matches({ category: 'atm' })[0]).toMatchObject({ id: 'way/1', category: 'atm' })
  })

  test('matches a brand regardless of accents, case and punctuation', () => {
    const shops = createTestIndex((builder) => {
      const add = (name: string, tags: object) =>
        builder.add({
          kind: 'poi',
          names: [name],
          latitude: 10,
          longitude: 20,
          category: toMask('food'),
          details: JSON.stringify({ osm: `node/${name}`, tags }),
        })
      add('Mäcces', { brand: "McDonald's" })
      add('7-Eleven', {})
      add('!!!', {})
    })
    const ids = (brand: string) => findNearby([shops], toQuery({ brand })).map(({ id }) => id)
    for (const brand of ['McDonalds', "mcdonald's", 'MCDONALD’S', 'Mc Donalds'])
      expect(ids(brand)).toEqual(['node/Mäcces'])
    expect([ids('7 eleven'), ids('!!!'), ids('?!')]).toEqual([['node/7-Eleven'], ['node/!!!'], []])

    expect(matches({ brand: 'eni' }).map(({ id }) => id)).toEqual(['way/2'])
    expect(matches({ brand: 'ancap', category: 'fuel' }).map(({ id }) => id)).toEqual(['way/1'])
    expect(matches({ brand: 'shell' })).toEqual([])
  })
})
