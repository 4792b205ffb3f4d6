import { ShapeDrawer, TileLayer, writeTile } from '@fairway/geo'
import { PlacesBuilder } from '@fairway/places'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { drawLabels } from './place-labels.ts'

/** Countries in alphabetical order of their codes, with the names of the gazetteer. */
const countries = [
  ['BE', 'Belgium'],
  ['CN', "People's Republic of China"],
  ['DE', 'Germany'],
  ['NL', 'Kingdom of the Netherlands'],
] as const

test('labels countries with their usual names, the largest country first', () => {
  const builder = new PlacesBuilder()
  for (const [countryCode, name] of countries) {
    builder.add({ kind: 'country', names: [name], latitude: 50, longitude: 5, importance: 1, countryCode })
  }
  const layer = new TileLayer('places')
  const tile = { z: 0, x: 0, y: 0 }
  const drawer = new ShapeDrawer()
  drawer.beginTile(tile)
  drawLabels(drawer, layer, builder.build(), tile)
  const { places } = new VectorTile(new PbfReader(writeTile([layer]))).layers
  const labels = Array.from({ length: places?.length ?? 0 }, (_, index) => places?.feature(index).properties)
  expect(labels.map((label) => [label?.rank, label?.name])).toEqual([
    [1, 'China'],
    [2, 'Germany'],
    [3, 'Netherlands'],
    [4, 'Belgium'],
  ])
})
