import type { GeometryEncoder } from './geometry-encoder.ts'
import { TILE_BUFFER, TILE_EXTENT } from './mercator.ts'
import type { Paths } from './paths.ts'

/** Scale from path coordinates to tile units, with thresholds for invisible details. */
export interface RingDrawOptions {
  readonly scale: number
  readonly west: number
  readonly north: number
  /** Maximum weight of dropped points. A negative value keeps all points. */
  readonly minWeight: number
  /** Minimum area of a ring, in square tile units. */
  readonly minArea: number
}

const FULL_TILE_AREA = (TILE_EXTENT + 2 * TILE_BUFFER) ** 2 * (1 - 1e-6)

/**
 * Draws polygons with their holes, clipped to a tile. A path with the label 0 is an outer ring, and the following paths
 * with other labels are its holes. If a hole covers the whole tile, nothing is drawn, because renderers would fill the
 * whole tile for identical outer and inner rings.
 */
export function drawRings(encoder: GeometryEncoder, rings: Paths, options: RingDrawOptions): void {
  const { labels, count } = rings
  for (let outerIndex = 0, next = 0; outerIndex < count; outerIndex = next) {
    for (next = outerIndex + 1; next < count && labels[next] !== 0; ) next++
    if (labels[outerIndex] !== 0 || hasFullTileHole(rings, outerIndex + 1, next, options.scale)) continue
    for (let ring = outerIndex; ring < next; ring++) {
      // Skip the holes of a missing outer ring, because they would become holes of another polygon.
      if (!drawRing(encoder, rings, ring, ring > outerIndex, options) && ring === outerIndex) break
    }
  }
}

/**
 * Draws each ring separately, with holes in the opposite orientation, for renderers that paint later rings over earlier
 * ones.
 */
export function drawRingsSeparately(encoder: GeometryEncoder, rings: Paths, options: RingDrawOptions): void {
  const { labels, count } = rings
  for (let ring = 0; ring < count; ring++) drawRing(encoder, rings, ring, labels[ring] !== 0, options)
}

/** Draws a ring. Returns false if the ring is too small to draw. */
export function drawRing(
  encoder: GeometryEncoder,
  rings: Paths,
  ring: number,
  isHole: boolean,
  options: RingDrawOptions,
): boolean {
  const { x, y, weight, endOffsets } = rings
  const { scale, west, north, minWeight, minArea } = options
  for (let pointIndex = rings.startOf(ring); pointIndex < endOffsets[ring]; pointIndex++) {
    if (weight[pointIndex] > minWeight) encoder.addPoint(x[pointIndex] * scale - west, y[pointIndex] * scale - north)
  }
  return encoder.endRing(isHole, minArea)
}

function hasFullTileHole(rings: Paths, from: number, to: number, scale: number): boolean {
  for (let ring = from; ring < to; ring++) if (ringArea(rings, ring) * scale * scale >= FULL_TILE_AREA) return true
  return false
}

export function ringArea(rings: Paths, ring: number): number {
  const { x, y, endOffsets } = rings
  let doubledArea = 0
  for (let pointIndex = rings.startOf(ring); pointIndex < endOffsets[ring] - 1; pointIndex++)
    doubledArea += x[pointIndex] * y[pointIndex + 1] - x[pointIndex + 1] * y[pointIndex]
  return Math.abs(doubledArea / 2)
}
