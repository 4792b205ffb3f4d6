import { cutAtAntimeridian, tangentsAt, toPosition, toSurface, toVector } from '@fairway/air'
import { cross, dot, encodePolyline, type Position, type Vector } from '@fairway/geo'
import type { GeometryFormat } from '../road/route/api/schemas.ts'

export function round(value: number, decimals: number): number {
  // The expression `|| 0` converts -0 to 0.
  return Math.round(value * 10 ** decimals) / 10 ** decimals || 0
}

export function toPoint([latitude, longitude]: Position): [number, number] {
  return [round(latitude, 6), round(longitude, 6)]
}

/** Returns the line in the requested format. GeoJSON includes altitudes. */
export function toGeometry(line: readonly Position[], altitudesM: readonly number[], format: GeometryFormat): unknown {
  const points = line.map(toPoint)
  if (format === 'none') return null
  if (format === 'points') return points
  if (format !== 'geojson') return encodePolyline(points, format === 'polyline' ? 5 : 6)
  const coordinates = points.map(
    ([latitude, longitude], index) => [longitude, latitude, altitudesM[index] ?? 0] as const,
  )
  const parts = cutAtAntimeridian(coordinates).map((part) =>
    part.map(([x, y, z]) => [round(x, 6), round(y, 6), round(z, 1)]),
  )
  const [onlyPart] = parts
  return parts.length === 1
    ? { type: 'LineString', coordinates: onlyPart }
    : { type: 'MultiLineString', coordinates: parts }
}

/** Returns [south, west, north, east]. Across the antimeridian, west is greater than east. */
export function toBoundingBox(line: readonly Position[]): [number, number, number, number] {
  let [south, west] = line[0] ?? [0, 0]
  let [north, east] = [south, west]
  let previousLongitude = west
  for (const [index, [latitude, longitude]] of line.entries()) {
    const extremeLatitude =
      index === 0 ? latitude : findExtremeLatitude(line[index - 1] ?? [0, 0], [latitude, longitude])
    // Longitudes continue beyond 180 instead of wrapping.
    const unwrappedLongitude = longitude + 360 * Math.round((previousLongitude - longitude) / 360)
    south = Math.min(south, latitude, extremeLatitude)
    north = Math.max(north, latitude, extremeLatitude)
    west = Math.min(west, unwrappedLongitude)
    east = Math.max(east, unwrappedLongitude)
    previousLongitude = unwrappedLongitude
  }
  if (east - west >= 360) return [round(south, 6), -180, round(north, 6), 180]
  return [round(south, 6), round(wrapLongitude(west), 6), round(north, 6), round(-wrapLongitude(-east), 6)]
}

/**
 * Returns the extreme latitude of a great circle if it lies between the two positions, otherwise the latitude of the
 * second position. Great circles bend toward the poles.
 */
function findExtremeLatitude(from: Position, to: Position): number {
  const [a, b] = [toVector(from), toVector(to)]
  const normal = cross(a, b)
  const length = Math.hypot(normal.x, normal.y, normal.z)
  if (length === 0) return to[0]
  const hemisphere = from[0] + to[0] < 0 ? -1 : 1
  const z = (hemisphere * normal.z) / (length * length)
  const extremePoint: Vector = { x: -normal.x * z, y: -normal.y * z, z: hemisphere - normal.z * z }
  const isBetween = dot(cross(a, extremePoint), normal) > 0 && dot(cross(extremePoint, b), normal) > 0
  return isBetween ? toPosition(toSurface(extremePoint))[0] : to[0]
}

function wrapLongitude(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360)
}

/** Returns the initial bearing from one position to another in degrees, from 0 to 359. */
export function getBearing(from: Position, to: Position): number {
  const { east, north } = tangentsAt(from)
  const [a, b] = [toVector(from), toVector(to)]
  const course = { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z }
  const degrees = (Math.atan2(dot(course, east), dot(course, north)) * 180) / Math.PI
  return (Math.round(degrees) + 360) % 360
}
