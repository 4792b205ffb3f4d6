import type { Position, Vector } from '@fairway/geo'
import { angleBetween, interpolate, metersBetween, toVector } from '../geometry/ellipsoid.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import {
  getPreparedRing,
  isSmallAndConvex,
  MAX_SINGLE_SHAPE_CORNERS,
  type PreparedRing,
  ringVectors,
  simplifyAgain,
} from '../geometry/ring-vectors.ts'
import { type Segment, squaredDistanceTo } from '../geometry/segments.ts'
import type { Outline } from '../model.ts'
import { makeConvexPart, makeEdgePart, type ShapePart } from './part.ts'
import {
  circumradius,
  countCircleSides,
  growCircle,
  growCorners,
  makeRingAround,
  marginCircumradius,
} from './shapes.ts'

/** A part that is not built yet, with its maximum extent and a function that builds it when a leg comes near. */
export interface LazyPart {
  /** A line or point on the frame, and the maximum distance of the part from it. */
  readonly coreSegment: Segment
  readonly reach: number
  readonly make: () => ShapePart
  /** Data for filling the dents, set on the first part of an outer ring with fillable dents. */
  readonly fillable?: FillableRing
}

interface FillableRing {
  readonly ring: PreparedRing
  /** Number of parts of the ring. */
  readonly partCount: number
  readonly marginMeters: number
  /**
   * Plans the parts of a filled ring. A ring without dents becomes one shape, unless it has holes, because a point can
   * be in a hole.
   */
  planFilled(vectors: readonly Vector[]): LazyPart[]
}

/** Maximum distance from the frame center for projection, in radians. */
const MAX_PROJECTED_RADIANS = 1
/**
 * Maximum length of an edge. Longer edges are split, and larger circles are treated as rings of edges, because the
 * frame is only accurate near its center.
 */
const MAX_EDGE_METERS = 50_000
const MAX_CIRCLE_METERS = 300_000
/** Number of consecutive edges per part. A small ring forms a single part. */
const EDGES_PER_PART = 16

type Edge = readonly [from: Vector, to: Vector]

/** Returns the parts of one outline within `reachMeters` of the frame center. */
export function toLazyParts(frame: Frame, outline: Outline, marginMeters: number, reachMeters: number): LazyPart[] {
  if (outline.kind === 'polygon') {
    if (outline.holes.length === 0 && isSmallAndConvex(outline.outer) && isProjectable(frame, outline.outer)) {
      return [toLazyConvexPart(frame, ringVectors(outline.outer), marginMeters)]
    }
    return [outline.outer, ...outline.holes].flatMap((ring, ringIndex) => {
      const preparedRing = getPreparedRing(ring)
      const margin = marginMeters + preparedRing.extraMeters
      const { hull } = preparedRing
      const lazyParts = toLazyRingParts(
        frame,
        preparedRing.vectors,
        margin,
        reachMeters,
        hull.length > 0 && isProjectable(frame, ring),
      )
      if (ringIndex > 0 || lazyParts.length === 0 || hull.length === 0 || hull.length === preparedRing.vectors.length)
        return lazyParts
      const makeFilledParts = (filledOutline: readonly Vector[]) => {
        const { vectors, extraMeters } = simplifyAgain(filledOutline)
        const isConvexPolygon =
          outline.holes.length === 0 &&
          filledOutline.length === hull.length &&
          vectors.length <= MAX_SINGLE_SHAPE_CORNERS
        return isConvexPolygon
          ? [toLazyConvexPart(frame, vectors, margin + extraMeters)]
          : toLazyRingParts(frame, vectors, margin + extraMeters, reachMeters)
      }
      const fillableRing = {
        ring: preparedRing,
        partCount: lazyParts.length,
        marginMeters: margin,
        planFilled: makeFilledParts,
      }
      return [{ ...lazyParts[0], fillable: fillableRing }, ...lazyParts.slice(1)]
    })
  }
  const { center, radiusMeters } = outline
  if (radiusMeters > MAX_CIRCLE_METERS) {
    const sideCount = Math.ceil((2 * Math.PI * radiusMeters) / MAX_EDGE_METERS)
    return toLazyRingParts(frame, makeRingAround(center, radiusMeters, sideCount), marginMeters, reachMeters)
  }
  const grownRadiusMeters = radiusMeters + marginMeters
  const middle = toVector(center)
  const cornerRadiusMeters = circumradius(grownRadiusMeters, countCircleSides(grownRadiusMeters))
  const { x, y } = frame.project(middle)
  const projectedRadius = cornerRadiusMeters * projectionScale(frame, middle, cornerRadiusMeters)
  return [
    {
      coreSegment: { ax: x, ay: y, bx: x, by: y },
      reach: projectedRadius,
      make: () => makeConvexPart(growCircle(frame, center, grownRadiusMeters)),
    },
  ]
}

