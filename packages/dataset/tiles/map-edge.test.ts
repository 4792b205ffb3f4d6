import { ShapeDrawer, TileLayer, toLatitude, toLongitude, toWorldX, toWorldY, writeTile } from '@fairway/geo'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import type { MapArea } from './map-area.ts'
import { buildMapEdge, drawMapEdge, type MapEdge } from './map-edge.ts'

/** Draws roads on a grid of 41 × 41 points, by default between 10 and 11 degrees, except where `isEmpty` is true. */
function drawRoads(
  isEmpty: (latitude: number, longitude: number) => boolean = () => false,
  westernmost = 10,
  degrees = 1,
) {
  const points: [number, number][] = []
  for (let i = 0; i <= 40; i++)
    for (let j = 0; j <= 40; j++) {
      const [latitude, longitude] = [10 + (i * degrees) / 40, westernmost + (j * degrees) / 40]
      if (!isEmpty(latitude, longitude)) points.push([latitude, longitude])
    }
  return {
    shapeLatitude: Int32Array.from(points, ([latitude]) => Math.round(latitude * 1e6)),
    shapeLongitude: Int32Array.from(points, ([, longitude]) => Math.round(longitude * 1e6)),
  }
}

const listPoints = (edge: ReturnType<typeof buildMapEdge>) =>
  Array.from(edge.x, (x, i) => ({ latitude: toLatitude(edge.y[i]) / 1e6, longitude: toLongitude(x) / 1e6 }))

/** Draws the edge into the tile at a position, and returns the geometry types of its features. */
function drawTypes(edge: MapEdge, others: readonly MapArea[], z: number, latitude: number, longitude: number) {
  const tile = {
    z,
    x: Math.floor(toWorldX(longitude * 1e6) * 2 ** z),
    y: Math.floor(toWorldY(latitude * 1e6) * 2 ** z),
  }
  const [drawer, layer] = [new ShapeDrawer(), new TileLayer('outside')]
  drawer.beginTile(tile)
  drawMapEdge(drawer, layer, edge, others, tile)
  const { outside } = new VectorTile(new PbfReader(writeTile([layer]))).layers
  return Array.from({ length: outside?.length ?? 0 }, (_, i) => outside?.feature(i).type)
}

