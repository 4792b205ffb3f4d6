import { bearingDegrees, rulerAt, wrapMicrodegrees } from '@fairway/geo'
import type { RoadMap } from '../map.ts'
import { ArcFlag } from '../network/attributes.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { ShapeOwners } from './shape-owners.ts'
import { findSlot } from './snap-index.ts'

/** A position on a road near a point. */
export interface NearRoad {
  readonly edge: number
  /** Coordinates in microdegrees. */
  readonly latitude: number
  readonly longitude: number
  readonly distanceMeters: number
  /**
   * Direction of travel in degrees from north. On a two-way road, this is the direction along its edge, or the
   * direction closer to the heading.
   */
  readonly bearing: number
  readonly isOneway: boolean
}

export interface NearestRequest {
  readonly latitude: number
  readonly longitude: number
  readonly count: number
  readonly radiusMeters: number
  /** Weight of every arc, or INFINITE_WEIGHT if the arc is closed. */
  readonly arcWeight: Int32Array
  /**
   * Heading in degrees, or -1 if there is none. Roads are listed only if one of their directions is within the
   * tolerance of the heading.
   */
  readonly heading: number
  /** Maximum difference between the heading and the road in degrees. Default: 60. */
  readonly headingToleranceDegrees?: number
}

const HEADING_TOLERANCE_DEGREES = 60

interface Candidate {
  readonly segment: number
  readonly share: number
  readonly meters: number
}

/**
 * Returns the roads nearest to a point, each once, nearest first. Unlike the snapper, this function also lists roads
 * farther away.
 */
export function findNearestRoads(map: RoadMap, request: NearestRequest): NearRoad[] {
  const { grid } = map.snapIndex
  const { latitude, longitude, count, radiusMeters } = request
  const ruler = rulerAt(latitude)
  const cellMeters = Math.min(
    grid.cellLatitude * ruler.perLatitudeDegree,
    grid.cellLongitude * ruler.perLongitudeDegree,
  )
  const row = Math.floor((latitude * 1e6 - grid.south) / grid.cellLatitude)
  const eastward = wrapMicrodegrees(longitude * 1e6 - grid.west)
  const column = Math.floor(eastward / grid.cellLongitude)
  const bestCandidates = new Map<number, Candidate>()
  const lastRing = Math.ceil(radiusMeters / (cellMeters / 1e6)) + 1
  for (let ring = 0; ring <= lastRing; ring++) {
    // Roads in farther cells are at least this far away.
    const minMeters = ((ring - 1) * cellMeters) / 1e6
    if (ring > 0 && countWithin(bestCandidates, minMeters) >= count) break
    for (const [r, c] of listRing(row, column, ring)) {
      if (r < 0 || r >= grid.rows) continue
      const wrappedColumn = grid.wraps === 1 ? (c + grid.columns) % grid.columns : c
      if (wrappedColumn >= 0 && wrappedColumn < grid.columns)
        addCell(map, request, r * grid.columns + wrappedColumn, bestCandidates)
    }
  }
  const sorted = [...bestCandidates.entries()].sort(([a, { meters }], [b, other]) => meters - other.meters || a - b)
  return sorted.slice(0, count).map(([edge, candidate]) => toNearRoad(map, request, edge, candidate))
}

function countWithin(bestCandidates: ReadonlyMap<number, Candidate>, meters: number): number {
  let count = 0
  for (const candidate of bestCandidates.values()) if (candidate.meters <= meters) count++
  return count
}

function* listRing(row: number, column: number, ring: number): Generator<readonly [number, number]> {
  for (let r = row - ring; r <= row + ring; r++) {
    const step = r === row - ring || r === row + ring || ring === 0 ? 1 : 2 * ring
    for (let c = column - ring; c <= column + ring; c += step) yield [r, c]
  }
}

