import { EARTH_RADIUS_METERS, type Position, type Vector } from '@fairway/geo'
import { type ConvexShape, convexHull } from '../geometry/convex.ts'
import { tangentsAt, toPosition, toVector } from '../geometry/ellipsoid.ts'
import type { Frame, Point } from '../geometry/frame.ts'

/**
 * Obstacles are zones grown by the margin. Convex shapes with straight sides enclose the rounded outline. A circle or a
 * convex ring becomes one shape. For other polygons, each edge with its margin becomes a shape. A flight that starts
 * outside cannot enter without crossing an edge. Concave rings, holes, and self-intersecting rings therefore need no
 * special handling.
 */

/** Number of sides of the margin around a corner. The corners of this octagon reach 8 % farther than the margin. */
const MARGIN_SIDES = 8
/** Maximum distance of the sides of a grown circle from the circle, in meters and as a share of the radius. */
const CIRCLE_TOLERANCE_METERS = 5
const CIRCLE_TOLERANCE_FRACTION = 0.003
const MIN_SIDES = 12
/**
 * Amounts added to every length, so that the margin is kept despite rounding and the ellipsoidal shape of the earth.
 */
const ROUNDING_FRACTION = 1e-5
const ROUNDING_METERS = 1e-3

export function countCircleSides(radiusMeters: number): number {
  const tolerance = Math.max(CIRCLE_TOLERANCE_METERS, radiusMeters * CIRCLE_TOLERANCE_FRACTION)
  return Math.max(MIN_SIDES, Math.ceil(Math.PI / Math.acos(radiusMeters / (radiusMeters + tolerance))))
}

/** Returns the distance from the center to the corners of a polygon around a circle. */
export function circumradius(exactMeters: number, sideCount: number): number {
  const radiusMeters = exactMeters * (1 + ROUNDING_FRACTION) + ROUNDING_METERS
  return (EARTH_RADIUS_METERS * Math.tan(radiusMeters / EARTH_RADIUS_METERS)) / Math.cos(Math.PI / sideCount)
}

export function marginCircumradius(marginMeters: number): number {
  return circumradius(marginMeters, MARGIN_SIDES)
}

/** Builds a polygon around a circle. The corners are in order and on a circle, so no three of them are collinear. */
export function growCircle(frame: Frame, center: Position, radiusMeters: number): ConvexShape {
  const corners = makeRingAround(center, radiusMeters, countCircleSides(radiusMeters)).map((corner) =>
    frame.project(corner),
  )
  return { xs: Float64Array.from(corners, ({ x }) => x), ys: Float64Array.from(corners, ({ y }) => y) }
}

/** Builds the margin around an edge or around all corners of a convex ring. */
export function growCorners(frame: Frame, corners: readonly Vector[], marginMeters: number): ConvexShape {
  return convexHull(corners.flatMap((corner) => makeOctagon(frame, corner, marginMeters)))
}

export function makeOctagon(frame: Frame, corner: Vector, marginMeters: number): Point[] {
  return makeRingAround(toPosition(corner), marginMeters, MARGIN_SIDES).map((vector) => frame.project(vector))
}

/**
 * Builds a ring around a center. The ring is computed in the tangent plane, where great circles are straight lines, so
 * the sides touch the circle.
 */
export function makeRingAround(center: Position, radiusMeters: number, sideCount: number): Vector[] {
  const middle = toVector(center)
  const { east, north } = tangentsAt(center)
  const cornerRadiusMeters = circumradius(radiusMeters, sideCount)
  return Array.from({ length: sideCount }, (_, sideIndex) => {
    const angle = ((sideIndex + 0.5) * 2 * Math.PI) / sideCount
    const [eastMeters, northMeters] = [cornerRadiusMeters * Math.cos(angle), cornerRadiusMeters * Math.sin(angle)]
    return {
      x: middle.x + east.x * eastMeters + north.x * northMeters,
      y: middle.y + east.y * eastMeters + north.y * northMeters,
      z: middle.z + east.z * eastMeters + north.z * northMeters,
    }
  })
}
