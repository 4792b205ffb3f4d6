import { DriveRecord } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { Snap } from '../snap/snapper.ts'
import type { PlannedLeg } from './leg.ts'

/** A box in microdegrees. West is greater than east if the box crosses the antimeridian. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

/**
 * Returns the bounding box of a route, for callers that do not need its line. The function combines the boxes of the
 * edges with the points of the first and last edge, which are only partly driven.
 */
export function routeBox(network: RoadNetwork, legs: readonly PlannedLeg[]): Box {
  const box = emptyBox()
  for (const leg of legs) addLeg(box, network, leg)
  return box.east - box.west > HALF_CIRCLE_MICRODEGREES ? boxAcrossDateLine(network, legs, box) : box
}

const HALF_CIRCLE_MICRODEGREES = 180e6

export function emptyBox(): Box {
  return { south: 90e6, west: 180e6, north: -90e6, east: -180e6 }
}

function addPoint(box: Box, latitude: number, longitude: number): void {
  if (latitude < box.south) box.south = latitude
  if (latitude > box.north) box.north = latitude
  if (longitude < box.west) box.west = longitude
  if (longitude > box.east) box.east = longitude
}

function addLeg(box: Box, { arcs, edges }: RoadNetwork, leg: PlannedLeg): void {
  const last = leg.arcs.length - 1
  const { drive } = arcs
  let { south, west, north, east } = box
  for (let i = 1; i < last; i++) {
    const recordOffset = leg.arcs[i] * DriveRecord.SIZE
    south = Math.min(south, drive[recordOffset + DriveRecord.SOUTH])
    west = Math.min(west, drive[recordOffset + DriveRecord.WEST])
    north = Math.max(north, drive[recordOffset + DriveRecord.NORTH])
    east = Math.max(east, drive[recordOffset + DriveRecord.EAST])
  }
  Object.assign(box, { south, west, north, east })
  addArcPart(box, edges, arcs.edgeSide[leg.arcs[0]], leg.start, last === 0 ? leg.end : undefined)
  if (last > 0) addArcPart(box, edges, arcs.edgeSide[leg.arcs[last]], undefined, leg.end)
}

/** Adds the points of an edge between two snaps. */
function addArcPart(
  box: Box,
  edges: RoadNetwork['edges'],
  edgeSide: number,
  start: Snap | undefined,
  end: Snap | undefined,
): void {
  const edge = edgeSide >>> 1
  const [first, last] = (edgeSide & 1) === 0 ? [start, end] : [end, start]
  const from = first ? first.segment + 1 : edges.shapeFirst[edge]
  const to = last ? last.segment : edges.shapeFirst[edge + 1] - 1
  for (let i = from; i <= to; i++) addPoint(box, edges.shapeLatitude[i], edges.shapeLongitude[i])
  for (const snap of [start, end]) if (snap) addPoint(box, snap.latitude, snap.longitude)
}

/** Recomputes a box that spans the globe because the route crosses the antimeridian. */
function boxAcrossDateLine({ arcs, edges }: RoadNetwork, legs: readonly PlannedLeg[], { south, north }: Box): Box {
  let west = HALF_CIRCLE_MICRODEGREES
  let east = -HALF_CIRCLE_MICRODEGREES
  for (const leg of legs) {
    for (let i = 0; i < leg.arcs.length; i++) {
      const edge = arcs.edgeSide[leg.arcs[i]] >>> 1
      for (let p = edges.shapeFirst[edge]; p < edges.shapeFirst[edge + 1]; p++) {
        const longitude = edges.shapeLongitude[p]
        if (longitude >= 0 && longitude < west) west = longitude
        if (longitude < 0 && longitude > east) east = longitude
      }
    }
  }
  return { south, west, north, east }
}
