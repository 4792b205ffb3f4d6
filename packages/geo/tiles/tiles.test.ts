import { VectorTile } from '@mapbox/vector-tile'
import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import { GeometryEncoder } from './geometry-encoder.ts'
import { tileNumber, toLatitude, toLongitude, toTileBox, toWorldX, toWorldY } from './mercator.ts'
import { Paths } from './paths.ts'
import { readRingPaths } from './read-geometry.ts'
import { ShapeDrawer } from './shape-drawer.ts'
import { GeometryType, TileLayer, writeTile } from './tile-writer.ts'

const decode = (bytes: Uint8Array) => new VectorTile(new PbfReader(bytes))
describe('tile square', () => {
  test('has the same corners as web maps, and its projection is invertible', () => {
    expect([toWorldX(-180e6), toWorldX(180e6), toWorldY(0)]).toEqual([0, 1, 0.5])
    expect(toWorldY(85.0511287798066e6)).toBeCloseTo(0, 9)
    expect([toWorldY(90e6), toWorldY(-90e6)]).toEqual([1 - 1.05, 1.05])
    for (const latitude of [-80e6, -34.9e6, 0, 51.5e6]) expect(toLatitude(toWorldY(latitude))).toBeCloseTo(latitude, 1)
    expect(toLongitude(toWorldX(-56.16e6))).toBeCloseTo(-56.16e6, 3)
  })

  test('numbers tiles without gaps, lower zooms first', () => {
    expect([0, 1, 2].map((z) => tileNumber({ z, x: 0, y: 0 }))).toEqual([0, 1, 5])
    expect(tileNumber({ z: 1, x: 1, y: 1 })).toBe(4)
    expect(toTileBox({ z: 1, x: 1, y: 0 }, 0)).toEqual({ west: 0.5, north: 0, east: 1, south: 0.5 })
  })
})

