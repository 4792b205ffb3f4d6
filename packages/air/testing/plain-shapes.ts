import type { ConvexShape } from '../geometry/convex.ts'
import type { Frame } from '../geometry/frame.ts'
import { isSmallAndConvex, ringVectors } from '../geometry/ring-vectors.ts'
import type { Outline } from '../model.ts'
import { growCircle, growCorners } from '../scene/shapes.ts'

/**
 * Converts an outline with its margin to shapes, one per edge of a concave ring, without skipping or filling any parts.
 */
export function toExactShapes(frame: Frame, outline: Outline, marginMeters: number): ConvexShape[] {
  if (outline.kind === 'circle') return [growCircle(frame, outline.center, outline.radiusMeters + marginMeters)]
  if (outline.holes.length === 0 && isSmallAndConvex(outline.outer)) {
    return [growCorners(frame, ringVectors(outline.outer), marginMeters)]
  }
  return [outline.outer, ...outline.holes].flatMap((ring) => {
    const vectors = ringVectors(ring)
    return vectors.map((from, at) => growCorners(frame, [from, vectors[(at + 1) % vectors.length]], marginMeters))
  })
}
