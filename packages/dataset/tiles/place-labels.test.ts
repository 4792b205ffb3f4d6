import { ShapeDrawer, type TileId, TileLayer, toWorldX, toWorldY, writeTile } from '@fairway/geo'
import { type PlaceKind, PlacesBuilder } from '@fairway/places'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import { PlaceLabels, type PlaceSource } from './place-labels.ts'

/** Countries in alphabetical order of their codes, with the names of the gazetteer. */
const countries = [
  ['BE', 'Belgium'],
  ['CN', "People's Republic of China"],
  ['DE', 'Germany'],
  ['NL', 'Kingdom of the Netherlands'],
] as const

function drawLabels(sources: readonly PlaceSource[], tile: TileId, ...options: [] | [NamesOf]) {
  const layer = new TileLayer('places')
  const drawer = new ShapeDrawer()
  drawer.beginTile(tile)
  new PlaceLabels(sources, ...options).draw(drawer, layer, tile)
  const { places } = new VectorTile(new PbfReader(writeTile([layer]))).layers
  return Array.from({ length: places?.length ?? 0 }, (_, index) => ({ ...places?.feature(index).properties }))
}
type NamesOf = NonNullable<ConstructorParameters<typeof PlaceLabels>[1]>

type Place = readonly [kind: PlaceKind, name: string, latitude: number, longitude: number, importance?: number]

function buildIndex(...places: readonly Place[]) {
  const builder = new PlacesBuilder()
  for (const [kind, name, latitude, longitude, importance = 0.5] of places)
    builder.add({ kind, names: [name], latitude, longitude, importance, countryCode: 'MC' })
  return builder.build()
}

const tileAt = (z: number, latitude: number, longitude: number): TileId => ({
  z,
  x: Math.floor(toWorldX(longitude * 1e6) * 2 ** z),
  y: Math.floor(toWorldY(latitude * 1e6) * 2 ** z),
})

test('labels countries with their usual names, the largest country first, and in other languages', () => {
  const builder = new PlacesBuilder()
  for (const [countryCode, name] of countries) {
    builder.add({ kind: 'country', names: [name], latitude: 50, longitude: 5, importance: 1, countryCode })
  }
  const labels = drawLabels([{ index: builder.build() }], { z: 0, x: 0, y: 0 })
  expect(labels.map((label) => [label.rank, label.name, label['name:fr']])).toEqual([
    [1, 'China', 'Chine'],
    [2, 'Germany', 'Allemagne'],
    [3, 'Netherlands', 'Pays-Bas'],
    [4, 'Belgium', 'Belgique'],
  ])
  expect(labels.filter((label) => 'name:en' in label)).toEqual([])
})

test('labels settlements in other languages', () => {
  const names = { name: 'Bruxelles', 'name:nl': 'Brussel' }
  const index = buildIndex(['city', 'Bruxelles', 50.85, 4.35], ['town', 'Gent', 50.86, 4.36])
  const labels = drawLabels([{ index }], tileAt(12, 50.85, 4.35), (name) => (name === names.name ? names : undefined))
  expect(labels.map(({ name, 'name:nl': dutch }) => [name, dutch])).toEqual([
    ['Bruxelles', 'Brussel'],
    ['Gent', undefined],
  ])
})

describe('a place with several entries', () => {
  const [latitude, longitude] = [43.7275, 7.4148]
  const countLabels = (sources: readonly PlaceSource[], z: number) =>
    drawLabels(sources, tileAt(z, latitude, longitude)).length

  test('is labeled once if one map contains it twice, as a point and as an area with an article', () => {
    const index = buildIndex(
      ['suburb', 'Les Moneghetti', latitude, longitude, 0.3],
      ['suburb', 'Moneghetti', latitude + 0.005, longitude, 0.2],
    )
    for (const z of [11, 12, 13]) expect(countLabels([{ index }], z)).toBe(1)
  })

  test('is labeled once if the world data and a map contain it as different kinds', () => {
    const world = { index: buildIndex(['village', 'Fontvieille', latitude + 0.003, longitude]), kinds: settlements }
    const map = { index: buildIndex(['suburb', 'Fontvieille', latitude, longitude]), kinds: ['suburb'] as const }
    for (const z of [9, 11, 12]) {
      expect(countLabels([map, world], z)).toBe(1)
      expect(countLabels([world, map], z)).toBe(1)
    }
    expect(drawLabels([map, world], tileAt(12, latitude, longitude)).map(({ kind }) => kind)).toEqual(['village'])
  })

  test('is labeled twice if the entries are far apart, or if one of them is not drawn', () => {
    const far = buildIndex(['suburb', 'Centro', latitude, longitude], ['suburb', 'Centro', latitude + 0.04, longitude])
    expect(countLabels([{ index: far }], 11)).toBe(2)
    const hidden = { index: buildIndex(['city', 'Centro', latitude, longitude]), kinds: ['suburb'] as const }
    const shown = { index: buildIndex(['suburb', 'Centro', latitude, longitude]) }
    expect(countLabels([hidden, shown], 12)).toBe(1)
  })
})

const settlements = ['country', 'city', 'town', 'village'] as const