describe('vector tile', () => {
  test('is read by other libraries exactly as written', () => {
    const layer = new TileLayer('roads')
    const pen = new GeometryEncoder()
    pen.beginFeature()
    for (const [x, y] of [
      [-64, 0],
      [10.4, 20.6],
      [10.4, 20.6],
      [4160, 4160],
    ])
      pen.addPoint(x, y)
    expect(pen.endLine()).toBe(true)
    layer.add(
      GeometryType.line,
      pen,
      layer.encodeTags({ name: 'Calle Ñandú', oneway: -1, ratio: 0.35, far: 3e9, no: undefined }),
    )
    const feature = decode(writeTile([layer, new TileLayer('empty')])).layers.roads.feature(0)
    expect(feature.properties).toEqual({ name: 'Calle Ñandú', oneway: -1, ratio: 0.35, far: 3e9 })
    expect(feature.loadGeometry()[0].map(({ x, y }) => [x, y])).toEqual([
      [-64, 0],
      [10, 21],
      [4160, 4160],
    ])
    expect(writeTile([new TileLayer('empty')]).length).toBe(0)
  })

  test('contains random lines with their properties, as other libraries read them', () => {
    const coordinate = fc.integer({ min: -4096, max: 8191 })
    const line = fc.uniqueArray(fc.tuple(coordinate, coordinate), {
      minLength: 2,
      maxLength: 40,
      selector: ([x, y]) => `${x} ${y}`,
    })
    const properties = fc.dictionary(
      fc.constantFrom('name', 'class', 'rank', 'ratio'),
      fc.oneof(fc.string(), fc.integer({ min: -(2 ** 30) + 1, max: 2 ** 30 - 1 }), fc.constantFrom(0.5, -7.25)),
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 3 }), properties), { minLength: 1 }),
        (features) => {
          const layer = new TileLayer('roads')
          const pen = new GeometryEncoder()
          for (const [lines, tags] of features) {
            pen.beginFeature()
            for (const points of lines) {
              for (const [x, y] of points) pen.addPoint(x, y)
              pen.endLine()
            }
            layer.add(GeometryType.line, pen, layer.encodeTags(tags))
          }
          const { roads } = decode(writeTile([layer])).layers
          const read = Array.from({ length: roads.length }, (_, i) => roads.feature(i)).map((feature) => [
            feature.loadGeometry().map((points) => points.map(({ x, y }) => [x, y])),
            { ...feature.properties },
          ])
          expect(read).toEqual(features)
        },
      ),
      { seed: 32, numRuns: 100 },
    )
  })

  test('has closed outer rings in one orientation and holes in the other, regardless of the input', () => {
    const drawer = new ShapeDrawer()
    const ring = (low: number, high: number) =>
      [
        [low, low],
        [low, high],
        [high, high],
        [high, low],
      ] as const
    for (const isTurned of [false, true]) {
      const layer = new TileLayer('zones')
      const rings = [ring(-40, 40), ring(-20, 20)].map((closedRing) =>
        isTurned ? [...closedRing].reverse() : closedRing,
      )
      drawer.beginTile({ z: 0, x: 0, y: 0 })
      drawer.drawPolygon(layer, layer.encodeTags({}), rings)
      const geometry = decode(writeTile([layer]))
        .layers.zones.feature(0)
        .loadGeometry()
      expect(geometry.map((closedRing) => Math.sign(turnOf(closedRing)))).toEqual([1, -1])
      for (const closedRing of geometry) expect(closedRing[0]).toEqual(closedRing.at(-1))
    }
  })

  test('draws both ends of lines across the antimeridian, and nothing in between', () => {
    const drawer = new ShapeDrawer()
    const layer = new TileLayer('odd')
    drawer.beginTile({ z: 0, x: 0, y: 0 })
    drawer.drawPolygon(layer, layer.encodeTags({}), [
      [
        [0, 170],
        [0, -170],
        [10, -170],
        [10, 170],
      ],
    ])
    const columns = decode(writeTile([layer])).layers.odd
    const wide = Array.from({ length: columns.length }, (_, i) =>
      columns
        .feature(i)
        .loadGeometry()[0]
        .map(({ x }) => x),
    )
    expect(wide.map((xs) => [Math.min(...xs), Math.max(...xs)])).toEqual([
      [-64, 114],
      [3982, 4160],
    ])
  })

  test('reads back its own polygons', () => {
    const pen = new GeometryEncoder()
    pen.beginFeature()
    for (const [x, y] of [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ])
      pen.addPoint(x, y)
    pen.endRing(false, 0)
    for (const [x, y] of [
      [10, 10],
      [20, 10],
      [20, 20],
    ])
      pen.addPoint(x, y)
    pen.endRing(true, 0)
    const paths = new Paths()
    const bytes = pen.bytes()
    readRingPaths(bytes, 0, bytes.length, paths)
    expect([[...paths.endOffsets.subarray(0, 2)], [...paths.labels.subarray(0, 2)]]).toEqual([
      [5, 9],
      [0, 1],
    ])
  })

  test('omits rings that are too small, and holes of omitted polygons', () => {
    const pen = new GeometryEncoder()
    pen.beginFeature()
    for (const [x, y] of [
      [0, 0],
      [7, 0],
      [7, 9],
    ])
      pen.addPoint(x, y)
    expect(pen.endRing(false, 32)).toBe(false)
    for (const [x, y] of [
      [0, 0],
      [8, 0],
      [8, 8],
    ])
      pen.addPoint(x, y)
    expect(pen.endRing(false, 32)).toBe(true)
    const layer = new TileLayer('odd')
    const drawer = new ShapeDrawer()
    const square = (degrees: number) =>
      [
        [-degrees, -degrees],
        [-degrees, degrees],
        [degrees, degrees],
        [degrees, -degrees],
      ] as const
    drawer.beginTile({ z: 10, x: 511, y: 511 })
    drawer.drawPolygon(layer, layer.encodeTags({}), [square(40), square(20)])
    expect(layer.isEmpty).toBe(true)
  })
})

function turnOf(ring: readonly { x: number; y: number }[]): number {
  return ring.reduce(
    (sum, { x, y }, i) => sum + x * ring[(i + 1) % ring.length].y - ring[(i + 1) % ring.length].x * y,
    0,
  )
}
