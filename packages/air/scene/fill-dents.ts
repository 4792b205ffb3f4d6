import { type Convex, containsStrictly, convexHull } from '../geometry/convex.ts'
import type { Vector } from '../geometry/ellipsoid.ts'
import type { Frame } from '../geometry/frame.ts'
import type { DrawnRing } from '../geometry/ring-vectors.ts'
import { areWithin, type Segment } from '../geometry/segments.ts'

/**
 * What is left of a ring when dents are filled in which nothing is: neither another shape, nor a stop, nor a corridor. A shortest way does not go
 * into such a dent, since it could only come out as it went in, and straight past it is shorter.
 */
export function fillDents(
  frame: Frame,
  { vectors, hull }: DrawnRing,
  isFree: (dent: Convex) => boolean,
): readonly Vector[] {
  return hull.flatMap((corner, at) => {
    const next = hull[(at + 1) % hull.length]
    const between = cornersBetween(corner, next, vectors.length)
    if (between.length === 0) return [vectors[corner]]
    const dent = [corner, ...between, next].map((each) => frame.project(vectors[each]))
    return [corner, ...(isFree(convexHull(dent)) ? [] : between)].map((each) => vectors[each])
  })
}

function cornersBetween(from: number, to: number, count: number): number[] {
  const steps = (to - from + count) % count
  return Array.from({ length: Math.max(0, steps - 1) }, (_, step) => (from + 1 + step) % count)
}

/** Whether a line comes into a dent or as near to it as `reach`. */
export function reachesInto(dent: Convex, line: Segment, reach: number): boolean {
  const { xs, ys } = dent
  if (containsStrictly(dent, line.ax, line.ay)) return true
  for (let at = 0, before = xs.length - 1; at < xs.length; before = at++) {
    if (areWithin({ ax: xs[before], ay: ys[before], bx: xs[at], by: ys[at] }, line, reach)) return true
  }
  return false
}