describe('the edge of a map', () => {
  test('surrounds all roads and covers none in the middle', () => {
    const edge = buildMapEdge(drawRoads(), () => false)
    const points = listPoints(edge)
    const isOutside = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
      latitude < 10 || latitude > 11 || longitude < 10 || longitude > 11
    expect(points.length).toBeGreaterThan(100)
    expect(points.filter((point) => !isOutside(point))).toEqual([])
    // The circle around a point outside the map covers each of these points on the border.
    for (let i = 0; i <= 40; i++) {
      const [x, y] = [toWorldX(10e6), toWorldY((10 + i / 40) * 1e6)]
      expect(Math.min(...Array.from(edge.x, (ex, k) => Math.hypot(ex - x, edge.y[k] - y)))).toBeLessThan(edge.radius)
    }
  })

  test('does not cover the sea, nor a gap inside the map', () => {
    const isWater = (x: number) => x > toWorldX(11e6)
    const isLake = (latitude: number, longitude: number) =>
      Math.abs(latitude - 10.5) < 0.2 && Math.abs(longitude - 10.5) < 0.2
    const points = listPoints(buildMapEdge(drawRoads(isLake), isWater))
    expect(points.filter(({ longitude }) => longitude > 11)).toEqual([])
    expect(points.some(({ longitude }) => longitude < 10)).toBe(true)
    expect(points.filter(({ latitude, longitude }) => isLake(latitude, longitude))).toEqual([])
  })

  test('passes through the ends of the outermost roads, and has a strip of land outside', () => {
    const { border } = buildMapEdge(drawRoads(), () => false)
    const degrees = (x: Float64Array, y: Float64Array) =>
      Array.from(x, (_, i) => [toLatitude(y[i]) / 1e6, toLongitude(x[i]) / 1e6] as const)
    const line = degrees(border.x, border.y)
    expect([...border.end]).toEqual([line.length])
    for (const [latitude, longitude] of line) {
      const distance = Math.min(
        ...[latitude, longitude].flatMap((value) => [Math.abs(value - 10), Math.abs(value - 11)]),
      )
      expect(distance).toBeLessThan(1e-6)
    }
    // Every road end on the border of the square is a point of the line.
    for (let i = 0; i <= 40; i++) {
      const end = 10 + i / 40
      for (const [latitude, longitude] of [
        [10, end],
        [11, end],
        [end, 10],
        [end, 11],
      ])
        expect(line.some(([lat, lon]) => Math.hypot(lat - latitude, lon - longitude) < 1e-6)).toBe(true)
    }
    for (const [latitude, longitude] of degrees(border.outsideX, border.outsideY))
      expect(latitude < 10 || latitude > 11 || longitude < 10 || longitude > 11).toBe(true)
  })

  test('has no border along a coast, also if the coast is a little away from the last road', () => {
    const { border } = buildMapEdge(drawRoads(), (x) => x > toWorldX(11.02e6))
    const longitudes = Array.from(border.x, (x) => toLongitude(x) / 1e6)
    expect([...border.end]).toEqual([longitudes.length])
    expect(longitudes.some((longitude) => Math.abs(longitude - 10) < 1e-6)).toBe(true)
    // The northern and the southern side end at the coast, and the eastern side is the coast.
    expect(Math.max(...longitudes)).toBeCloseTo(11, 1)
    const latitudes = Array.from(border.y, (y) => toLatitude(y) / 1e6)
    const onEasternSide = latitudes.filter(
      (latitude, i) => longitudes[i] > 10.999 && latitude > 10.1 && latitude < 10.9,
    )
    expect(onEasternSide).toEqual([])
  })

  test('has one border for each part of the map', () => {
    const { border } = buildMapEdge(
      drawRoads((_, longitude) => longitude > 10.2 && longitude < 10.8),
      () => false,
    )
    expect(border.end.length).toBe(2)
  })

  test('is drawn as points at low zoom levels, and as a line with an area outside at all others', () => {
    const edge = buildMapEdge(drawRoads(), () => false)
    expect(new Set(drawTypes(edge, [], 7, 10, 10))).toEqual(new Set([1]))
    for (const z of [12, 13, 14, 15, 16]) expect(drawTypes(edge, [], z, 10.0001, 10.5)).toEqual([3, 2])
    expect(drawTypes(edge, [], 14, 10.5, 10.5)).toEqual([])
    expect(drawTypes(edge, [], 5, 10, 10)).toEqual([])
  })

  test('is not drawn where another map continues, so that it never hides the roads of that map', () => {
    const west = buildMapEdge(drawRoads(), () => false)
    const east = buildMapEdge(
      drawRoads(() => false, 11),
      () => false,
    )
    const tiny = buildMapEdge(
      drawRoads(() => false, 10.9, 0.05),
      () => false,
    )
    for (const z of [7, 12, 14, 16]) {
      expect(drawTypes(west, [], z, 10.5, 11.001)).not.toEqual([])
      expect(drawTypes(west, [east.area], z, 10.0001, 10.5)).not.toEqual([])
    }
    for (const z of [12, 14, 16]) {
      expect(drawTypes(west, [east.area], z, 10.5, 11.001)).toEqual([])
      expect(drawTypes(east, [west.area], z, 10.5, 10.999)).toEqual([])
      // A small map inside a large one has no edge, and does not hide the edge of the large one.
      expect(drawTypes(tiny, [west.area], z, 10.0251, 10.9251)).toEqual([])
      expect(drawTypes(west, [tiny.area], z, 10.0001, 10.5)).toEqual([3, 2])
    }
    const pointCount = (others: readonly MapArea[]) => drawTypes(west, others, 7, 10.5, 11.2).length
    // One of the four sides has no circles.
    expect(pointCount([east.area]) / pointCount([])).toBeCloseTo(3 / 4, 1)
  })

  test('is empty without roads and across the antimeridian', () => {
    const none = { shapeLatitude: new Int32Array(0), shapeLongitude: new Int32Array(0) }
    const split = { shapeLatitude: Int32Array.of(0, 0), shapeLongitude: Int32Array.of(-179e6, 179e6) }
    for (const roads of [none, split]) {
      const { x, border } = buildMapEdge(roads, () => false)
      expect([x.length, border.x.length]).toEqual([0, 0])
    }
  })
})
