import type { Position } from '../model.ts'
import { isConvexRing } from './convex.ts'
import { metersBetween, toVector, type Vector } from './ellipsoid.ts'
import { Frame } from './frame.ts'

interface Ring {
  readonly vectors: readonly Vector[]
  /** Without dents, and small enough to be drawn whole anywhere near. */
  isConvex?: boolean
}

/** Remembered as long as the ring is, since zones stay while flights come and go. */
const known = new WeakMap<readonly Position[], Ring>()

/** Farther apart corners are not looked at as one shape. */
const WIDEST_METERS = 50_000
/** With more corners, shapes of single edges are quicker to look at. */
const MOST_CORNERS = 100

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
  if (vectors.length > MOST_CORNERS) return false
  if (vectors.some((vector) => metersBetween(vectors[0], vector) > WIDEST_METERS)) return false
  const frame = new Frame(vectors[0])
  return isConvexRing(vectors.map((vector) => frame.project(vector)))
}
