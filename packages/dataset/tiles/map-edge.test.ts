import { toLatitude, toLongitude, toWorldX, toWorldY } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMapEdge } from './map-edge.ts'

/** Draws roads on a grid of 41 × 41 points between 10 and 11 degrees, except where `isEmpty` is true. */
function drawRoads(isEmpty: (latitude: number, longitude: number) => boolean = () => false) {
  const points: [number, number][] = []
  for (let i = 0; i <= 40; i++)
    for (let j = 0; j <= 40; j++) {
      const [latitude, longitude] = [10 + i / 40, 10 + j / 40]
      if (!isEmpty(latitude, longitude)) points.push([latitude, longitude])
    }
  return {
    shapeLatitude: Int32Array.from(points, ([latitude]) => Math.round(latitude * 1e6)),
    shapeLongitude: Int32Array.from(points, ([, longitude]) => Math.round(longitude * 1e6)),
  }
}

const listPoints = (edge: ReturnType<typeof buildMapEdge>) =>
  Array.from(edge.x, (x, i) => ({ latitude: toLatitude(edge.y[i]) / 1e6, longitude: toLongitude(x) / 1e6 }))

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

  test('is empty without roads and across the antimeridian', () => {
    const none = { shapeLatitude: new Int32Array(0), shapeLongitude: new Int32Array(0) }
    const split = { shapeLatitude: Int32Array.of(0, 0), shapeLongitude: Int32Array.of(-179e6, 179e6) }
    for (const roads of [none, split]) expect(buildMapEdge(roads, () => false).x.length).toBe(0)
  })
})