function addCell(
  { network, snapIndex }: RoadMap,
  request: NearestRequest,
  cell: number,
  bestCandidates: Map<number, Candidate>,
) {
  const { slotCell, segmentFirst, segment } = snapIndex
  const slot = findSlot(slotCell, cell)
  if (slotCell[slot] !== cell) return
  const owners = ShapeOwners.of(network.edges)
  for (let index = segmentFirst[slot]; index < segmentFirst[slot + 1]; index++) {
    const edge = owners.edgeOf(segment[index])
    const candidate = projectOnSegment(network.edges, request, segment[index])
    const bestSnap = bestCandidates.get(edge)
    if (candidate.meters > request.radiusMeters || (bestSnap && bestSnap.meters <= candidate.meters)) continue
    if (listBearings(network, request, edge, segment[index]).length > 0) bestCandidates.set(edge, candidate)
  }
}

function projectOnSegment(
  { shapeLatitude, shapeLongitude }: RoadMap['network']['edges'],
  { latitude, longitude }: NearestRequest,
  segment: number,
): Candidate {
  const ruler = rulerAt(latitude)
  const [perLatitude, perLongitude] = [ruler.perLatitudeDegree * 1e-6, ruler.perLongitudeDegree * 1e-6]
  const ax = wrapMicrodegrees(shapeLongitude[segment] - longitude * 1e6) * perLongitude
  const ay = (shapeLatitude[segment] - latitude * 1e6) * perLatitude
  const dx = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment]) * perLongitude
  const dy = (shapeLatitude[segment + 1] - shapeLatitude[segment]) * perLatitude
  const squaredMeters = dx * dx + dy * dy
  const share = squaredMeters > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squaredMeters)) : 0
  return { segment, share, meters: Math.hypot(ax + share * dx, ay + share * dy) }
}

/** Returns the bearings of the open directions that fit the heading, best first. */
function listBearings(
  { edges, arcs }: RoadMap['network'],
  { arcWeight, heading, headingToleranceDegrees = HEADING_TOLERANCE_DEGREES }: NearestRequest,
  edge: number,
  segment: number,
): number[] {
  const { shapeLatitude, shapeLongitude } = edges
  const pointOf = (index: number) => [shapeLatitude[index] * 1e-6, shapeLongitude[index] * 1e-6] as const
  const segmentBearing = bearingDegrees(...pointOf(segment), ...pointOf(segment + 1))
  return [0, 1]
    .filter((direction) => {
      const arc = edges.arc[2 * edge + direction]
      return arc !== NO_ID && arcWeight[arc] < INFINITE_WEIGHT && (arcs.flags[arc] & ArcFlag.noSnap) === 0
    })
    .map((direction) => (segmentBearing + 180 * direction) % 360)
    .filter((bearing) => heading < 0 || turnBetween(bearing, heading) <= headingToleranceDegrees)
    .sort((a, b) => (heading < 0 ? 0 : turnBetween(a, heading) - turnBetween(b, heading)))
}

function turnBetween(bearing: number, heading: number): number {
  return Math.abs(((((heading - bearing) % 360) + 540) % 360) - 180)
}

function toNearRoad({ network }: RoadMap, request: NearestRequest, edge: number, candidate: Candidate): NearRoad {
  const { shapeLatitude, shapeLongitude, arc } = network.edges
  const { segment, share, meters } = candidate
  const latitudes = shapeLatitude[segment + 1] - shapeLatitude[segment]
  const longitudes = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment])
  const isOpen = (edgeSide: number) => arc[edgeSide] !== NO_ID && request.arcWeight[arc[edgeSide]] < INFINITE_WEIGHT
  return {
    edge,
    latitude: Math.round(shapeLatitude[segment] + share * latitudes),
    longitude: wrapMicrodegrees(Math.round(shapeLongitude[segment] + share * longitudes)),
    distanceMeters: meters,
    bearing: listBearings(network, request, edge, segment)[0],
    isOneway: !(isOpen(2 * edge) && isOpen(2 * edge + 1)),
  }
}
