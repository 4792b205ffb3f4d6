import { rulerAt } from '@fairway/geo'
import { ArcFlag } from '../network/attributes.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { ShapeOwners } from '../snap/shape-owners.ts'
import { findSlot } from '../snap/snap-index.ts'
import { type MatchMap, shortWay } from './match-map.ts'

/** More places than this near one position are not told apart. */
export const MOST_PLACES = 10
/** Pieces of road looked at around one position; in the densest junctions the last ones are not. */
const MOST_PIECES = 512

/**
 * The places where a vehicle may be that seems to be somewhere: on every road nearby the nearest place, on a winding road
 * one for each of its bends. The first `count` of parallel arrays, nearest first, good until the next search.
 */
export class CandidateFinder {
  count = 0
  readonly edge = new Uint32Array(MOST_PLACES)
  /** Bits: may be driven along the edge (1), against it (2). */
  readonly sides = new Uint8Array(MOST_PLACES)
  /** Centimetres from the beginning of the edge. */
  readonly along = new Float64Array(MOST_PLACES)
  readonly meters = new Float64Array(MOST_PLACES)
  /** Degrees clockwise from north in which the edge leads there. */
  readonly bearing = new Float64Array(MOST_PLACES)
  private readonly source: MatchMap
  private pieces = 0
  private readonly segment = new Uint32Array(MOST_PIECES)
  private readonly share = new Float64Array(MOST_PIECES)
  private readonly square = new Float64Array(MOST_PIECES)

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
    // A map that ends near the date line may be nearer the other way around.
    const middle = (grid.columns * grid.cellLongitude) / 2
    const inGrid = grid.wraps === 1 ? x - grid.west : shortWay(x - grid.west - middle) + middle
    const firstColumn = Math.floor((inGrid - wide) / grid.cellLongitude)
    const lastColumn = Math.min(firstColumn + grid.columns, Math.floor((inGrid + wide) / grid.cellLongitude))
    this.pieces = 0
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const inside = grid.wraps === 1 ? (column + grid.columns) % grid.columns : column
        if (inside < 0 || inside >= grid.columns) continue
        this.searchCell(row * grid.columns + inside, y, x, perLatitude, perLongitude, radiusMeters * radiusMeters)
      }
    }
    this.collect()
  }

  private searchCell(cell: number, y: number, x: number, perLatitude: number, perLongitude: number, limit: number) {
    const { slotCell, segmentFirst, segment } = this.source.map.snapIndex
    const { shapeLatitude, shapeLongitude } = this.source.map.network.edges
    const slot = findSlot(slotCell, cell)
    if (slotCell[slot] !== cell) return
    for (let i = segmentFirst[slot], end = segmentFirst[slot + 1]; i < end; i++) {
      const s = segment[i]
      const ax = shortWay(shapeLongitude[s] - x) * perLongitude
      const ay = (shapeLatitude[s] - y) * perLatitude
      const dx = shortWay(shapeLongitude[s + 1] - shapeLongitude[s]) * perLongitude
      const dy = (shapeLatitude[s + 1] - shapeLatitude[s]) * perLatitude
      const square = dx * dx + dy * dy
      let share = square > 0 ? -(ax * dx + ay * dy) / square : 0
      if (share < 0) share = 0
      else if (share > 1) share = 1
      const px = ax + share * dx
      const py = ay + share * dy
      const away = px * px + py * py
      if (away <= limit && this.pieces < MOST_PIECES) this.insert(s, share, away)
    }
  }

  /** Sorted by their numbers: the pieces of one edge follow each other. A piece may lie in several cells. */
  private insert(segment: number, share: number, square: number): void {
    let at = this.pieces
    while (at > 0 && this.segment[at - 1] > segment) at--
    if (at > 0 && this.segment[at - 1] === segment) return
    this.segment.copyWithin(at + 1, at, this.pieces)
    this.share.copyWithin(at + 1, at, this.pieces)
    this.square.copyWithin(at + 1, at, this.pieces)
    this.segment[at] = segment
    this.share[at] = share
    this.square[at] = square
    this.pieces++
  }

  private collect(): void {
    const { edges } = this.source.map.network
    const { segment } = this
    const owners = ShapeOwners.of(edges)
    this.count = 0
    for (let i = 0, edge = 0, edgeEnd = 0; i < this.pieces; i++) {
      if (segment[i] >= edgeEnd) {
        edge = owners.edgeOf(segment[i])
        edgeEnd = edges.shapeFirst[edge + 1]
      }
      if (!this.isNearest(i, edges.shapeFirst[edge], edgeEnd)) continue
      const sides = this.sidesOf(edge)
      if (sides !== 0) this.keep(i, edge, sides)
    }
  }

  /**
   * Whether the road comes nearer neither before nor after a piece's nearest place. Where that is the point between two
   * pieces the first of them stands for both.
   */
  private isNearest(piece: number, edgeBegin: number, edgeEnd: number): boolean {
    const { segment, share } = this
    if (share[piece] === 0) return segment[piece] === edgeBegin
    if (share[piece] < 1 || segment[piece] + 2 === edgeEnd) return true
    return segment[piece + 1] !== segment[piece] + 1 || piece + 1 === this.pieces || share[piece + 1] === 0
  }

  private sidesOf(edge: number): number {
    const { map, metric } = this.source
    const { edges, arcs } = map.network
    let sides = 0
    for (let side = 0; side < 2; side++) {
      const arc = edges.arc[2 * edge + side]
      if (arc === NO_ID || metric.weights.arc[arc] >= INFINITE_WEIGHT) continue
      if ((arcs.flags[arc] & ArcFlag.noSnap) === 0) sides |= 1 << side
    }
    return sides
  }

  private keep(piece: number, edge: number, sides: number): void {
    const meters = Math.sqrt(this.square[piece])
    let at = this.count
    if (at === MOST_PLACES) {
      if (meters >= this.meters[at - 1]) return
      at--
    } else this.count++
    for (; at > 0 && this.meters[at - 1] > meters; at--) this.move(at - 1, at)
    const segment = this.segment[piece]
    const { shapeAlong } = this.source
    this.edge[at] = edge
    this.sides[at] = sides
    this.meters[at] = meters
    this.along[at] = shapeAlong[segment] + this.share[piece] * (shapeAlong[segment + 1] - shapeAlong[segment])
    this.bearing[at] = this.bearingOf(segment)
  }

  private move(from: number, to: number): void {
    this.edge[to] = this.edge[from]
    this.sides[to] = this.sides[from]
    this.meters[to] = this.meters[from]
    this.along[to] = this.along[from]
    this.bearing[to] = this.bearing[from]
  }

  private bearingOf(segment: number): number {
    const { shapeLatitude, shapeLongitude } = this.source.map.network.edges
    const ruler = rulerAt(shapeLatitude[segment] * 1e-6)
    const dx = shortWay(shapeLongitude[segment + 1] - shapeLongitude[segment]) * ruler.perLongitudeDegree
    const dy = (shapeLatitude[segment + 1] - shapeLatitude[segment]) * ruler.perLatitudeDegree
    return (Math.atan2(dx, dy) * 180) / Math.PI
  }
}
