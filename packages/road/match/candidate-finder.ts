import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import { ArcFlag } from '../network/attributes.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { ShapeOwners } from '../snap/shape-owners.ts'
import { findSlot } from '../snap/snap-index.ts'
import type { MatchMap } from './match-map.ts'

/** Maximum number of candidates per position. */
export const MAX_CANDIDATES = 16
/**
 * Maximum number of road segments examined around one position. At the densest junctions, the last segments are
 * skipped.
 */
const MAX_SEGMENTS = 512

/**
 * Finds candidate positions of a vehicle near an observed position. The candidates are the nearest point on every
 * nearby road and, on a winding road, one point per bend. The candidates are the first `count` elements of parallel
 * arrays, nearest first, and valid until the next search.
 */
export class CandidateFinder {
  count = 0
  readonly edge = new Uint32Array(MAX_CANDIDATES)
  /** Allowed directions as bits: along the edge (1) and against it (2). */
  readonly sideBits = new Uint8Array(MAX_CANDIDATES)
  /** Distance from the start of the edge, in centimeters. */
  readonly alongCm = new Float64Array(MAX_CANDIDATES)
  readonly meters = new Float64Array(MAX_CANDIDATES)
  /** Bearing of the edge at the candidate, in degrees clockwise from north. */
  readonly bearing = new Float64Array(MAX_CANDIDATES)
  private readonly source: MatchMap
  private segmentCount = 0
  private readonly segment = new Uint32Array(MAX_SEGMENTS)
  private readonly segmentFraction = new Float64Array(MAX_SEGMENTS)
  private readonly squaredDistances = new Float64Array(MAX_SEGMENTS)

  constructor(source: MatchMap) {
    this.source = source
  }

