import type { Position } from '../model.ts'
import { isConvexRing } from './convex.ts'
import { crossesItself, hullOfRing } from './dents.ts'
import { angleBetween, metersBetween, toVector, type Vector } from './ellipsoid.ts'
import { Frame } from './frame.ts'
import { thinned } from './thinned.ts'

interface Ring {
  readonly vectors: readonly Vector[]
  /** Without dents, and small enough to be drawn whole anywhere near. */
  isConvex?: boolean
  drawn?: DrawnRing
}

/** A ring as shapes are made of it. */
export interface DrawnRing {
  readonly vectors: readonly Vector[]
  /** How much farther than the margin shapes must reach, since corners were left out. */
  readonly extraMeters: number
  /** The corners of the hull, in the order of the ring; none for rings that are too wide to be drawn whole, or that cross themselves. */
  readonly hull: readonly number[]
}

/** Remembered as long as the ring is, since zones stay while flights come and go. */
const known = new WeakMap<readonly Position[], Ring>()

/** Farther apart corners are not looked at as one shape. */
const WIDEST_METERS = 50_000
/** With more corners, shapes of single edges are quicker to look at. */
export const MOST_CORNERS = 100
/** Rings with more corners are thinned, by corners that are no farther off than that. */
const FEW_CORNERS = 64
const THINNED_METERS = 0.5
const THINNED_AGAIN_METERS = 0.45
/** Wider rings are not thinned, in radians: they do not fit on one map. */
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

/** On one frame as on all others: lines stay lines. */
export function isSmallAndConvex(corners: readonly Position[]): boolean {
  const ring = ringOf(corners)
  ring.isConvex ??= judge(ring.vectors)
  return ring.isConvex
}

function judge(vectors: readonly Vector[]): boolean {
  if (vectors.length > MOST_CORNERS || isWide(vectors)) return false
  const frame = new Frame(vectors[0])
  return isConvexRing(vectors.map((vector) => frame.project(vector)))
}

function isWide(vectors: readonly Vector[]): boolean {
  return vectors.some((vector) => metersBetween(vectors[0], vector) > WIDEST_METERS)
}

/** Without corners that hardly matter, and with its hull. */
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

/** Rings that became smooth since their dents were filled can be thinned again; both times together shapes grow by less than a metre. */
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
