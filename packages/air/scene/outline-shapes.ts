import type { Position, Vector } from '@fairway/geo'
import { angleBetween, between, metersBetween, toVector } from '../geometry/ellipsoid.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import {
  type DrawnRing,
  drawnRing,
  isSmallAndConvex,
  MAX_CORNERS,
  thinnedAgain,
  vectorsOf,
} from '../geometry/ring-vectors.ts'
import { type Segment, squareTo } from '../geometry/segments.ts'
import type { Outline } from '../model.ts'
import { edgePieces, onePiece, type Part } from './part.ts'
import { cornerReach, grownCircle, grownCorners, marginReach, ringAround, sidesOfCircle } from './shapes.ts'

/** A part that is not built yet: its maximum extent and how to build it once a leg comes near. */
export interface ShapePlan {
  /** A line or point on the frame, and the maximum distance of the part from it. */
  readonly core: Segment
  readonly reach: number
  readonly make: () => Part
  /** How to fill the dents, set on the first part of an outer ring that has fillable dents. */
  readonly dented?: Dented
}

export interface Dented {
  readonly ring: DrawnRing
  /** Number of parts of the ring. */
  readonly parts: number
  readonly marginMeters: number
  /** A ring without dents is one shape unless it has holes, because a point can then lie inside it. */
  planFilled(vectors: readonly Vector[]): ShapePlan[]
}

/** Nothing farther than this from the frame center, in radians, is projected. */
const FARTHEST_RADIANS = 1
/**
 * Edges are split to this length, and larger circles are treated as rings of edges. The frame is only accurate near its
 * center.
 */
const LONGEST_EDGE_METERS = 50_000
const LARGEST_CIRCLE_METERS = 300_000
/** Number of consecutive edges per part. A small ring forms a single part. */
const EDGES_PER_PART = 16

type Edge = readonly [from: Vector, to: Vector]

