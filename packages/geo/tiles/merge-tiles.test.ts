import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { mergeTiles } from './merge-tiles.ts'
import { ShapeDrawer } from './shape-drawer.ts'
import { type FeatureProperties, TileLayer, writeTile } from './tile-writer.ts'

function draw(layers: Readonly<Record<string, readonly FeatureProperties[]>>): Uint8Array {
  const drawer = new ShapeDrawer()
  drawer.beginTile({ z: 0, x: 0, y: 0 })
  return writeTile(
    Object.entries(layers).map(([name, features]) => {
      const layer = new TileLayer(name)
      for (const [index, properties] of features.entries()) {
        drawer.drawPoint(layer, layer.encodeTags(properties), [index, index])
      }
      return layer
    }),
  )
}

function read(bytes: Uint8Array): Record<string, unknown[]> {
  const { layers } = new VectorTile(new PbfReader(bytes))
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, index) => layer.feature(index).properties),
    ]),
  )
}

const first = draw({ roads: [{ name: 'A', lanes: 2 }, { name: 'B' }], water: [{ kind: 'lake' }] })
const second = draw({
  roads: [
    { lanes: 3, name: 'C' },
    { ref: 'E 1', name: 'A' },
  ],
  pois: [{ rank: 0.5 }],
})

test('merged layers have the features of all tiles with their own tags', () => {
  expect(read(mergeTiles([first, second]))).toEqual({
    roads: [{ name: 'A', lanes: 2 }, { name: 'B' }, { lanes: 3, name: 'C' }, { ref: 'E 1', name: 'A' }],
    water: [{ kind: 'lake' }],
    pois: [{ rank: 0.5 }],
  })
})

test('layers that are not kept are left out, tile by tile', () => {
  const merged = mergeTiles([first, second], (layer, tile) => (tile === 0 ? layer === 'water' : layer === 'roads'))
  expect(read(merged)).toEqual({ water: [{ kind: 'lake' }], roads: read(second).roads })
})

test('one tile, and empty tiles, stay the same', () => {
  expect(mergeTiles([first])).toEqual(first)
  expect(mergeTiles([first, new Uint8Array(0)])).toEqual(first)
  expect(mergeTiles([])).toEqual(new Uint8Array(0))
})

test('rejects a tile that is cut off', () => {
  for (const length of [1, 10, first.length - 1]) {
    expect(() => mergeTiles([first.subarray(0, length), second])).toThrow('cut off')
  }
})
