import { dot, type Position, unit, type Vector } from '@fairway/geo'
import type { Outline } from '../model.ts'
import { angleBetween, MIN_RADIUS_METERS, toPosition, toSurface, toVector } from './ellipsoid.ts'

/** A spherical cap with its center and its angular radius in radians, seen from the center of the earth. */
export interface SphericalCap {
  readonly center: Vector
  readonly angle: number
}

export type Box = readonly [west: number, south: number, east: number, north: number]

const DEGREES_PER_RADIAN = 180 / Math.PI
/**
 * Tolerance for the difference between ellipsoidal latitudes and angles at the center of the earth. Small angles differ
 * by up to 0.7 %.
 */
const ANGLE_TOLERANCE_FACTOR = 1.01
const TOLERANCE_DEGREES = 1e-6

export function makeCap(center: Vector, meters: number): SphericalCap {
  return { center, angle: Math.min(Math.PI, meters / MIN_RADIUS_METERS) }
}

export function outlineToCap(outline: Outline): SphericalCap {
  if (outline.kind === 'circle') return makeCap(toVector(outline.center), outline.radiusMeters)
  return lineToCap(outline.outer)
}

/** Returns a cap around a line. Great circles between points of a cap stay inside it. */
export function lineToCap(line: readonly Position[]): SphericalCap {
  const vectors = line.map(toVector)
  const sum = vectors.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }))
  const isCenterUndefined = Math.hypot(sum.x, sum.y, sum.z) < 1
  const center = isCenterUndefined ? vectors[0] : toSurface(unit(sum))
  return {
    center,
    angle: vectors.reduce((widestAngle, vector) => Math.max(widestAngle, angleBetween(center, vector)), 0),
  }
}

/**
 * Returns whether two caps intersect. Compares cosines instead of angles to save time, because this function runs for
 * every nearby zone. Borderline cases count as intersecting.
 */
export function capsIntersect(a: SphericalCap, b: SphericalCap): boolean {
  const angle = a.angle + b.angle
  if (angle >= Math.PI) return true
  const cosine = dot(a.center, b.center) / Math.sqrt(dot(a.center, a.center) * dot(b.center, b.center))
  return cosine >= Math.cos(angle) - 1e-12
}

/** Returns the bounding boxes in degrees. There are two boxes if the cap spans the antimeridian. */
export function capToBoxes({ center, angle }: SphericalCap): Box[] {
  const [latitude, longitude] = toPosition(center)
  const radiusDegrees = angle * DEGREES_PER_RADIAN * ANGLE_TOLERANCE_FACTOR + TOLERANCE_DEGREES
  const [south, north] = [latitude - radiusDegrees, latitude + radiusDegrees]
  if (south <= -90 || north >= 90 || radiusDegrees >= 90)
    return [[-180, Math.max(-90, south), 180, Math.min(90, north)]]
  const halfWidthDegrees =
    Math.asin(Math.min(1, Math.sin(radiusDegrees / DEGREES_PER_RADIAN) / Math.cos(latitude / DEGREES_PER_RADIAN))) *
    DEGREES_PER_RADIAN
  const [west, east] = [longitude - halfWidthDegrees, longitude + halfWidthDegrees]
  if (west < -180)
    return [
      [west + 360, south, 180, north],
      [-180, south, east, north],
    ]
  if (east > 180)
    return [
      [west, south, 180, north],
      [-180, south, east - 360, north],
    ]
  return [[west, south, east, north]]
}
