import type { Point } from './frame.ts'
import { squaredDistanceTo } from './segments.ts'

/**
 * Maximum number of edges that a line replaces. All corners between these edges are checked whenever the line grows.
 */
const MAX_REPLACED_EDGES = 64

/** Returns the indexes of the corners of a simplified ring. Every omitted corner is within `meters` of the ring. */
export function simplifyRing(ring: readonly Point[], meters: number): number[] {
  const keptCorners: number[] = []
  for (let start = 0; start < ring.length; ) {
    keptCorners.push(start)
    let end = start + 1
    while (end < ring.length && end - start < MAX_REPLACED_EDGES && isWithinTolerance(ring, start, end + 1, meters))
      end++
    start = end
  }
  return keptCorners.length >= 3 ? keptCorners : ring.map((_, index) => index)
}

/**
 * Returns whether all skipped corners are within the tolerance. The first corner of a ring follows the last corner and
 * is always kept.
 */
function isWithinTolerance(ring: readonly Point[], start: number, end: number, meters: number): boolean {
  const [a, b] = [ring[start], ring[end % ring.length]]
  for (let index = start + 1; index < end; index++) {
    if (squaredDistanceTo(ring[index].x, ring[index].y, a.x, a.y, b.x, b.y) > meters * meters) return false
  }
  return true
}
