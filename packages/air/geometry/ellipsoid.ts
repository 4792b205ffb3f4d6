import type { Position } from '../model.ts'

/**
 * Points as vectors from the center of the earth, in meters, on the WGS 84 ellipsoid. The antimeridian and the poles
 * need no special cases, and lengths are accurate to a millimeter per kilometer.
 */
export interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

const EQUATOR_METERS = 6_378_137
const FLATTENING = 1 / 298.257223563
const ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING)
const AXIS_RATIO_2 = 1 - ECCENTRICITY_2
const RADIANS = Math.PI / 180

export const MEAN_RADIUS_METERS = 6_371_008.8
/** The earth's smallest radius of curvature: dividing a length by it never gives too small an angle. */
export const LEAST_RADIUS_METERS = 6_335_000

export function toVector([latitude, longitude]: Position): Vector {
  const sine = Math.sin(latitude * RADIANS)
  const cosine = Math.cos(latitude * RADIANS)
  const radius = EQUATOR_METERS / Math.sqrt(1 - ECCENTRICITY_2 * sine * sine)
  return {
    x: radius * cosine * Math.cos(longitude * RADIANS),
    y: radius * cosine * Math.sin(longitude * RADIANS),
    z: radius * AXIS_RATIO_2 * sine,
  }
}

/** Converts a vector that ends on the surface. */
export function toPosition({ x, y, z }: Vector): Position {
  return [Math.atan2(z / AXIS_RATIO_2, Math.hypot(x, y)) / RADIANS, Math.atan2(y, x) / RADIANS]
}

/** Projects a point onto the surface along the line from the center of the earth. */
export function toSurface({ x, y, z }: Vector): Vector {
  const scale = EQUATOR_METERS / Math.sqrt(x * x + y * y + (z * z) / AXIS_RATIO_2)
  return { x: x * scale, y: y * scale, z: z * scale }
}

/** Distance along the surface: the chord corrected for curvature. */
export function metersBetween(a: Vector, b: Vector): number {
  const chord = Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2)
  const half = chord / (2 * MEAN_RADIUS_METERS)
  return half < 0.02 ? chord * (1 + (half * half) / 6) : 2 * MEAN_RADIUS_METERS * Math.asin(Math.min(1, half))
}

export function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function unit(a: Vector): Vector {
  const length = Math.sqrt(dot(a, a))
  return { x: a.x / length, y: a.y / length, z: a.z / length }
}

/** The point at a fraction of the distance between two surface points, which must not be antipodal. */
export function between(a: Vector, b: Vector, share: number): Vector {
  const angle = angleBetween(a, b)
  if (angle < 1e-12) return a
  const [p, q] = [Math.sin((1 - share) * angle), Math.sin(share * angle)]
  const [ua, ub] = [unit(a), unit(b)]
  return toSurface({ x: ua.x * p + ub.x * q, y: ua.y * p + ub.y * q, z: ua.z * p + ub.z * q })
}

/** The angle at the center of the earth, in radians. */
export function angleBetween(a: Vector, b: Vector): number {
  const across = cross(a, b)
  return Math.atan2(Math.sqrt(dot(across, across)), dot(a, b))
}

export interface Tangents {
  readonly east: Vector
  readonly north: Vector
}

/** East and north at a position; at a pole, those of its longitude. */
export function tangentsAt([latitude, longitude]: Position): Tangents {
  const [sinLat, cosLat] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)]
  const [sinLon, cosLon] = [Math.sin(longitude * RADIANS), Math.cos(longitude * RADIANS)]
  return {
    east: { x: -sinLon, y: cosLon, z: 0 },
    north: { x: -sinLat * cosLon, y: -sinLat * sinLon, z: cosLat },
  }
}
