import type { Position } from '@fairway/geo'
import type { Polygon } from '../model.ts'
import type { Fields } from './fields.ts'
import { makePolygon } from './rings.ts'

const POSITION_FORMAT = 'a list of longitude (-180 to 180) and latitude (-90 to 90)'

/** Reads a JSON position, longitude first. */
export function readPosition(value: unknown, fields: Fields, name: string): Position {
  if (Array.isArray(value)) {
    const [longitude, latitude] = value as unknown[]
    if (isWithinRange(longitude, 180) && isWithinRange(latitude, 90)) return [latitude, longitude]
  }
  return fields.reject(name, POSITION_FORMAT, value)
}

function isWithinRange(value: unknown, max: number): value is number {
  return typeof value === 'number' && value >= -max && value <= max
}

/** Reads the positions of a line or a ring. */
export function readPositions(value: unknown, fields: Fields, name: string): Position[] {
  if (!Array.isArray(value)) return fields.reject(name, 'a list of positions', value)
  const positions: Position[] = []
  for (let index = 0; index < value.length; index++) {
    const entry: unknown = value[index]
    // The name of a position is used only in errors, so it is built only when needed.
    const [longitude, latitude] = Array.isArray(entry) ? (entry as unknown[]) : []
    if (isWithinRange(longitude, 180) && isWithinRange(latitude, 90)) positions.push([latitude, longitude])
    else readPosition(entry, fields, `${name}[${index}]`)
  }
  return positions
}

/** Reads the coordinates of a GeoJSON Polygon: the outline, then the holes. */
export function readPolygon(value: unknown, fields: Fields, name: string): Polygon {
  if (!Array.isArray(value) || value.length === 0) return fields.reject(name, 'a list of rings', value)
  const [outerRing, ...holes] = value.map((ring: unknown, index) => readPositions(ring, fields, `${name}[${index}]`))
  const polygon = makePolygon(outerRing, holes)
  return 'complaint' in polygon ? fields.rejectWith(name, polygon.complaint) : polygon
}

/** Reads the coordinates of a GeoJSON MultiPolygon. */
export function readPolygons(value: unknown, fields: Fields, name: string): Polygon[] {
  if (!Array.isArray(value) || value.length === 0) return fields.reject(name, 'a list of polygons', value)
  return value.map((polygon: unknown, index) => readPolygon(polygon, fields, `${name}[${index}]`))
}

/** Maximum radius of a circle. A larger radius usually means that the unit is wrong. */
export const MAX_RADIUS_METERS = 500_000

export function readRadius(fields: Fields, name: string): number {
  const radius = fields.number(name)
  const isValidRadius = radius !== undefined && radius > 0 && radius <= MAX_RADIUS_METERS
  return isValidRadius ? radius : fields.reject(name, `meters, more than 0 and at most ${MAX_RADIUS_METERS}`)
}