/** Returns the parts of one outline within `reachMeters` of the frame center. */
export function planShapes(frame: Frame, outline: Outline, marginMeters: number, reachMeters: number): ShapePlan[] {
  if (outline.kind === 'polygon') {
    if (outline.holes.length === 0 && isSmallAndConvex(outline.outer) && isNear(frame, outline.outer)) {
      return [planConvex(frame, vectorsOf(outline.outer), marginMeters)]
    }
    return [outline.outer, ...outline.holes].flatMap((ring, at) => {
      const drawn = drawnRing(ring)
      const margin = marginMeters + drawn.extraMeters
      const { hull } = drawn
      const plans = planRing(frame, drawn.vectors, margin, reachMeters, hull.length > 0 && isNear(frame, ring))
      if (at > 0 || plans.length === 0 || hull.length === 0 || hull.length === drawn.vectors.length) return plans
      const planFilled = (filled: readonly Vector[]) => {
        const { vectors, extraMeters: extra } = thinnedAgain(filled)
        const isSolid = outline.holes.length === 0 && filled.length === hull.length && vectors.length <= MAX_CORNERS
        return isSolid
          ? [planConvex(frame, vectors, margin + extra)]
          : planRing(frame, vectors, margin + extra, reachMeters)
      }
      const dented = { ring: drawn, parts: plans.length, marginMeters: margin, planFilled }
      return [{ ...plans[0], dented }, ...plans.slice(1)]
    })
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
  return [{ core: { ax: x, ay: y, bx: x, by: y }, reach, make: () => onePiece(grownCircle(frame, center, grown)) }]
}

/** Whether a small ring can be projected. */
function isNear(frame: Frame, ring: readonly Position[]): boolean {
  return angleBetween(frame.center, vectorsOf(ring)[0]) <= FARTHEST_RADIANS
}

/** A ring without dents is one shape. */
function planConvex(frame: Frame, vectors: readonly Vector[], marginMeters: number): ShapePlan {
  const make = () => onePiece(grownCorners(frame, vectors, marginMeters))
  return { ...boundsOf(frame, vectors, marginMeters), make }
}

/**
 * Any other ring is represented by its edges, since entering it means crossing one. The edges of a small, nearby ring
 * are built only when a leg comes near.
 */
function planRing(
  frame: Frame,
  ring: readonly Vector[],
  marginMeters: number,
  reachMeters: number,
  isCompact = false,
): ShapePlan[] {
  if (isCompact && ring.length <= 2 * EDGES_PER_PART) {
    const make = () => edgePieces(frame, edgesNear(frame, ring, Number.POSITIVE_INFINITY), marginMeters)
    return [{ ...boundsOf(frame, ring, marginMeters), make }]
  }
  const edges = edgesNear(frame, ring, reachMeters + marginReach(marginMeters))
  const isWhole = edges.length <= 2 * EDGES_PER_PART
  return inRows(edges, isWhole ? 2 * EDGES_PER_PART : EDGES_PER_PART).map((row) => ({
    ...boundsOf(frame, [row[0][0], ...row.map(([, to]) => to)], marginMeters),
    make: () => edgePieces(frame, row, marginMeters),
  }))
}

function edgesNear(frame: Frame, ring: readonly Vector[], reachMeters: number): Edge[] {
  return ring.flatMap((from, at): Edge[] => {
    const to = ring[(at + 1) % ring.length]
    const length = metersBetween(from, to)
    if (length === 0 || metersBetween(frame.center, from) - length > reachMeters) return []
    const pieces = Math.ceil(length / LONGEST_EDGE_METERS)
    const ends = Array.from({ length: pieces + 1 }, (_, piece) =>
      piece === 0 ? from : piece === pieces ? to : between(from, to, piece / pieces),
    )
    return ends
      .slice(1)
      .map((end, piece): Edge => [ends[piece], end])
      .filter(([start]) => metersBetween(frame.center, start) - LONGEST_EDGE_METERS <= reachMeters)
      .filter(([start]) => angleBetween(frame.center, start) <= FARTHEST_RADIANS)
  })
}

/** Groups consecutive edges, at most `most` per row. No row extends farther than the longest allowed edge. */
function inRows(edges: readonly Edge[], most: number): Edge[][] {
  const rows: Edge[][] = []
  for (const edge of edges) {
    const row = rows[rows.length - 1]
    const follows = row && row.length < most && row[row.length - 1][1] === edge[0]
    if (follows && metersBetween(row[0][0], edge[1]) < LONGEST_EDGE_METERS) row.push(edge)
    else rows.push([edge])
  }
  return rows
}

/**
 * The line between two points, or the center of several points, and their maximum distance from it including the
 * margin.
 */
function boundsOf(frame: Frame, vectors: readonly Vector[], marginMeters: number): Omit<ShapePlan, 'make'> {
  const points = vectors.map((vector) => frame.project(vector))
  const core = points.length === 2 ? lineOf(points[0], points[1]) : middleOf(points)
  let off = 0
  for (const { x, y } of points) off = Math.max(off, squareTo(x, y, core.ax, core.ay, core.bx, core.by))
  const margin = marginReach(marginMeters) * enlargement(frame, vectors[0], LONGEST_EDGE_METERS + marginMeters)
  return { core, reach: Math.sqrt(off) + margin }
}

function lineOf(a: Point, b: Point): Segment {
  return { ax: a.x, ay: a.y, bx: b.x, by: b.y }
}

function middleOf(points: readonly Point[]): Segment {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  const middle = { x: (west + east) / 2, y: (south + north) / 2 }
  return lineOf(middle, middle)
}

/** Maximum factor by which the frame enlarges lengths near a point, with some slack for the ellipsoid. */
function enlargement(frame: Frame, point: Vector, reach: number): number {
  const angle = Math.min(1.4, angleBetween(frame.center, point) + reach / 6_335_000)
  return 1.01 / Math.cos(angle) ** 2
}
