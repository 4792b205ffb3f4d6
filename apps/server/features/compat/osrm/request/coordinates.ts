import { parsePolylinePoints } from '@fairway/geo'
import type { Cursor } from './cursor.ts'

/** Point as [latitude, longitude]. */
export type Point = readonly [number, number]

/** Maximum coordinate in degrees. OSRM stores millionths of a degree in 32 bits. */
const MAX_DEGREES = 2147
const POLYLINE_PATTERN = /[a-zA-Z0-9_.\-[\]{}@?|\\%~`^]+/y

/** Reads `longitude,latitude;longitude,latitude…`, `polyline(…)` or `polyline6(…)`. Returns undefined if malformed. */
export function takeCoordinates(cursor: Cursor): Point[] | undefined {
  if (cursor.take('polyline(')) return takePolyline(cursor, 5)
  if (cursor.take('polyline6(')) return takePolyline(cursor, 6)
  const points: Point[] = []
  do {
    const start = cursor.position
    const longitude = cursor.takeNumber()
    if (longitude === undefined) {
      // A trailing separator is not consumed.
      if (points.length > 0) cursor.position = start - 1
      return points.length > 0 ? points : undefined
    }
    if (!cursor.take(',')) return undefined
    const latitude = cursor.takeNumber()
    if (latitude === undefined) return undefined
    if (Math.abs(longitude) > MAX_DEGREES || Math.abs(latitude) > MAX_DEGREES) {
      cursor.position = start
      return undefined
    }
    points.push([latitude, longitude])
  } while (cursor.take(';'))
  return points
}

function takePolyline(cursor: Cursor, precision: 5 | 6): Point[] | undefined {
  const start = cursor.position
  const encoded = cursor.match(POLYLINE_PATTERN)
  if (encoded === undefined || !cursor.take(')')) return undefined
  const points = parsePolylinePoints(encoded, precision)
  if (!points) cursor.position = start
  return points?.map(([latitude = 0, longitude = 0]) => [latitude, longitude])
}

export function areOnEarth(points: readonly Point[]): boolean {
  return points.every(([latitude, longitude]) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
}
