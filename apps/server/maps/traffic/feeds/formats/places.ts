import type { EventLocation, Point } from '../feed-content.ts'
import { invalidField } from './broken-record.ts'

/** Coordinate order of a format. */
export type PointOrder = 'latitude-first' | 'longitude-first'

export function toPoint(value: unknown, field: string, order: PointOrder): Point {
  const point = findPoint(value, order)
  if (point) return point
  const shownValue =
    Array.isArray(value) && value.every((coordinate) => typeof coordinate === 'number')
      ? `[${value.join(', ')}]`
      : value
  throw invalidField(field, shownValue, order === 'latitude-first' ? '[latitude, longitude]' : '[longitude, latitude]')
}

/** Parses a point. GeoJSON positions may have an altitude as a third number. */
function findPoint(value: unknown, order: PointOrder): Point | undefined {
  if (!Array.isArray(value)) return undefined
  const latitude: unknown = value[order === 'latitude-first' ? 0 : 1]
  const longitude: unknown = value[order === 'latitude-first' ? 1 : 0]
  return isDegrees(latitude, 90) && isDegrees(longitude, 180) ? [latitude, longitude] : undefined
}

function isDegrees(value: unknown, maxDegrees: number): value is number {
  return typeof value === 'number' && value >= -maxDegrees && value <= maxDegrees
}

/** Reads a list of points and drops consecutive duplicates. */
export function toPoints(value: unknown, field: string, order: PointOrder): Point[] {
  if (!Array.isArray(value) || value.length < 2) throw invalidField(field, value, 'a list of at least 2 positions')
  const points: Point[] = []
  value.forEach((item: unknown, index) => {
    const point = findPoint(item, order) ?? toPoint(item, `${field}[${index}]`, order)
    const previousPoint = points.at(-1)
    if (previousPoint === undefined || !isSamePoint(previousPoint, point)) points.push(point)
  })
  return points
}

/** Converts points to a line, or to a point if the line has zero length. */
export function toLine(points: readonly Point[]): EventLocation {
  const [first] = points
  return points.length === 1 && first ? { at: first } : { line: points }
}

export function toArea(value: unknown, field: string, order: PointOrder): EventLocation {
  const ring = toPoints(value, field, order)
  const [first] = ring
  const last = ring.at(-1)
  if (ring.length > 1 && first && last && isSamePoint(first, last)) ring.pop()
  if (ring.length < 3) throw invalidField(field, value, 'a ring of at least 3 different points')
  return { area: ring }
}

export function countPoints(location: EventLocation): number {
  if ('line' in location) return location.line.length
  return 'area' in location ? location.area.length : 1
}

function isSamePoint(first: Point, second: Point): boolean {
  return first[0] === second[0] && first[1] === second[1]
}
