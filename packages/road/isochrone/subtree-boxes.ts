import { rulerAt } from '@fairway/geo'
import type { Topology } from '../cch/topology.ts'
import { DriveRecord } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'

/** Determines whether a subtree of the elimination tree may contain reachable roads. */
export interface SubtreeFilter {
  mayContain(vertex: number): boolean
}

/** A position in degrees. */
export interface Center {
  readonly latitude: number
  readonly longitude: number
}

/** Maximum share of the map for which a filter saves time. */
const MAX_SHARE = 0.3

/** Numbers per vertex: south, west, north and east in microdegrees. */
const NUMBERS_PER_BOX = 4

/**
 * The bounding boxes of all roads in every subtree of the elimination tree. A trip of an hour stays within a box around
 * its start, so the sweep skips all other parts of a large map.
 */
export class SubtreeBoxes {
  private readonly boxes: Int32Array
  /** Size of the whole map, in square microdegrees. */
  private readonly mapSize: number

  constructor({ arcs }: RoadNetwork, { vertexCount, parent, roadArc }: Topology) {
    const boxes = new Int32Array(NUMBERS_PER_BOX * vertexCount)
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const base = roadArc[vertex] * DriveRecord.SIZE
      boxes[NUMBERS_PER_BOX * vertex] = arcs.drive[base + DriveRecord.SOUTH]
      boxes[NUMBERS_PER_BOX * vertex + 1] = arcs.drive[base + DriveRecord.WEST]
      boxes[NUMBERS_PER_BOX * vertex + 2] = arcs.drive[base + DriveRecord.NORTH]
      boxes[NUMBERS_PER_BOX * vertex + 3] = arcs.drive[base + DriveRecord.EAST]
    }
    // A parent ranks above its children, so every box is complete before it is added to the box of the parent.
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      if (parent[vertex] === vertexCount) continue
      const [from, to] = [NUMBERS_PER_BOX * vertex, NUMBERS_PER_BOX * parent[vertex]]
      boxes[to] = Math.min(boxes[to], boxes[from])
      boxes[to + 1] = Math.min(boxes[to + 1], boxes[from + 1])
      boxes[to + 2] = Math.max(boxes[to + 2], boxes[from + 2])
      boxes[to + 3] = Math.max(boxes[to + 3], boxes[from + 3])
    }
    this.boxes = boxes
    this.mapSize = boxSizeOf(unionOfRoots(boxes, parent))
  }

  /**
   * Returns a filter that accepts subtrees with roads near one of the centers. Returns undefined if these subtrees
   * cover most of the map, because a filter would take more time than it saves. Also returns undefined near the
   * antimeridian, where boxes do not work.
   */
  near(centers: readonly Center[], radiusMeters: number): SubtreeFilter | undefined {
    const areas = centers.map((center) => toArea(center, radiusMeters))
    if (areas.some(({ west, east, south, north }) => !(west > -180e6 && east < 180e6 && south > -89e6 && north < 89e6)))
      return undefined
    if (areas.reduce((sum, area) => sum + boxSizeOf(area), 0) > MAX_SHARE * this.mapSize) return undefined
    const { boxes } = this
    return {
      mayContain(vertex) {
        const base = NUMBERS_PER_BOX * vertex
        for (const { south, west, north, east } of areas) {
          if (boxes[base] <= north && boxes[base + 2] >= south && boxes[base + 1] <= east && boxes[base + 3] >= west)
            return true
        }
        return false
      },
    }
  }
}

interface Area {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

function boxSizeOf({ south, west, north, east }: Area): number {
  return Math.max(0, north - south) * Math.max(0, east - west)
}

function unionOfRoots(boxes: Int32Array, parent: Uint32Array): Area {
  let [south, west, north, east] = [90e6, 180e6, -90e6, -180e6]
  for (let vertex = 0; vertex < parent.length; vertex++) {
    if (parent[vertex] !== parent.length) continue
    south = Math.min(south, boxes[NUMBERS_PER_BOX * vertex])
    west = Math.min(west, boxes[NUMBERS_PER_BOX * vertex + 1])
    north = Math.max(north, boxes[NUMBERS_PER_BOX * vertex + 2])
    east = Math.max(east, boxes[NUMBERS_PER_BOX * vertex + 3])
  }
  return { south, west, north, east }
}

function toArea({ latitude, longitude }: Center, radiusMeters: number): Area {
  const latitudeMargin = radiusMeters / MIN_METERS_PER_LATITUDE_DEGREE
  // A degree of longitude is shortest at the end nearest to a pole.
  const { perLongitudeDegree } = rulerAt(Math.min(89.9, Math.abs(latitude) + latitudeMargin))
  const longitudeMargin = radiusMeters / perLongitudeDegree
  return {
    south: (latitude - latitudeMargin) * 1e6,
    north: (latitude + latitudeMargin) * 1e6,
    west: (longitude - longitudeMargin) * 1e6,
    east: (longitude + longitudeMargin) * 1e6,
  }
}

/** Length of a degree of latitude at the equator, where it is shortest. */
const MIN_METERS_PER_LATITUDE_DEGREE = 110_500
