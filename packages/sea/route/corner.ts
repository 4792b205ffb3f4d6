import type { Position } from '@fairway/geo'
import { degreesIntoIce } from '../water/ice.ts'

/** Maximum number of degrees by which a straightened line may lead farther into the ice than the original path. */
const ICE_TOLERANCE_DEGREES = 0.2

/**
 * Returns the point on the straight chart line between a and b that is closest to a position. The point is accurate
 * enough for use as a target.
 */
export function perpendicularFoot([lat, lon]: Position, a: Position, b: Position): Position {
  const longitudeScale = Math.cos((lat * Math.PI) / 180)
  const ax = longitudeOffset(a[1], lon) * longitudeScale
  const dx = longitudeOffset(b[1], lon) * longitudeScale - ax
  const dy = b[0] - a[0]
  const squaredLength = dx * dx + dy * dy
  const share = squaredLength === 0 ? 0 : Math.max(0, Math.min(1, (-ax * dx + (lat - a[0]) * dy) / squaredLength))
  return [a[0] + dy * share, lon + (ax + dx * share) / longitudeScale]
}

function longitudeOffset(longitude: number, from: number): number {
  return longitude - from - 360 * Math.round((longitude - from) / 360)
}

/** Returns whether a line leads into the ice. Checks five points, because a great circle bulges toward the pole. */
export function leadsIntoIce(a: Position, b: Position, allowedIce: number): boolean {
  const middle = midpoint(a, b)
  return [a, b, middle, midpoint(a, middle), midpoint(middle, b)].some(
    ([latitude]) => degreesIntoIce(latitude) > allowedIce + ICE_TOLERANCE_DEGREES,
  )
}

function midpoint(a: Position, b: Position): Position {
  const radians = Math.PI / 180
  const bx = Math.cos(b[0] * radians) * Math.cos((b[1] - a[1]) * radians)
  const by = Math.cos(b[0] * radians) * Math.sin((b[1] - a[1]) * radians)
  const cosine = Math.cos(a[0] * radians)
  const latitude = Math.atan2(Math.sin(a[0] * radians) + Math.sin(b[0] * radians), Math.hypot(cosine + bx, by))
  return [latitude / radians, a[1] + Math.atan2(by, cosine + bx) / radians]
}
