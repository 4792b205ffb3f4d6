import { type Ruler, rulerAt, wrapMicrodegrees } from '@fairway/geo'
import { ArcFlag, isLink, RoadClass, RoadFlag, TravelMode } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { ShapeOwners } from './shape-owners.ts'
import { findSlot, type SnapIndex } from './snap-index.ts'

/** A point snapped to an edge. */
export interface Snap {
  readonly edge: number
  /** Position on the edge, as a fraction of its length along its direction. */
  readonly fraction: number
  /** The shape point before the position and the fraction of the segment after that point. */
  readonly segment: number
  readonly segmentShare: number
  /** Coordinates in microdegrees. */
  readonly latitude: number
  readonly longitude: number
  readonly distanceMeters: number
  /** Distance of the point to the right of the edge along its direction. The value is negative on the left. */
  readonly offsetMeters?: number
  /** Usable directions of the edge, as bits: bit 0 for along the edge, bit 1 for against it. */
  readonly sides: number
}

export interface SnapRules {
  readonly radiusMeters: number
  /** Weight of every arc in the metric of the request, or INFINITE_WEIGHT if the arc is closed. */
  readonly arcWeight: Int32Array
  /** Bits of ArcFlag that a direction must have. */
  readonly requiredFlags: number
  /** Connected component to which snaps are restricted, or -1 for any component. */
  readonly part: number
  /** Heading of the vehicle in degrees, or -1. */
  readonly heading: number
  /** Maximum difference between the heading and the road in degrees. Default: 60. */
  readonly headingToleranceDegrees?: number
  /** Edge of a divided street. Snaps are restricted to one-way edges of the same street. */
  readonly carriagewayOf?: number
  /** True to restrict snaps to streets open to bicycles, excluding cycle paths and other paths. */
  readonly onStreet?: boolean
  /** True to restrict snaps to roads outside tunnels. */
  readonly outsideTunnels?: boolean
}

/**
 * Maximum difference between the distances of roads that are considered equally near, in meters. All roads at a
 * junction therefore match.
 */
const SAME_DISTANCE_METERS = 0.05
const HEADING_TOLERANCE_DEGREES = 60
const MAX_SNAPS = 8

/** Finds roads near points. Each thread needs its own instance, because an instance owns scratch memory. */
export class Snapper {
  private readonly network: RoadNetwork
  private readonly index: SnapIndex
  private readonly owners: ShapeOwners
  private readonly resultSegment = new Uint32Array(MAX_SNAPS)
  private readonly resultFraction = new Float64Array(MAX_SNAPS)
  private readonly resultSquaredMeters = new Float64Array(MAX_SNAPS)
  private resultCount = 0
  /**
   * Maximum useful distance in meters. The distance starts with the radius and decreases to slightly more than the
   * distance of the nearest road so far.
   */
  private maxDistanceMeters = 0

  constructor(network: RoadNetwork, index: SnapIndex) {
    this.network = network
    this.index = index
    this.owners = ShapeOwners.of(network.edges)
  }

