import { EARTH_RADIUS_METERS, RADIANS_PER_DEGREE } from '../earth.ts'

/** A point on the sphere as a unit vector, which avoids special cases at the poles and the antimeridian. */
export interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

/**
 * Returns the length of a vector. Math.hypot takes ten times as long, because it guards against overflow, which cannot
 * occur here.
 */
export function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z)
}

export function toVector(latitude: number, longitude: number): Vector {
  const cosine = Math.cos(latitude * RADIANS_PER_DEGREE)
  return {
    x: cosine * Math.cos(longitude * RADIANS_PER_DEGREE),
    y: cosine * Math.sin(longitude * RADIANS_PER_DEGREE),
    z: Math.sin(latitude * RADIANS_PER_DEGREE),
  }
}

/**
 * Returns the distance in meters, computed from the chord. The arc cosine of a value near 1 would lose all precision
 * below a few meters.
 */
export function metersBetween(a: Vector, b: Vector): number {
  const chord = lengthOf(a.x - b.x, a.y - b.y, a.z - b.z)
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, chord / 2))
}

export function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function normalize({ x, y, z }: Vector): Vector {
  const length = lengthOf(x, y, z)
  return { x: x / length, y: y / length, z: z / length }
}

/** Returns the point at a fraction of the great circle from `a` to `b`. */
export function pointBetween(a: Vector, b: Vector, fraction: number): Vector {
  const angle = metersBetween(a, b) / EARTH_RADIUS_METERS
  // Below a kilometer, the chord is practically as long as the arc. Antipodes have no unique great circle.
  const sine = Math.sin(angle)
  const isChordAccurate = angle < 1e-4 || sine < 1e-9
  const [from, to] = isChordAccurate
    ? [1 - fraction, fraction]
    : [Math.sin((1 - fraction) * angle) / sine, Math.sin(fraction * angle) / sine]
  const weightedSum = { x: from * a.x + to * b.x, y: from * a.y + to * b.y, z: from * a.z + to * b.z }
  return lengthOf(weightedSum.x, weightedSum.y, weightedSum.z) < 1e-9 ? a : normalize(weightedSum)
}

/** Returns the initial bearing from `from` to `to` in degrees clockwise from north, or 0 if both are equal. */
export function bearingBetween(from: Vector, to: Vector): number {
  const axisDistance = Math.hypot(from.x, from.y)
  // At a pole, every direction follows a meridian, and the direction along longitude 0 counts as north.
  const [east, north] =
    axisDistance < 1e-12
      ? [to.y, -from.z * to.x]
      : [
          (from.x * to.y - from.y * to.x) / axisDistance,
          to.z * axisDistance - (from.z * (from.x * to.x + from.y * to.y)) / axisDistance,
        ]
  if (east === 0 && north === 0) return 0
  const degrees = Math.atan2(east, north) / RADIANS_PER_DEGREE
  return degrees < 0 ? degrees + 360 : degrees
}

/** Returns the angle between two bearings, from 0 to 180 degrees. */
export function turnBetween(a: number, b: number): number {
  const angleDegrees = Math.abs(a - b) % 360
  return angleDegrees > 180 ? 360 - angleDegrees : angleDegrees
}
