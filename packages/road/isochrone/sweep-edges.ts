import type { RoadMap } from '../map.ts'
import { ArcFlag } from '../network/attributes.ts'
import { DriveRecord } from '../network/drive-column.ts'
import { NO_ID } from '../sentinels.ts'
import { SweepOrder } from './sweep-order.ts'

/**
 * Fields of the data of an edge that searches and outlines read, interleaved. Reading the edge table in the order of a
 * sweep would miss the cache for nearly every field.
 */
export const EdgeRecord = {
  SIZE: 8,
  EDGE: 0,
  LENGTH_CM: 1,
  /** Index of the first point of the edge's shape in `points`, and the number of points. */
  FIRST_POINT: 2,
  POINT_COUNT: 3,
  /** The bounding box of the edge's shape. */
  SOUTH: 4,
  WEST: 5,
  NORTH: 6,
  EAST: 7,
} as const

/** The edges of a map in the order of a sweep. Edges that are near each other are usually near in memory. */
export class SweepEdges {
  /** Data of all edges; see EdgeRecord. */
  readonly records: Int32Array
  /** Latitudes and longitudes of all shapes, interleaved, in the order of the records. */
  readonly points: Int32Array
  /** Index of the edge's record by position. */
  readonly recordAt: Uint32Array
  /** Position of the opposite arc of a position, or NO_ID. Copies of arcs have no opposite arc. */
  readonly opposite: Uint32Array
  /** 1 for the positions of edges that have copies of their arcs. */
  readonly hasCopies: Uint8Array

  private constructor({ network, topology }: RoadMap) {
    const { arcs, edges } = network
    const { roadArc, positionOf } = SweepOrder.of(topology)
    const recordOf = new Uint32Array(edges.count).fill(NO_ID)
    const edgeHasCopies = new Uint8Array(edges.count)
    const opposite = new Uint32Array(roadArc.length).fill(NO_ID)
    const records = new Int32Array(EdgeRecord.SIZE * edges.count)
    let recordSize = 0
    const append = (value: number) => {
      records[recordSize++] = value
    }
    const points = new Int32Array(2 * edges.shapeFirst[edges.count])
    let pointCount = 0
    this.recordAt = new Uint32Array(roadArc.length)
    this.opposite = opposite
    roadArc.forEach((arc, position) => {
      const side = arcs.edgeSide[arc]
      const edge = side >>> 1
      if (recordOf[edge] === NO_ID) {
        recordOf[edge] = recordSize / EdgeRecord.SIZE
        const base = arc * DriveRecord.SIZE
        const [first, end] = [edges.shapeFirst[edge], edges.shapeFirst[edge + 1]]
        for (const value of [edge, edges.lengthCm[edge], pointCount, end - first]) append(value)
        for (let field = DriveRecord.SOUTH; field <= DriveRecord.EAST; field++) append(arcs.drive[base + field])
        for (let i = first; i < end; i++, pointCount++) {
          points[2 * pointCount] = edges.shapeLatitude[i]
          points[2 * pointCount + 1] = edges.shapeLongitude[i]
        }
      }
      this.recordAt[position] = recordOf[edge]
      if ((arcs.flags[arc] & ArcFlag.copy) !== 0) edgeHasCopies[edge] = 1
      else if (edges.arc[side ^ 1] !== NO_ID) opposite[position] = positionOf[edges.arc[side ^ 1]]
    })
    this.records = records
    this.points = points
    this.hasCopies = Uint8Array.from(roadArc, (arc) => edgeHasCopies[arcs.edgeSide[arc] >>> 1])
  }

  private static readonly instances = new WeakMap<RoadMap, SweepEdges>()

  /** Returns the edges of a map, which are collected once per map and thread. */
  static of(map: RoadMap): SweepEdges {
    const edges = SweepEdges.instances.get(map) ?? new SweepEdges(map)
    SweepEdges.instances.set(map, edges)
    return edges
  }
}
