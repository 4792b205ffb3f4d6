import type { Position, Vector } from '@fairway/geo'
import { isConvexRing } from './convex.ts'
import { crossesItself, findHullCorners } from './dents.ts'
import { angleBetween, metersBetween, toVector } from './ellipsoid.ts'
import { Frame } from './frame.ts'
import { simplifyRing } from './thinned.ts'

interface CachedRing {
  readonly vectors: readonly Vector[]
  /** Whether the ring is convex and small enough to be treated as one shape. */
  isConvex?: boolean
  prepared?: PreparedRing
}

/** A ring preprocessed for building shapes. */
export interface PreparedRing {
  readonly vectors: readonly Vector[]
  /** Additional distance beyond the margin that shapes must cover because corners were removed, in meters. */
  readonly extraMeters: number
  /**
   * Corners of the hull, in ring order. Empty for rings that are too wide to be projected as a whole, or that cross
   * themselves.
   */
  readonly hull: readonly number[]
}

/** Rings are cached as long as they exist, because zones outlive flights. */
const cachedRings = new WeakMap<readonly Position[], CachedRing>()

/** Maximum distance between the first corner and any other corner of a ring that is treated as one shape, in meters. */
const MAX_RING_WIDTH_METERS = 50_000
/**
 * Maximum number of corners of a ring that is treated as one shape. With more corners, testing a separate shape for
 * each edge is faster.
 */
export const MAX_SINGLE_SHAPE_CORNERS = 100
/**
 * Maximum number of corners of a ring that is not simplified. Rings with more corners are simplified within
 * SIMPLIFY_TOLERANCE_METERS.
 */
const MAX_UNSIMPLIFIED_CORNERS = 64
const SIMPLIFY_TOLERANCE_METERS = 0.5
const SECOND_SIMPLIFY_TOLERANCE_METERS = 0.45
/**
 * Maximum distance between the first corner and any other corner of a ring that is simplified, in radians. Wider rings
 * do not fit on one flat map.
 */
const MAX_SIMPLIFIED_RADIANS = 0.5

function getCachedRing(corners: readonly Position[]): CachedRing {
  const cached = cachedRings.get(corners)
  if (cached) return cached
  const ring = { vectors: corners.map(toVector) }
  cachedRings.set(corners, ring)
  return ring
}

export function ringVectors(corners: readonly Position[]): readonly Vector[] {
  return getCachedRing(corners).vectors
}

/**
 * Returns whether a ring is small and convex. The result is the same in every frame, because every frame maps great
 * circles to straight lines.
 */
export function isSmallAndConvex(corners: readonly Position[]): boolean {
  const ring = getCachedRing(corners)
  ring.isConvex ??= testSmallAndConvex(ring.vectors)
  return ring.isConvex
}

function testSmallAndConvex(vectors: readonly Vector[]): boolean {
  if (vectors.length > MAX_SINGLE_SHAPE_CORNERS || isWide(vectors)) return false
  const frame = new Frame(vectors[0])
  return isConvexRing(vectors.map((vector) => frame.project(vector)))
}

function isWide(vectors: readonly Vector[]): boolean {
  return vectors.some((vector) => metersBetween(vectors[0], vector) > MAX_RING_WIDTH_METERS)
}

/** Returns the simplified ring and its hull. */
export function getPreparedRing(corners: readonly Position[]): PreparedRing {
  const ring = getCachedRing(corners)
  ring.prepared ??= prepareRing(ring.vectors)
  return ring.prepared
}

function prepareRing(ringVectors: readonly Vector[]): PreparedRing {
  const isSimplified =
    ringVectors.length > MAX_UNSIMPLIFIED_CORNERS &&
    ringVectors.every((vector) => angleBetween(ringVectors[0], vector) < MAX_SIMPLIFIED_RADIANS)
  const frame = new Frame(ringVectors[0])
  const vectors = isSimplified
    ? pickIndices(
        ringVectors,
        simplifyRing(
          ringVectors.map((vector) => frame.project(vector)),
          SIMPLIFY_TOLERANCE_METERS,
        ),
      )
    : ringVectors
  const extraMeters = vectors.length < ringVectors.length ? SIMPLIFY_TOLERANCE_METERS : 0
  if (isWide(vectors)) return { vectors, extraMeters, hull: [] }
  const points = vectors.map((vector) => frame.project(vector))
  return { vectors, extraMeters, hull: crossesItself(points) ? [] : findHullCorners(points) }
}

/** Simplifies a ring again after its dents were filled. In total, shapes grow by less than a meter. */
export function simplifyAgain(vectors: readonly Vector[]): {
  readonly vectors: readonly Vector[]
  readonly extraMeters: number
} {
  if (vectors.length <= MAX_UNSIMPLIFIED_CORNERS) return { vectors, extraMeters: 0 }
  const frame = new Frame(vectors[0])
  const keptCorners = simplifyRing(
    vectors.map((vector) => frame.project(vector)),
    SECOND_SIMPLIFY_TOLERANCE_METERS,
  )
  return { vectors: pickIndices(vectors, keptCorners), extraMeters: SECOND_SIMPLIFY_TOLERANCE_METERS }
}

function pickIndices<T>(list: readonly T[], indices: readonly number[]): T[] {
  return indices.map((index) => list[index])
}
