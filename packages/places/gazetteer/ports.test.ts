import { distanceMeters, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { GeoNamesPlace } from './geonames.ts'
import { PlaceGrid } from './place-grid.ts'
import { groupPlacesByName, locatePort, type SeaPort } from './ports.ts'

const town = (id: number, name: string, latitude: number, longitude: number, countryCode: string, population = 1000) =>
  ({
    id,
    names: [name],
    latitude,
    longitude,
    countryCode,
    population,
    featureCode: 'PPL',
    regionCode: '',
  }) as GeoNamesPlace
const places = [
  town(1, 'Montevideo', -34.903, -56.188, 'UY', 1_270_737),
  town(2, 'Montevideo', -33, -54, 'UY', 10),
  town(3, 'Nueva Palmira', -33.87, -58.41, 'UY'),
  town(4, 'Gualeguaychú', -33.01, -58.51, 'AR'),
]
const locate = (code: string, port: Partial<SeaPort>) =>
  locatePort(code, { name: '', alias: [], ...port }, new PlaceGrid(places), groupPlacesByName(places))

describe('ports', () => {
  test('are at the position of their package, in the town of their name', () => {
    const located = locate('UYMVD', { name: 'Montevideo', alias: ['San Felipe'], coordinates: [-56.21, -34.9] })
    expect(located?.town.id).toBe(1)
    expect(located?.record).toMatchObject({
      kind: 'port',
      names: ['Port of Montevideo', 'Port of San Felipe', 'UYMVD'],
      latitude: -34.9,
      longitude: -56.21,
      countryCode: 'UY',
      details: '{"tags":{"unlocode":"UYMVD"}}',
    })
  })

  test('that are far from every town of their name are moved to the largest of them', () => {
    const located = locate('UYMVD', { name: 'Montevideo', coordinates: [-58.4, -33.8] })
    expect(located?.record).toMatchObject({ latitude: -34.903, longitude: -56.188 })
  })

  test('without a position are moved to the town of their name, or omitted', () => {
    expect(locate('UYNVP', { name: 'Nueva Palmira' })?.record).toMatchObject({ latitude: -33.87 })
    expect(locate('UYXXX', { name: 'Nowhere' })).toBeUndefined()
  })

  test('that are near no town of their country are omitted', () => {
    expect(locate('UYXXX', { name: 'Nowhere', coordinates: [-58.5, -33] })).toBeUndefined()
    expect(locate('UYXXX', { name: 'Punta', coordinates: [-58.4, -33.9] })?.town.id).toBe(3)
  })

  test('with port in their name do not repeat the word', () => {
    expect(locate('UYNVP', { name: 'Port Nueva', coordinates: [-58.4, -33.9] })?.record.names[0]).toBe('Port Nueva')
  })
})

test('finds the nearest settlement like a full scan, even across the antimeridian and near the poles', () => {
  const random = seededRandom(3)
  const many = Array.from({ length: 400 }, (_, id) =>
    town(
      id,
      'x',
      Math.max(-90, Math.min(90, (random() - 0.5) * 200)),
      random() < 0.5 ? 179 + random() : -180 + random(),
      'ZZ',
    ),
  )
  const grid = new PlaceGrid(many)
  for (const from of many.slice(0, 100)) {
    const [latitude, longitude] = [Math.max(-90, from.latitude - 0.3), from.longitude]
    const meters = many.map((one) => distanceMeters(latitude, longitude, one.latitude, one.longitude))
    const best = Math.min(...meters)
    const nearest = grid.findNearest(latitude, longitude, 150, () => true)
    expect(nearest?.id).toBe(best <= 150_000 ? meters.indexOf(best) : undefined)
  }
})
