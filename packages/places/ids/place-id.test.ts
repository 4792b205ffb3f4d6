import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { countEntries, type PlaceIndex } from '../index/schema.ts'
import { findPlace, parsePositionId } from './find-place.ts'
import { toPlaceId, toPositionId } from './place-id.ts'

/** Builds a town whose streets and shops are `shift` degrees farther north than in the first version. */
function build(shift = 0): PlaceIndex {
  const builder = new PlacesBuilder()
  const country = builder.add({
    kind: 'country',
    names: ['Uruguay'],
    latitude: -34.9,
    longitude: -56.2,
    importance: 0.9,
    countryCode: 'UY',
  })
  const common = { parent: country, countryCode: 'UY' }
  builder.add({ kind: 'city', names: ['Montevideo'], latitude: -34.9, longitude: -56.2, ref: 3441575, ...common })
  builder.add({ kind: 'region', names: ['Montevideo'], latitude: -34.9 + shift, longitude: -56.2, ...common })
  const airport = JSON.stringify({ tags: { iata: 'MVD', icao: 'SUMU' } })
  const names = ['Carrasco', 'MVD', 'SUMU']
  builder.add({ kind: 'airport', names, latitude: -34.84, longitude: -56.03, details: airport, ...common })
  const port = JSON.stringify({ tags: { unlocode: 'UYMVD' } })
  const portNames = ['Port of Montevideo', 'UYMVD']
  builder.add({ kind: 'port', names: portNames, latitude: -34.9, longitude: -56.21, details: port, ...common })
  const street = (name: string, latitude: number) =>
    builder.add({
      kind: 'street',
      names: [name],
      latitude: latitude + shift,
      longitude: -56.19,
      houses: [
        { number: '12', latitude: latitude + shift, longitude: -56.1901 },
        { number: '14/2', latitude: latitude + shift, longitude: -56.1903 },
        { number: '20', latitude: latitude + shift, longitude: -56.1905 },
      ],
      ...common,
    })
  street('Rincón', -34.905)
  street('Sarandí', -34.906)
  const shop = { latitude: -34.905, longitude: -56.1902, ...common }
  const details = JSON.stringify({ tags: { amenity: 'cafe' }, osm: 'node/42' })
  builder.add({ kind: 'poi', names: ['Café'], details, ...shop })
  builder.add({ kind: 'poi', names: [], ...shop, longitude: -56.1906 })
  return builder.build()
}

describe('ids of places', () => {
  test.each([0, 0.0004])('find the place again, even in data that is shifted by %d degrees', (shift) => {
    const [index, later] = [build(), build(shift)]
    for (let entry = 0; entry < countEntries(index); entry++) {
      const id = toPlaceId(index, { entry })
      expect([id, findPlace(later, id)?.entry]).toEqual([id, entry])
    }
  })

  test('are those of the source where it has any', () => {
    const index = build()
    const ids = Array.from({ length: countEntries(index) }, (_, entry) => toPlaceId(index, { entry }))
    expect(ids).toEqual(
      expect.arrayContaining(['country/UY', 'geonames/3441575', 'iata/MVD', 'unlocode/UYMVD', 'node/42']),
    )
    expect(ids.filter((id) => id.startsWith('street/'))).toHaveLength(2)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('find an airport by its other code, in lowercase letters', () => {
    const index = build()
    expect(findPlace(index, 'icao/sumu')?.entry).toBe(findPlace(index, 'iata/MVD')?.entry)
    expect(findPlace(index, 'iata/SUMU')).toBeUndefined()
  })

  test.each(['12', '14/2', '16'])('find the house %s again', (houseNumber) => {
    const index = build()
    const entry = findPlace(index, toStreetId(index, 'Rincón'))?.entry ?? -1
    const id = toPlaceId(index, { entry, houseNumber }, { latitude: -34.905, longitude: -56.19 })
    expect(id.split('/')).toHaveLength(2)
    const found = findPlace(build(0.0004), id)
    expect([found?.entry, found?.house?.number, found?.house?.isInterpolated]).toEqual([
      entry,
      houseNumber,
      houseNumber === '16',
    ])
  })

  test('find an intersection again', () => {
    const index = build()
    const [entry, otherEntry] = ['Rincón', 'Sarandí'].map(
      (name) => findPlace(index, toStreetId(index, name))?.entry ?? -1,
    )
    const at = { latitude: -34.9055, longitude: -56.19 }
    const id = toPlaceId(index, { entry: entry ?? -1, otherEntry }, at)
    expect(findPlace(index, id)).toEqual({ entry, otherEntry, ...at })
  })

  test('of positions are parsed without an index', () => {
    const id = toPositionId({ latitude: -34.905783, longitude: 56.1 })
    expect([id, parsePositionId(id)]).toEqual(['position/-34.905783,56.1', { latitude: -34.905783, longitude: 56.1 }])
    expect(parsePositionId('position/91,0')).toBeUndefined()
    expect(parsePositionId('node/1')).toBeUndefined()
  })

  test.each([
    '',
    '/',
    'node',
    'node/',
    'node/x',
    'node/1',
    'way/42',
    'geonames/0',
    'geonames/-1',
    'country/XX',
    'iata/XXX',
    'street/a,b,c',
    'street/-34.905,-56.19',
    'street/-34.905,-56.19,nohash',
    'house/-34.905,-56.19,nohash,12',
    'house/-34.905,-56.19',
    'crossing/-34.905,-56.19,a',
    'at/1,1',
    'unknown/1,1,a',
  ])('that do not exist find nothing: %s', (id) => {
    expect(findPlace(build(), id)).toBeUndefined()
  })
})

function toStreetId(index: PlaceIndex, name: string): string {
  for (let entry = 0; entry < countEntries(index); entry++) {
    const id = toPlaceId(index, { entry })
    if (id.startsWith('street/') && (index.points.latitude[entry] === -34_905_000) === (name === 'Rincón')) return id
  }
  throw new Error(`there is no street ${name}`)
}