  /**
   * Returns the nearest edge and all others at the same distance, nearest first. The result is empty if no edge is
   * within the radius.
   */
  nearest(latitude: number, longitude: number, rules: SnapRules): Snap[] {
    const ruler = rulerAt(latitude)
    const perLatitude = ruler.perLatitudeDegree * 1e-6
    const perLongitude = ruler.perLongitudeDegree * 1e-6
    const { grid } = this.index
    // From here on, the point is the origin, and cells are counted from its own cell.
    const y = latitude * 1e6 - grid.south
    const x = longitudeIn(grid, longitude * 1e6)
    const row = Math.floor(y / grid.cellLatitude)
    const column = Math.floor(x / grid.cellLongitude)
    const cellMeters = Math.min(grid.cellLatitude * perLatitude, grid.cellLongitude * perLongitude)
    this.resultCount = 0
    this.maxDistanceMeters = rules.radiusMeters
    const maxRing = Math.min(Math.ceil(this.maxDistanceMeters / cellMeters) + 1, farthestRing(grid, row, column))
    // Near the poles, cells are so narrow that reaching a distant map would take too many rings.
    if (distanceToRange(y, 0, grid.rows * grid.cellLatitude) * perLatitude > this.maxDistanceMeters) return []
    for (let ring = 0; ring <= maxRing; ring++) {
      // This is the minimum distance to the ring, because the point may lie on the border of its cell.
      if ((ring - 1) * cellMeters > this.maxDistanceMeters) break
      for (let r = Math.max(0, row - ring); r <= Math.min(grid.rows - 1, row + ring); r++) {
        const northMeters = distanceToRange(y, r * grid.cellLatitude, grid.cellLatitude) * perLatitude
        const step = r === row - ring || r === row + ring || ring === 0 ? 1 : 2 * ring
        for (let c = column - ring; c <= column + ring; c += step) {
          const eastMeters = distanceToRange(x, c * grid.cellLongitude, grid.cellLongitude) * perLongitude
          if (northMeters * northMeters + eastMeters * eastMeters > this.maxDistanceMeters * this.maxDistanceMeters)
            continue
          const wrappedColumn = grid.wraps === 1 ? (c + grid.columns) % grid.columns : c
          if (wrappedColumn < 0 || wrappedColumn >= grid.columns) continue
          this.searchCell(
            r * grid.columns + wrappedColumn,
            y + grid.south,
            x + grid.west,
            perLatitude,
            perLongitude,
            rules,
          )
        }
      }
    }
    return this.collectSnaps(rules, latitude * 1e6, longitude * 1e6, ruler)
  }

  private searchCell(
    cell: number,
    y: number,
    x: number,
    perLatitude: number,
    perLongitude: number,
    rules: SnapRules,
  ): void {
    const { slotCell, segmentFirst, segment } = this.index
    const { shapeLatitude, shapeLongitude } = this.network.edges
    const slot = findSlot(slotCell, cell)
    if (slotCell[slot] !== cell) return
    let squaredLimit = this.maxDistanceMeters * this.maxDistanceMeters
    for (let i = segmentFirst[slot], end = segmentFirst[slot + 1]; i < end; i++) {
      const s = segment[i]
      const ax = wrapMicrodegrees(shapeLongitude[s] - x) * perLongitude
      const ay = (shapeLatitude[s] - y) * perLatitude
      const dx = wrapMicrodegrees(shapeLongitude[s + 1] - shapeLongitude[s]) * perLongitude
      const dy = (shapeLatitude[s + 1] - shapeLatitude[s]) * perLatitude
      const squaredLength = dx * dx + dy * dy
      let fraction = squaredLength > 0 ? -(ax * dx + ay * dy) / squaredLength : 0
      if (fraction < 0) fraction = 0
      else if (fraction > 1) fraction = 1
      const px = ax + fraction * dx
      const py = ay + fraction * dy
      const squaredMeters = px * px + py * py
      if (squaredMeters > squaredLimit || this.sidesOf(s, rules) === 0) continue
      this.insertResult(s, fraction, squaredMeters)
      const closerLimitMeters = Math.sqrt(squaredMeters) + SAME_DISTANCE_METERS
      if (closerLimitMeters >= this.maxDistanceMeters) continue
      this.maxDistanceMeters = closerLimitMeters
      squaredLimit = closerLimitMeters * closerLimitMeters
    }
  }

  /** Inserts a result in sorted order and drops results that are farther away. */
  private insertResult(segment: number, fraction: number, squaredMeters: number): void {
    let slot = this.resultCount
    for (let i = 0; i < this.resultCount; i++) if (this.resultSegment[i] === segment) return
    if (slot === MAX_SNAPS) {
      if (squaredMeters >= this.resultSquaredMeters[slot - 1]) return
      slot--
    } else this.resultCount++
    while (slot > 0 && this.resultSquaredMeters[slot - 1] > squaredMeters) {
      this.resultSegment[slot] = this.resultSegment[slot - 1]
      this.resultFraction[slot] = this.resultFraction[slot - 1]
      this.resultSquaredMeters[slot] = this.resultSquaredMeters[slot - 1]
      slot--
    }
    this.resultSegment[slot] = segment
    this.resultFraction[slot] = fraction
    this.resultSquaredMeters[slot] = squaredMeters
  }

