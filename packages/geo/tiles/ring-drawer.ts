import type { GeometryPen } from './geometry-pen.ts'
import { BUFFER, EXTENT } from './mercator.ts'
import type { Paths } from './paths.ts'

/** Scale from path coordinates to tile units, and thresholds for details too small to draw. */
export interface RingScale {
  readonly scale: number
  readonly west: number
  readonly north: number
  /** Points with this weight or less are dropped. A negative value keeps all. */
  readonly leastWeight: number
  /** In square units of the tile. */
  readonly leastArea: number
}

const WHOLE = (EXTENT + 2 * BUFFER) ** 2 * (1 - 1e-6)

/**
 * Draws polygons with their holes, clipped to a tile. A path marked 0 is an outer ring; the following paths with other
 * marks are its holes. If a hole covers the whole tile, nothing is drawn, because an outer ring and a hole on top of
 * each other would make renderers fill everything.
 */
export function drawRings(pen: GeometryPen, rings: Paths, how: RingScale): void {
  const { marks, count } = rings
  for (let outer = 0, next = 0; outer < count; outer = next) {
    for (next = outer + 1; next < count && marks[next] !== 0; ) next++
    if (marks[outer] !== 0 || hasWholeHole(rings, outer + 1, next, how.scale)) continue
    for (let ring = outer; ring < next; ring++) {
      // Holes without their outer ring would become holes of another polygon.
      if (!drawRing(pen, rings, ring, ring > outer, how) && ring === outer) break
    }
  }
}

/** Draws each ring separately, with holes in the opposite orientation, for renderers that paint one over the other. */
export function drawRingsApart(pen: GeometryPen, rings: Paths, how: RingScale): void {
  const { marks, count } = rings
  for (let ring = 0; ring < count; ring++) drawRing(pen, rings, ring, marks[ring] !== 0, how)
}

/** Returns false if it is too small to draw. */
export function drawRing(pen: GeometryPen, rings: Paths, ring: number, isHole: boolean, how: RingScale): boolean {
  const { x, y, weight, ends } = rings
  const { scale, west, north, leastWeight, leastArea } = how
  for (let at = rings.startOf(ring); at < ends[ring]; at++) {
    if (weight[at] > leastWeight) pen.to(x[at] * scale - west, y[at] * scale - north)
  }
  return pen.ring(isHole, leastArea)
}

function hasWholeHole(rings: Paths, from: number, to: number, scale: number): boolean {
  for (let ring = from; ring < to; ring++) if (areaOf(rings, ring) * scale * scale >= WHOLE) return true
  return false
}

export function areaOf(rings: Paths, ring: number): number {
  const { x, y, ends } = rings
  let twice = 0
  for (let at = rings.startOf(ring); at < ends[ring] - 1; at++) twice += x[at] * y[at + 1] - x[at + 1] * y[at]
  return Math.abs(twice / 2)
}
