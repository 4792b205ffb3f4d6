import type { EventPlace, Point } from '../feed-content.ts'
import { brokenField } from './broken-record.ts'

/** The coordinate order of a format. */
export type PointOrder = 'latitude-first' | 'longitude-first'

export function toPoint(value: unknown, field: string, order: PointOrder): Point {
  const point = findPoint(value, order)
  if (point) return point
  const given = Array.isArray(value) && value.every((one) => typeof one === 'number') ? `[${value.join(', ')}]` : value
  throw brokenField(field, given, order === 'latitude-first' ? '[latitude, longitude]' : '[longitude, latitude]')
}

/** GeoJSON positions may have an altitude as a third number. */
function findPoint(value: unknown, order: PointOrder): Point | undefined {
  if (!Array.isArray(value)) return undefined
  const latitude: unknown = value[order === 'latitude-first' ? 0 : 1]
  const longitude: unknown = value[order === 'latitude-first' ? 1 : 0]
  return isDegrees(latitude, 90) && isDegrees(longitude, 180) ? [latitude, longitude] : undefined
}

function isDegrees(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= -most && value <= most
}

/** Reads a list of points and drops consecutive duplicates. */
export function toPoints(value: unknown, field: string, order: PointOrder): Point[] {
  if (!Array.isArray(value) || value.length < 2) throw brokenField(field, value, 'a list of at least 2 positions')
  const points: Point[] = []
  value.forEach((item: unknown, index) => {
    const point = findPoint(item, order) ?? toPoint(item, `${field}[${index}]`, order)
    const before = points.at(-1)
    if (before === undefined || !isSame(before, point)) points.push(point)
  })
  return points
}

/** A line of zero length is a point. */
export function toLine(points: readonly Point[]): EventPlace {
  const [first] = points
  return points.length === 1 && first ? { at: first } : { line: points }
}

export function toArea(value: unknown, field: string, order: PointOrder): EventPlace {
  const ring = toPoints(value, field, order)
  const [first] = ring
  const last = ring.at(-1)
  if (ring.length > 1 && first && last && isSame(first, last)) ring.pop()
  if (ring.length < 3) throw brokenField(field, value, 'a ring of at least 3 different points')
  return { area: ring }
}

export function countPoints(place: EventPlace): number {
  if ('line' in place) return place.line.length
  return 'area' in place ? place.area.length : 1
}

function isSame(one: Point, other: Point): boolean {
  return one[0] === other[0] && one[1] === other[1]
}
