import type { Vector } from '@fairway/geo'
import { type ConvexShape, containsStrictly, convexHull } from '../geometry/convex.ts'
import type { Frame } from '../geometry/frame.ts'
import type { PreparedRing } from '../geometry/ring-vectors.ts'
import { areWithinDistance, type Segment } from '../geometry/segments.ts'

/**
 * Fills the dents of a ring that contain no other shape, stop, or corridor. A shortest path never enters such a dent,
 * because a straight line past the dent is shorter.
 */
export function fillDents(
  frame: Frame,
  { vectors, hull }: PreparedRing,
  isFree: (dent: ConvexShape) => boolean,
): readonly Vector[] {
  return hull.flatMap((corner, index) => {
    const next = hull[(index + 1) % hull.length]
    const dentCorners = listCornersBetween(corner, next, vectors.length)
    if (dentCorners.length === 0) return [vectors[corner]]
    const dent = [corner, ...dentCorners, next].map((cornerIndex) => frame.project(vectors[cornerIndex]))
    return [corner, ...(isFree(convexHull(dent)) ? [] : dentCorners)].map((cornerIndex) => vectors[cornerIndex])
  })
}

function listCornersBetween(from: number, to: number, count: number): number[] {
  const stepCount = (to - from + count) % count
  return Array.from({ length: Math.max(0, stepCount - 1) }, (_, step) => (from + 1 + step) % count)
}

/** Returns whether a line enters a dent or comes within `reach` of it. */
export function reachesDent(dent: ConvexShape, line: Segment, reach: number): boolean {
  const { xs, ys } = dent
  if (containsStrictly(dent, line.ax, line.ay)) return true
  for (let index = 0, previousIndex = xs.length - 1; index < xs.length; previousIndex = index++) {
    if (areWithinDistance({ ax: xs[previousIndex], ay: ys[previousIndex], bx: xs[index], by: ys[index] }, line, reach))
      return true
  }
  return false
}