/** Returns whether a small ring can be projected. */
function isProjectable(frame: Frame, ring: readonly Position[]): boolean {
  return angleBetween(frame.center, ringVectors(ring)[0]) <= MAX_PROJECTED_RADIANS
}

/** Converts a ring without dents to a single part. */
function toLazyConvexPart(frame: Frame, vectors: readonly Vector[], marginMeters: number): LazyPart {
  const build = () => makeConvexPart(growCorners(frame, vectors, marginMeters))
  return { ...computeBounds(frame, vectors, marginMeters), make: build }
}

/**
 * Represents any other ring by its edges, because entering the ring means crossing an edge. The edges of a small,
 * nearby ring are built only when a leg comes near.
 */
function toLazyRingParts(
  frame: Frame,
  ring: readonly Vector[],
  marginMeters: number,
  reachMeters: number,
  isCompact = false,
): LazyPart[] {
  if (isCompact && ring.length <= 2 * EDGES_PER_PART) {
    const build = () => makeEdgePart(frame, listEdgesNear(frame, ring, Number.POSITIVE_INFINITY), marginMeters)
    return [{ ...computeBounds(frame, ring, marginMeters), make: build }]
  }
  const edges = listEdgesNear(frame, ring, reachMeters + marginCircumradius(marginMeters))
  const isSmall = edges.length <= 2 * EDGES_PER_PART
  return groupEdges(edges, isSmall ? 2 * EDGES_PER_PART : EDGES_PER_PART).map((row) => ({
    ...computeBounds(frame, [row[0][0], ...row.map(([, to]) => to)], marginMeters),
    make: () => makeEdgePart(frame, row, marginMeters),
  }))
}

function listEdgesNear(frame: Frame, ring: readonly Vector[], reachMeters: number): Edge[] {
  return ring.flatMap((from, index): Edge[] => {
    const to = ring[(index + 1) % ring.length]
    const length = metersBetween(from, to)
    if (length === 0 || metersBetween(frame.center, from) - length > reachMeters) return []
    const pieceCount = Math.ceil(length / MAX_EDGE_METERS)
    const splitPoints = Array.from({ length: pieceCount + 1 }, (_, pieceIndex) =>
      pieceIndex === 0 ? from : pieceIndex === pieceCount ? to : interpolate(from, to, pieceIndex / pieceCount),
    )
    return splitPoints
      .slice(1)
      .map((end, pieceIndex): Edge => [splitPoints[pieceIndex], end])
      .filter(([start]) => metersBetween(frame.center, start) - MAX_EDGE_METERS <= reachMeters)
      .filter(([start]) => angleBetween(frame.center, start) <= MAX_PROJECTED_RADIANS)
  })
}

/** Groups consecutive edges, at most `maxPerGroup` per group. No group is longer than the maximum length of an edge. */
function groupEdges(edges: readonly Edge[], maxPerGroup: number): Edge[][] {
  const edgeGroups: Edge[][] = []
  for (const edge of edges) {
    const edgeGroup = edgeGroups[edgeGroups.length - 1]
    const isAdjacent = edgeGroup && edgeGroup.length < maxPerGroup && edgeGroup[edgeGroup.length - 1][1] === edge[0]
    if (isAdjacent && metersBetween(edgeGroup[0][0], edge[1]) < MAX_EDGE_METERS) edgeGroup.push(edge)
    else edgeGroups.push([edge])
  }
  return edgeGroups
}

/**
 * Returns the line between two points, or the center of several points, and their maximum distance from it including
 * the margin.
 */
function computeBounds(frame: Frame, vectors: readonly Vector[], marginMeters: number): Omit<LazyPart, 'make'> {
  const points = vectors.map((vector) => frame.project(vector))
  const coreSegment = points.length === 2 ? toSegment(points[0], points[1]) : centerSegment(points)
  let maxSquaredDistance = 0
  for (const { x, y } of points)
    maxSquaredDistance = Math.max(
      maxSquaredDistance,
      squaredDistanceTo(x, y, coreSegment.ax, coreSegment.ay, coreSegment.bx, coreSegment.by),
    )
  const margin = marginCircumradius(marginMeters) * projectionScale(frame, vectors[0], MAX_EDGE_METERS + marginMeters)
  return { coreSegment, reach: Math.sqrt(maxSquaredDistance) + margin }
}

function toSegment(a: Point, b: Point): Segment {
  return { ax: a.x, ay: a.y, bx: b.x, by: b.y }
}

function centerSegment(points: readonly Point[]): Segment {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  const middle = { x: (west + east) / 2, y: (south + north) / 2 }
  return toSegment(middle, middle)
}

/** Returns the maximum factor by which the frame enlarges lengths near a point, with a tolerance for the ellipsoid. */
function projectionScale(frame: Frame, point: Vector, reach: number): number {
  const angle = Math.min(1.4, angleBetween(frame.center, point) + reach / 6_335_000)
  return 1.01 / Math.cos(angle) ** 2
}