  /** Returns the directions of the segment's edge that meet the requirements. */
  private sidesOf(segment: number, rules: SnapRules): number {
    const { arcWeight, requiredFlags, part, heading, carriagewayOf, onStreet, outsideTunnels } = rules
    const { edges, arcs } = this.network
    const edge = this.owners.edgeOf(segment)
    if (carriagewayOf !== undefined && !isCarriagewayOf(this.network, edge, carriagewayOf)) return 0
    if (onStreet === true && !isRiddenStreet(this.network, edge)) return 0
    if (outsideTunnels === true && isTunnel(this.network, edge)) return 0
    let sides = 0
    for (let direction = 0; direction < 2; direction++) {
      const arc = edges.arc[2 * edge + direction]
      if (arc === NO_ID || arcWeight[arc] >= INFINITE_WEIGHT) continue
      const flags = arcs.flags[arc]
      if ((flags & ArcFlag.noSnap) !== 0 || (flags & requiredFlags) !== requiredFlags) continue
      if (part >= 0 && arcs.part[arc] !== part) continue
      if (heading >= 0 && !this.matchesHeading(segment, direction, rules)) continue
      sides |= 1 << direction
    }
    return sides
  }

  private matchesHeading(
    segment: number,
    direction: number,
    { heading, headingToleranceDegrees = HEADING_TOLERANCE_DEGREES }: SnapRules,
  ): boolean {
    const { shapeLatitude, shapeLongitude } = this.network.edges
    const ruler = rulerAt(shapeLatitude[segment] * 1e-6)
    const dx = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment]) * ruler.perLongitudeDegree
    const dy = (shapeLatitude[segment + 1] - shapeLatitude[segment]) * ruler.perLatitudeDegree
    // A zero-length segment has no bearing.
    if (dx === 0 && dy === 0) return false
    const bearing = (Math.atan2(dx, dy) * 180) / Math.PI + (direction === 1 ? 180 : 0)
    const headingError = Math.abs(((((heading - bearing) % 360) + 540) % 360) - 180)
    return headingError <= headingToleranceDegrees
  }

  /** Converts the results to snaps. Drops results farther away than the nearest, and lists each edge once. */
  private collectSnaps(rules: SnapRules, latitude: number, longitude: number, ruler: Ruler): Snap[] {
    const { edges } = this.network
    // The array is created with one element, because the result nearly always has one. An empty array reserves sixteen
    // slots on the first push.
    let snaps: Snap[] | undefined
    const limit = (Math.sqrt(this.resultSquaredMeters[0]) + SAME_DISTANCE_METERS) ** 2
    for (let i = 0; i < this.resultCount && this.resultSquaredMeters[i] <= limit; i++) {
      const segment = this.resultSegment[i]
      const edge = this.owners.edgeOf(segment)
      if (snaps && hasEdge(snaps, edge)) continue
      const share = this.resultFraction[i]
      const longitudes = wrapMicrodegrees(edges.shapeLongitude[segment + 1] - edges.shapeLongitude[segment])
      const latitudes = edges.shapeLatitude[segment + 1] - edges.shapeLatitude[segment]
      const snap: Snap = {
        edge,
        fraction: fractionAt(this.network, edge, segment, share),
        segment,
        segmentShare: share,
        latitude: Math.round(edges.shapeLatitude[segment] + share * latitudes),
        longitude: wrapMicrodegrees(Math.round(edges.shapeLongitude[segment] + share * longitudes)),
        distanceMeters: Math.sqrt(this.resultSquaredMeters[i]),
        offsetMeters: offsetToRight(
          longitudes * ruler.perLongitudeDegree,
          latitudes * ruler.perLatitudeDegree,
          wrapMicrodegrees(longitude - edges.shapeLongitude[segment]) * ruler.perLongitudeDegree * 1e-6,
          (latitude - edges.shapeLatitude[segment]) * ruler.perLatitudeDegree * 1e-6,
        ),
        sides: this.sidesOf(segment, rules),
      }
      if (snaps) snaps.push(snap)
      else snaps = [snap]
    }
    return snaps ?? []
  }
}

