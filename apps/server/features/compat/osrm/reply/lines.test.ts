import { flatDistanceMeters, rulerAt, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { Point } from '../request/coordinates.ts'
import { formatLine, simplifyLine } from './lines.ts'
import { RouteLine } from './route-line.ts'

const toMicrodegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Returns the points of the simplified line. */
function simplify(line: readonly Point[]): Point[] {
  const simpleLine = simplifyLine(RouteLine.ofPoints(line))
  return Array.from({ length: simpleLine.length }, (_, index) => simpleLine.pointAt(index))
}

/** Returns the distance from a point to the nearest segment of a line, found by trying all segments. */
function distanceFromLine([latitude, longitude]: Point, line: readonly Point[]): number {
  const { perLatitudeDegree: ky, perLongitudeDegree: kx } = rulerAt(latitude)
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i + 1 < line.length; i++) {
    const [a = [0, 0], b = [0, 0]] = [line[i], line[i + 1]]
    const [ax, ay] = [(a[1] - longitude) * kx, (a[0] - latitude) * ky]
    const [dx, dy] = [(b[1] - a[1]) * kx, (b[0] - a[0]) * ky]
    const share = dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)))
    nearest = Math.min(nearest, Math.hypot(ax + share * dx, ay + share * dy))
  }
  return nearest
}

describe('a simplified line', () => {
  test.each([1, 2, 3, 4, 5])('stays within a thousandth of its extent of the full one (seed %i)', (seed) => {
    const random = seededRandom(seed)
    let [latitude, longitude] = [-34.9, -56.1]
    const line = Array.from({ length: 400 }, (): Point => {
      latitude += (random() - 0.45) * 0.0004
      longitude += (random() - 0.45) * 0.0004
      return [toMicrodegrees(latitude), toMicrodegrees(longitude)]
    })
    const simple = simplify(line)
    expect(simple.length).toBeLessThan(line.length)
    expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)])
    const latitudes = line.map(([lat]) => lat)
    const longitudes = line.map(([, lon]) => lon)
    const height = flatDistanceMeters(Math.min(...latitudes), -56.1, Math.max(...latitudes), -56.1)
    const width = flatDistanceMeters(-34.9, Math.min(...longitudes), -34.9, Math.max(...longitudes))
    const tolerance = (Math.max(width, height) / 1000) * 1.01
    for (const point of line) expect(distanceFromLine(point, simple)).toBeLessThanOrEqual(tolerance)
  })

  test('keeps a line that needs all its points, and one that returns to its start', () => {
    const pair: Point[] = [
      [1, 2],
      [1, 3],
    ]
    expect(simplify(pair)).toEqual(pair)
    const loop: Point[] = [
      [0, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ]
    expect(simplify(loop)).toEqual(loop)
  })
})

test('a line of one point is written as two, and GeoJSON has the longitude first', () => {
  expect(formatLine([[1, 2]], 'geojson')).toEqual({
    type: 'LineString',
    coordinates: [
      [2, 1],
      [2, 1],
    ],
  })
  // The line is from the documentation of the polyline format.
  const line: Point[] = [
    [38.5, -120.2],
    [40.7, -120.95],
    [43.252, -126.453],
  ]
  expect(formatLine(line, 'polyline')).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
})
