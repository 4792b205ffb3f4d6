import type { Convex } from '../geometry/convex.ts'
import { angleBetween, between, metersBetween, toVector, type Vector } from '../geometry/ellipsoid.ts'
import type { Frame } from '../geometry/frame.ts'
import { isSmallAndConvex, vectorsOf } from '../geometry/ring-vectors.ts'
import type { Outline, Position } from '../model.ts'
import { cornerReach, grownCircle, grownCorners, marginReach, ringAround, sidesOfCircle } from './shapes.ts'

/** A shape to be: where it can be at most, and how to make it when somebody comes near. */
export interface ShapePlan {
  /** A line, or for circles a point, and how far the shape reaches from it at most, on the frame. */
  readonly core: { readonly ax: number; readonly ay: number; readonly bx: number; readonly by: number }
  readonly reach: number
  readonly make: () => Convex
}

/** Farther from the middle of the frame than this, in radians, nothing is drawn on it. */
const FARTHEST_RADIANS = 1
/** Edges are cut to this, and circles larger than that are taken as rings of edges: a frame shows only what is near. */
const LONGEST_EDGE_METERS = 50_000
const LARGEST_CIRCLE_METERS = 300_000

/** The shapes of one outline that come within `reachMeters` of the middle of the frame. */
export function planShapes(frame: Frame, outline: Outline, marginMeters: number, reachMeters: number): ShapePlan[] {
  if (outline.kind === 'polygon') {
    const whole = outline.holes.length === 0 && planConvex(frame, outline.outer, marginMeters)
    if (whole) return [whole]
    return [outline.outer, ...outline.holes].flatMap((ring) =>
      planRing(frame, vectorsOf(ring), marginMeters, reachMeters),
    )
  }
  const { center, radiusMeters } = outline
  if (radiusMeters > LARGEST_CIRCLE_METERS) {
    const sides = Math.ceil((2 * Math.PI * radiusMeters) / LONGEST_EDGE_METERS)
    return planRing(frame, ringAround(center, radiusMeters, sides), marginMeters, reachMeters)
  }
  const grown = radiusMeters + marginMeters
  const middle = toVector(center)
  const corner = cornerReach(grown, sidesOfCircle(grown))
  const { x, y } = frame.project(middle)
  const reach = corner * enlargement(frame, middle, corner)
  return [{ core: { ax: x, ay: y, bx: x, by: y }, reach, make: () => grownCircle(frame, center, grown) }]
}

/** A ring without dents is one shape. */
function planConvex(frame: Frame, ring: readonly Position[], marginMeters: number): ShapePlan | undefined {
  if (!isSmallAndConvex(ring)) return undefined
  const vectors = vectorsOf(ring)
  if (angleBetween(frame.center, vectors[0]) > FARTHEST_RADIANS) return undefined
  const corners = vectors.map((vector) => frame.project(vector))
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const x = (Math.min(...xs) + Math.max(...xs)) / 2
  const y = (Math.min(...ys) + Math.max(...ys)) / 2
  const radius = Math.max(...corners.map((corner) => Math.hypot(corner.x - x, corner.y - y)))
  const margin = marginReach(marginMeters) * enlargement(frame, vectors[0], LONGEST_EDGE_METERS + marginMeters)
  return {
    core: { ax: x, ay: y, bx: x, by: y },
    reach: radius + margin,
    make: () => grownCorners(frame, vectors, marginMeters),
  }
}

function planRing(frame: Frame, ring: readonly Vector[], marginMeters: number, reachMeters: number): ShapePlan[] {
  const reach = marginReach(marginMeters)
  return ring.flatMap((from, at) => {
    const to = ring[(at + 1) % ring.length]
    const length = metersBetween(from, to)
    if (length === 0) return []
    if (metersBetween(frame.center, from) - length - reach > reachMeters) return []
    if (length <= LONGEST_EDGE_METERS) return planEdge(frame, from, to, marginMeters, reach)
    const pieces = Math.ceil(length / LONGEST_EDGE_METERS)
    return Array.from({ length: pieces }, (_, piece) => {
      const [start, end] = [between(from, to, piece / pieces), between(from, to, (piece + 1) / pieces)]
      const isFar = metersBetween(frame.center, start) - LONGEST_EDGE_METERS - reach > reachMeters
      return isFar ? [] : planEdge(frame, start, end, marginMeters, reach)
    }).flat()
  })
}

function planEdge(frame: Frame, from: Vector, to: Vector, marginMeters: number, reach: number): ShapePlan[] {
  if (angleBetween(frame.center, from) > FARTHEST_RADIANS) return []
  const [a, b] = [frame.project(from), frame.project(to)]
  return [
    {
      core: { ax: a.x, ay: a.y, bx: b.x, by: b.y },
      reach: reach * enlargement(frame, from, LONGEST_EDGE_METERS + reach),
      make: () => grownCorners(frame, [from, to], marginMeters),
    },
  ]
}

/** How much longer than on the earth a length is drawn at most, near a point; a little more for the ellipsoid. */
function enlargement(frame: Frame, point: Vector, reach: number): number {
  const angle = Math.min(1.4, angleBetween(frame.center, point) + reach / 6_335_000)
  return 1.01 / Math.cos(angle) ** 2
}
