import { encodePolyline, rulerAt } from '@fairway/geo'
import type { Point } from '../request/coordinates.ts'
import { RouteLine } from './route-line.ts'

export type LineFormat = 'polyline' | 'polyline6' | 'geojson'

/** Returns a line in the requested format. GeoJSON needs two points, so a single point is repeated. */
export function formatLine(line: readonly Point[], format: LineFormat): string | object {
  const [first] = line
  const drawnLine = line.length === 1 && first ? [first, first] : line
  if (format === 'geojson') return { type: 'LineString', coordinates: drawnLine.map(toLocation) }
  return encodePolyline(drawnLine, format === 'polyline' ? 5 : 6)
}

/** Returns the longitude first, as in OSRM and GeoJSON. */
export function toLocation([latitude, longitude]: Point): [number, number] {
  return [longitude, latitude]
}

/** Width of a drawing, in pixels, at which the simplified line looks the same as the original line. */
const PICTURE_PIXELS = 1000

/** Simplifies a line to the precision of a full-screen view (Douglas and Peucker, 1973). */
export function simplifyLine(line: RouteLine): RouteLine {
  if (line.length < 3) return line
  const flat = toFlatMeters(line)
  const tolerance = Math.max(spread(flat.x), spread(flat.y)) / PICTURE_PIXELS
  const isKept = new Uint8Array(line.length)
  isKept[0] = isKept[line.length - 1] = 1
  const sections: [number, number][] = [[0, line.length - 1]]
  for (let section = sections.pop(); section; section = sections.pop()) {
    const [from, to] = section
    const farthestPoint = findFarthest(flat, from, to)
    if (farthestPoint.distance <= tolerance * tolerance) continue
    isKept[farthestPoint.index] = 1
    sections.push([from, farthestPoint.index], [farthestPoint.index, to])
  }
  const latitude = line.latitude.subarray(0, line.length).filter((_value, index) => isKept[index] === 1)
  const longitude = line.longitude.subarray(0, line.length).filter((_value, index) => isKept[index] === 1)
  return new RouteLine({ latitude, longitude, length: latitude.length })
}

interface FlatLine {
  readonly x: Float64Array
  readonly y: Float64Array
}

function toFlatMeters(line: RouteLine): FlatLine {
  const [middleLatitude] = line.pointAt(line.length >> 1)
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(middleLatitude)
  const x = new Float64Array(line.length)
  const y = new Float64Array(line.length)
  for (let i = 0; i < line.length; i++) {
    x[i] = ((line.longitude[i] ?? 0) / 1e6) * perLongitudeDegree
    y[i] = ((line.latitude[i] ?? 0) / 1e6) * perLatitudeDegree
  }
  return { x, y }
}

function spread(values: Float64Array): number {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
  }
  return max - min
}

/** Returns the point between two others that is farthest from the line through them, with its squared distance. */
function findFarthest({ x, y }: FlatLine, from: number, to: number): { index: number; distance: number } {
  const [startX = 0, startY = 0, endX = 0, endY = 0] = [x[from], y[from], x[to], y[to]]
  const dx = endX - startX
  const dy = endY - startY
  const squaredLength = dx * dx + dy * dy
  let index = from
  let distance = 0
  for (let i = from + 1; i < to; i++) {
    const px = (x[i] ?? 0) - startX
    const py = (y[i] ?? 0) - startY
    const share = squaredLength > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / squaredLength)) : 0
    const offsetX = px - share * dx
    const offsetY = py - share * dy
    const offset = offsetX * offsetX + offsetY * offsetY
    if (offset > distance) {
      distance = offset
      index = i
    }
  }
  return { index, distance }
}
