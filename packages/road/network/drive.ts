import type { ArcTable, EdgeTable } from './network.ts'

/**
 * What a route reads of each of its arcs, side by side: a route is spread over the whole map, and reading it is waiting
 * for memory, which comes in lines of 64 bytes. Eight numbers per arc, these first:
 */
export const Drive = {
  SIZE: 8,
  EDGE_SIDE: 0,
  DURATION: 1,
  DELAY: 2,
  LENGTH_CM: 3,
  /** First and last point of the edge's shape. */
  SHAPE_FROM: 4,
  SHAPE_TO: 5,
} as const

export function withDrive(edges: EdgeTable, arcs: Omit<ArcTable, 'drive'>): ArcTable {
  const drive = new Uint32Array(arcs.count * Drive.SIZE)
  for (let arc = 0; arc < arcs.count; arc++) {
    const base = arc * Drive.SIZE
    const edge = arcs.edgeSide[arc] >>> 1
    drive[base + Drive.EDGE_SIDE] = arcs.edgeSide[arc]
    drive[base + Drive.DURATION] = arcs.duration[arc]
    drive[base + Drive.DELAY] = arcs.delay[arc]
    drive[base + Drive.LENGTH_CM] = edges.lengthCm[edge]
    drive[base + Drive.SHAPE_FROM] = edges.shapeFirst[edge]
    drive[base + Drive.SHAPE_TO] = edges.shapeFirst[edge + 1] - 1
  }
  return { ...arcs, drive }
}
