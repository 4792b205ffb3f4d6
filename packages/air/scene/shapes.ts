import { type Convex, convexHull } from '../geometry/convex.ts'
import { MEAN_RADIUS_METERS, tangentsAt, toPosition, toVector, type Vector } from '../geometry/ellipsoid.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import type { Position } from '../model.ts'

/**
 * What nobody flies into: zones grown by the margin, as convex shapes whose straight sides lie around the round ones. A circle becomes
 * one shape, and so does a convex ring. Of other polygons every edge becomes one: the edge with the margin around it. Whoever is not inside already cannot get in
 * without crossing them; so concave rings, holes and rings that cross themselves need nothing more.
 */

/** The margin around a corner is an octagon: it reaches out 8 % farther than the margin at its own corners. */
const MARGIN_SIDES = 8
/** Sides of grown circles stay so near to the circle, in metres, and in parts of the radius. */
const CIRCLE_TOLERANCE_METERS = 5
const CIRCLE_TOLERANCE = 0.003
const LEAST_SIDES = 12
/** Added to every length, so that nothing comes too near because the earth is no sphere, or by rounding. */
const GUARD = 1e-5
const GUARD_METERS = 1e-3

export function sidesOfCircle(radiusMeters: number): number {
  const tolerance = Math.max(CIRCLE_TOLERANCE_METERS, radiusMeters * CIRCLE_TOLERANCE)
  return Math.max(LEAST_SIDES, Math.ceil(Math.PI / Math.acos(radiusMeters / (radiusMeters + tolerance))))
}

/** How far the corners of a shape around a circle are from its middle. */
export function cornerReach(exactMeters: number, sides: number): number {
  const radiusMeters = exactMeters * (1 + GUARD) + GUARD_METERS
  return (MEAN_RADIUS_METERS * Math.tan(radiusMeters / MEAN_RADIUS_METERS)) / Math.cos(Math.PI / sides)
}

export function marginReach(marginMeters: number): number {
  return cornerReach(marginMeters, MARGIN_SIDES)
}

/** Its corners are in order already, and on a circle: no three of them are in a line. */
export function grownCircle(frame: Frame, center: Position, radiusMeters: number): Convex {
  const corners = ringAround(center, radiusMeters, sidesOfCircle(radiusMeters)).map((corner) => frame.project(corner))
  return { xs: Float64Array.from(corners, ({ x }) => x), ys: Float64Array.from(corners, ({ y }) => y) }
}

/** The margin around an edge, or around all corners of a convex ring. */
export function grownCorners(frame: Frame, corners: readonly Vector[], marginMeters: number): Convex {
  return convexHull(corners.flatMap((corner) => octagon(frame, corner, marginMeters)))
}

export function octagon(frame: Frame, corner: Vector, marginMeters: number): Point[] {
  return ringAround(toPosition(corner), marginMeters, MARGIN_SIDES).map((vector) => frame.project(vector))
}

/** In the plane that touches the earth at the middle, where lines are great circles too: its sides touch the circle. */
export function ringAround(center: Position, radiusMeters: number, sides: number): Vector[] {
  const middle = toVector(center)
  const { east, north } = tangentsAt(center)
  const reach = cornerReach(radiusMeters, sides)
  return Array.from({ length: sides }, (_, side) => {
    const turned = ((side + 0.5) * 2 * Math.PI) / sides
    const [right, ahead] = [reach * Math.cos(turned), reach * Math.sin(turned)]
    return {
      x: middle.x + east.x * right + north.x * ahead,
      y: middle.y + east.y * right + north.y * ahead,
      z: middle.z + east.z * right + north.z * ahead,
    }
  })
}
