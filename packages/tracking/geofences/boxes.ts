import { EARTH_RADIUS_METERS, RADIANS_PER_DEGREE, wrapLongitude } from '@fairway/geo'
import type { ShapeBox } from './fence-shape.ts'

/** Expands a box by a distance in meters. A box that reaches a pole covers all longitudes. */
export function expandBox({ south, north, west, east }: ShapeBox, meters: number): ShapeBox {
  const degrees = meters / EARTH_RADIUS_METERS / RADIANS_PER_DEGREE
  const [bottom, top] = [south - degrees, north + degrees]
  if (bottom <= -90 || top >= 90) return toWrappedBox({ south: bottom, north: top, west: -180, east: 180 })
  // The margin is widest at the latitude closest to a pole. The half-width at this latitude is exact.
  const maxLatitude = Math.max(Math.abs(south), Math.abs(north)) * RADIANS_PER_DEGREE
  const ratio = Math.sin(meters / EARTH_RADIUS_METERS) / Math.cos(maxLatitude)
  const margin = ratio >= 1 ? 180 : Math.asin(ratio) / RADIANS_PER_DEGREE
  return toWrappedBox({ south: bottom, north: top, west: west - margin, east: east + margin })
}

/** Normalizes the box so that `west` is between -180 and 180 degrees. */
export function toWrappedBox({ south, north, west, east }: ShapeBox): ShapeBox {
  if (east - west >= 360) return { south, north, west: -180, east: 180 }
  const start = wrapLongitude(west)
  return { south, north, west: start, east: start + (east - west) }
}

export function isInBox({ south, north, west, east }: ShapeBox, latitude: number, longitude: number): boolean {
  if (latitude < south || latitude > north) return false
  const unwrapped = longitude < west ? longitude + 360 : longitude
  return unwrapped >= west && unwrapped <= east
}
