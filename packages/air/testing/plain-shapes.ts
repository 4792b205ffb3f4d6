import type { Convex } from '../geometry/convex.ts'
import type { Frame } from '../geometry/frame.ts'
import { isSmallAndConvex, vectorsOf } from '../geometry/ring-vectors.ts'
import type { Outline } from '../model.ts'
import { grownCircle, grownCorners } from '../scene/shapes.ts'

/**
 * Converts an outline with its margin to shapes, one per edge of a concave ring, without skipping or filling anything.
 */
export function plainShapes(frame: Frame, outline: Outline, marginMeters: number): Convex[] {
  if (outline.kind === 'circle') return [grownCircle(frame, outline.center, outline.radiusMeters + marginMeters)]
  if (outline.holes.length === 0 && isSmallAndConvex(outline.outer)) {
    return [grownCorners(frame, vectorsOf(outline.outer), marginMeters)]
  }
  return [outline.outer, ...outline.holes].flatMap((ring) => {
    const vectors = vectorsOf(ring)
    return vectors.map((from, at) => grownCorners(frame, [from, vectors[(at + 1) % vectors.length]], marginMeters))
  })
}