  find(latitude: number, longitude: number, radiusMeters: number): void {
    const { grid } = this.source.map.snapIndex
    const ruler = rulerAt(latitude)
    const [perLatitude, perLongitude] = [ruler.perLatitudeDegree * 1e-6, ruler.perLongitudeDegree * 1e-6]
    const y = latitude * 1e6
    const x = longitude * 1e6
    const [high, wide] = [radiusMeters / perLatitude, radiusMeters / perLongitude]
    const firstRow = Math.max(0, Math.floor((y - high - grid.south) / grid.cellLatitude))
    const lastRow = Math.min(grid.rows - 1, Math.floor((y + high - grid.south) / grid.cellLatitude))
    // A map that ends near the antimeridian may be closer in the opposite direction around the globe.
    const middle = (grid.columns * grid.cellLongitude) / 2
    const gridX = grid.wraps === 1 ? x - grid.west : wrapMicrodegrees(x - grid.west - middle) + middle
    const firstColumn = Math.floor((gridX - wide) / grid.cellLongitude)
    const lastColumn = Math.min(firstColumn + grid.columns, Math.floor((gridX + wide) / grid.cellLongitude))
    this.segmentCount = 0
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const wrappedColumn = grid.wraps === 1 ? (column + grid.columns) % grid.columns : column
        if (wrappedColumn < 0 || wrappedColumn >= grid.columns) continue
        this.searchCell(
          row * grid.columns + wrappedColumn,
          y,
          x,
          perLatitude,
          perLongitude,
          radiusMeters * radiusMeters,
        )
      }
    }
    this.collectCandidates()
  }

  private searchCell(cell: number, y: number, x: number, perLatitude: number, perLongitude: number, limit: number) {
    const { slotCell, segmentFirst, segment } = this.source.map.snapIndex
    const { shapeLatitude, shapeLongitude } = this.source.map.network.edges
    const slot = findSlot(slotCell, cell)
    if (slotCell[slot] !== cell) return
    for (let i = segmentFirst[slot], end = segmentFirst[slot + 1]; i < end; i++) {
      const s = segment[i]
      const ax = wrapMicrodegrees(shapeLongitude[s] - x) * perLongitude
      const ay = (shapeLatitude[s] - y) * perLatitude
      const dx = wrapMicrodegrees(shapeLongitude[s + 1] - shapeLongitude[s]) * perLongitude
      const dy = (shapeLatitude[s + 1] - shapeLatitude[s]) * perLatitude
      const squaredLength = dx * dx + dy * dy
      let share = squaredLength > 0 ? -(ax * dx + ay * dy) / squaredLength : 0
      if (share < 0) share = 0
      else if (share > 1) share = 1
      const px = ax + share * dx
      const py = ay + share * dy
      const squaredDistance = px * px + py * py
      if (squaredDistance <= limit && this.segmentCount < MAX_SEGMENTS) this.insert(s, share, squaredDistance)
    }
  }

  /**
   * Inserts a segment. Segments are sorted by number, so that the segments of one edge are adjacent. A segment may lie
   * in more than one cell.
   */
  private insert(segment: number, fraction: number, squaredMeters: number): void {
    let index = this.segmentCount
    while (index > 0 && this.segment[index - 1] > segment) index--
    if (index > 0 && this.segment[index - 1] === segment) return
    this.segment.copyWithin(index + 1, index, this.segmentCount)
    this.segmentFraction.copyWithin(index + 1, index, this.segmentCount)
    this.squaredDistances.copyWithin(index + 1, index, this.segmentCount)
    this.segment[index] = segment
    this.segmentFraction[index] = fraction
    this.squaredDistances[index] = squaredMeters
    this.segmentCount++
  }

  private collectCandidates(): void {
    const { edges } = this.source.map.network
    const { segment } = this
    const owners = ShapeOwners.of(edges)
    this.count = 0
    for (let i = 0, edge = 0, edgeEnd = 0; i < this.segmentCount; i++) {
      if (segment[i] >= edgeEnd) {
        edge = owners.edgeOf(segment[i])
        edgeEnd = edges.shapeFirst[edge + 1]
      }
      if (!this.isNearest(i, edges.shapeFirst[edge], edgeEnd)) continue
      const sideBits = this.sidesOf(edge)
      if (sideBits !== 0) this.addCandidate(i, edge, sideBits)
    }
  }

  /**
   * Returns true if the road comes no nearer before or after a segment's nearest point. At a point shared by two
   * segments, only the first segment is used.
   */
  private isNearest(index: number, edgeBegin: number, edgeEnd: number): boolean {
    const { segment, segmentFraction: share } = this
    if (share[index] === 0) return segment[index] === edgeBegin
    if (share[index] < 1 || segment[index] + 2 === edgeEnd) return true
    return segment[index + 1] !== segment[index] + 1 || index + 1 === this.segmentCount || share[index + 1] === 0
  }

  private sidesOf(edge: number): number {
    const { map, metric } = this.source
    const { edges, arcs } = map.network
    let sideBits = 0
    for (let direction = 0; direction < 2; direction++) {
      const arc = edges.arc[2 * edge + direction]
      if (arc === NO_ID || metric.weights.arc[arc] >= INFINITE_WEIGHT) continue
      if ((arcs.flags[arc] & ArcFlag.noSnap) === 0) sideBits |= 1 << direction
    }
    return sideBits
  }

  private addCandidate(index: number, edge: number, sideBits: number): void {
    const meters = Math.sqrt(this.squaredDistances[index])
    let slot = this.count
    if (slot === MAX_CANDIDATES) {
      if (meters >= this.meters[slot - 1]) return
      slot--
    } else this.count++
    for (; slot > 0 && this.meters[slot - 1] > meters; slot--) this.moveCandidate(slot - 1, slot)
    const segment = this.segment[index]
    const { shapeAlong } = this.source
    this.edge[slot] = edge
    this.sideBits[slot] = sideBits
    this.meters[slot] = meters
    this.alongCm[slot] =
      shapeAlong[segment] + this.segmentFraction[index] * (shapeAlong[segment + 1] - shapeAlong[segment])
    this.bearing[slot] = this.bearingOf(segment)
  }

  private moveCandidate(from: number, to: number): void {
    this.edge[to] = this.edge[from]
    this.sideBits[to] = this.sideBits[from]
    this.meters[to] = this.meters[from]
    this.alongCm[to] = this.alongCm[from]
    this.bearing[to] = this.bearing[from]
  }

  private bearingOf(segment: number): number {
    const { shapeLatitude, shapeLongitude } = this.source.map.network.edges
    const ruler = rulerAt(shapeLatitude[segment] * 1e-6)
    const dx = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment]) * ruler.perLongitudeDegree
    const dy = (shapeLatitude[segment + 1] - shapeLatitude[segment]) * ruler.perLatitudeDegree
    return (Math.atan2(dx, dy) * 180) / Math.PI
  }
}
