import {
  cross,
  dot,
  EARTH_RADIUS_METERS,
  ECCENTRICITY_SQUARED,
  EQUATOR_RADIUS_METERS,
  type Position,
  RADIANS_PER_DEGREE,
  unit,
  type Vector,
} from '@fairway/geo'

/**
 * This module represents points as vectors from the center of the earth, in meters, on the WGS 84 ellipsoid. The
 * antimeridian and the poles need no special cases, and lengths are accurate to a millimeter per kilometer.
 */

const AXIS_RATIO_SQUARED = 1 - ECCENTRICITY_SQUARED

/**
 * Smallest radius of curvature of the earth, in meters. Dividing a length by this radius never gives too small an
 * angle.
 */
export const MIN_RADIUS_METERS = 6_335_000

export function toVector([latitude, longitude]: Position): Vector {
  const sine = Math.sin(latitude * RADIANS_PER_DEGREE)
  const cosine = Math.cos(latitude * RADIANS_PER_DEGREE)
  const radius = EQUATOR_RADIUS_METERS / Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine)
  return {
    x: radius * cosine * Math.cos(longitude * RADIANS_PER_DEGREE),
    y: radius * cosine * Math.sin(longitude * RADIANS_PER_DEGREE),
    z: radius * AXIS_RATIO_SQUARED * sine,
  }
}

/** Converts a vector that ends on the surface to a position. */
export function toPosition({ x, y, z }: Vector): Position {
  return [
    Math.atan2(z / AXIS_RATIO_SQUARED, Math.hypot(x, y)) / RADIANS_PER_DEGREE,
    Math.atan2(y, x) / RADIANS_PER_DEGREE,
  ]
}

/** Projects a point onto the surface along the line from the center of the earth. */
export function toSurface({ x, y, z }: Vector): Vector {
  const scale = EQUATOR_RADIUS_METERS / Math.sqrt(x * x + y * y + (z * z) / AXIS_RATIO_SQUARED)
  return { x: x * scale, y: y * scale, z: z * scale }
}

/** Returns the distance along the surface, which is the chord corrected for curvature. */
export function metersBetween(a: Vector, b: Vector): number {
  const chord = Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2)
  const halfSine = chord / (2 * EARTH_RADIUS_METERS)
  return halfSine < 0.02
    ? chord * (1 + (halfSine * halfSine) / 6)
    : 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, halfSine))
}

/** Returns the point at a fraction of the distance between two surface points, which must not be antipodal. */
export function interpolate(a: Vector, b: Vector, fraction: number): Vector {
  const angle = angleBetween(a, b)
  if (angle < 1e-12) return a
  const [p, q] = [Math.sin((1 - fraction) * angle), Math.sin(fraction * angle)]
  const [ua, ub] = [unit(a), unit(b)]
  return toSurface({ x: ua.x * p + ub.x * q, y: ua.y * p + ub.y * q, z: ua.z * p + ub.z * q })
}

/** Returns the angle at the center of the earth, in radians. */
export function angleBetween(a: Vector, b: Vector): number {
  const crossProduct = cross(a, b)
  return Math.atan2(Math.sqrt(dot(crossProduct, crossProduct)), dot(a, b))
}

export interface Tangents {
  readonly east: Vector
  readonly north: Vector
}

/** Returns the east and north directions at a position. At a pole, they depend on the given longitude. */
export function tangentsAt([latitude, longitude]: Position): Tangents {
  const [sinLat, cosLat] = [Math.sin(latitude * RADIANS_PER_DEGREE), Math.cos(latitude * RADIANS_PER_DEGREE)]
  const [sinLon, cosLon] = [Math.sin(longitude * RADIANS_PER_DEGREE), Math.cos(longitude * RADIANS_PER_DEGREE)]
  return {
    east: { x: -sinLon, y: cosLon, z: 0 },
    north: { x: -sinLat * cosLon, y: -sinLat * sinLon, z: cosLat },
  }
}