/** Returns the distance of a point to the right of the line from the origin toward (dx, dy). */
function offsetToRight(dx: number, dy: number, x: number, y: number): number {
  const length = Math.hypot(dx, dy)
  return length > 0 ? (x * dy - y * dx) / length : 0
}

/** Returns true if `edge` is a one-way edge of the street of `other`. Refs and classes may differ on long streets. */
function isCarriagewayOf({ edges, roads }: RoadNetwork, edge: number, other: number): boolean {
  if (!isOneway(edges, edge)) return false
  const [road, otherRoad] = [edges.road[edge], edges.road[other]]
  if (isLink(roads.roadClass[road]) || roads.name[road] !== roads.name[otherRoad]) return false
  if (roads.name[road] !== 0) return true
  return roads.ref[road] === roads.ref[otherRoad] && roads.roadClass[road] === roads.roadClass[otherRoad]
}

export function isTunnel({ edges, roads }: RoadNetwork, edge: number): boolean {
  return (roads.flags[edges.road[edge]] & RoadFlag.tunnel) !== 0
}

function isRiddenStreet({ edges, roads }: RoadNetwork, edge: number): boolean {
  const road = edges.road[edge]
  const isRidden = roads.mode[2 * road] === TravelMode.cycling || roads.mode[2 * road + 1] === TravelMode.cycling
  return isRidden && roads.roadClass[road] <= RoadClass.livingStreet
}

export function isOneway({ arc }: RoadNetwork['edges'], edge: number): boolean {
  return (arc[2 * edge] === NO_ID) !== (arc[2 * edge + 1] === NO_ID)
}

function hasEdge(snaps: readonly Snap[], edge: number): boolean {
  for (const snap of snaps) if (snap.edge === edge) return true
  return false
}

/**
 * Returns the offset of a longitude from the grid's western edge. The offset is positive or negative, whichever is
 * closer to the grid.
 */
function longitudeIn({ west, columns, cellLongitude, wraps }: SnapIndex['grid'], longitude: number): number {
  if (wraps === 1) return longitude - west
  const middle = (columns * cellLongitude) / 2
  return wrapMicrodegrees(longitude - west - middle) + middle
}

/** Returns the largest ring around a cell that can intersect the grid. */
function farthestRing({ rows, columns, wraps }: SnapIndex['grid'], row: number, column: number): number {
  const maxColumnDistance =
    wraps === 1 ? Math.ceil(columns / 2) : Math.max(Math.abs(column), Math.abs(column - columns))
  return Math.max(maxColumnDistance, Math.abs(row), Math.abs(row - rows)) + 1
}

/** Returns the distance of a value from a range. */
function distanceToRange(value: number, begin: number, size: number): number {
  return value < begin ? begin - value : value > begin + size ? value - begin - size : 0
}

function fractionAt({ edges }: RoadNetwork, edge: number, segment: number, fraction: number): number {
  const { shapeFirst, shapeLatitude, shapeLongitude } = edges
  const ruler = rulerAt(shapeLatitude[segment] * 1e-6)
  let metersBefore = 0
  let total = 0
  for (let i = shapeFirst[edge]; i < shapeFirst[edge + 1] - 1; i++) {
    const dx = wrapMicrodegrees(shapeLongitude[i + 1] - shapeLongitude[i]) * ruler.perLongitudeDegree
    const dy = (shapeLatitude[i + 1] - shapeLatitude[i]) * ruler.perLatitudeDegree
    const length = Math.sqrt(dx * dx + dy * dy)
    if (i < segment) metersBefore += length
    else if (i === segment) metersBefore += fraction * length
    total += length
  }
  return total > 0 ? metersBefore / total : 0
}
