import type { Position, Vector } from '@fairway/geo'
import { isConvexRing } from './convex.ts'
import { crossesItself, hullOfRing } from './dents.ts'
import { angleBetween, metersBetween, toVector } from './ellipsoid.ts'
import { Frame } from './frame.ts'
import { thinned } from './thinned.ts'

interface Ring {
  readonly vectors: readonly Vector[]
  /** Convex, and small enough to be drawn as a whole nearby. */
  isConvex?: boolean
  drawn?: DrawnRing
}

/** A ring prepared for building shapes. */
export interface DrawnRing {
  readonly vectors: readonly Vector[]
  /** How much farther than the margin shapes must reach because corners were removed. */
  readonly extraMeters: number
  /**
   * The corners of the hull, in ring order. Empty for rings that are too wide to be drawn as a whole, or that cross
   * themselves.
   */
  readonly hull: readonly number[]
}

/** Cached as long as the ring exists, because zones outlive flights. */
const known = new WeakMap<readonly Position[], Ring>()

/** Rings with corners farther apart are not treated as one shape. */
const WIDEST_METERS = 50_000
/** With more corners, shapes of single edges are faster to test. */
export const MAX_CORNERS = 100
/** Rings with more corners are simplified within this tolerance. */
const FEW_CORNERS = 64
const THINNED_METERS = 0.5
const THINNED_AGAIN_METERS = 0.45
/** Wider rings, in radians, are not simplified because they do not fit on one flat map. */
const WIDEST_THINNED = 0.5

function ringOf(corners: readonly Position[]): Ring {
  const found = known.get(corners)
  if (found) return found
  const ring = { vectors: corners.map(toVector) }
  known.set(corners, ring)
  return ring
}

/** The corners of a ring as vectors. */
export function vectorsOf(corners: readonly Position[]): readonly Vector[] {
  return ringOf(corners).vectors
}

/** The same in every frame, because lines stay lines. */
export function isSmallAndConvex(corners: readonly Position[]): boolean {
  const ring = ringOf(corners)
  ring.isConvex ??= judge(ring.vectors)
  return ring.isConvex
}

function judge(vectors: readonly Vector[]): boolean {
  if (vectors.length > MAX_CORNERS || isWide(vectors)) return false
  const frame = new Frame(vectors[0])
  return isConvexRing(vectors.map((vector) => frame.project(vector)))
}

function isWide(vectors: readonly Vector[]): boolean {
  return vectors.some((vector) => metersBetween(vectors[0], vector) > WIDEST_METERS)
}

/** The simplified ring and its hull. */
export function drawnRing(corners: readonly Position[]): DrawnRing {
  const ring = ringOf(corners)
  ring.drawn ??= draw(ring.vectors)
  return ring.drawn
}

function draw(all: readonly Vector[]): DrawnRing {
  const isThinned = all.length > FEW_CORNERS && all.every((vector) => angleBetween(all[0], vector) < WIDEST_THINNED)
  const frame = new Frame(all[0])
  const vectors = isThinned
    ? pick(
        all,
        thinned(
          all.map((vector) => frame.project(vector)),
          THINNED_METERS,
        ),
      )
    : all
  const extraMeters = vectors.length < all.length ? THINNED_METERS : 0
  if (isWide(vectors)) return { vectors, extraMeters, hull: [] }
  const points = vectors.map((vector) => frame.project(vector))
  return { vectors, extraMeters, hull: crossesItself(points) ? [] : hullOfRing(points) }
}

/**
 * Rings that became smooth when their dents were filled can be simplified again. Both times together, shapes grow by
 * less than a meter.
 */
export function thinnedAgain(vectors: readonly Vector[]): {
  readonly vectors: readonly Vector[]
  readonly extraMeters: number
} {
  if (vectors.length <= FEW_CORNERS) return { vectors, extraMeters: 0 }
  const frame = new Frame(vectors[0])
  const kept = thinned(
    vectors.map((vector) => frame.project(vector)),
    THINNED_AGAIN_METERS,
  )
  return { vectors: pick(vectors, kept), extraMeters: THINNED_AGAIN_METERS }
}

function pick<T>(list: readonly T[], indices: readonly number[]): T[] {
  return indices.map((index) => list[index])
}
