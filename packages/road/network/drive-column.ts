import type { ArcTable, EdgeTable, RoadNetwork, TurnTable } from './network.ts'

/**
 * Fields of the data that a route reads for each of its arcs, interleaved. The arcs of a route are spread over the
 * whole map, so reading them is bound by memory latency. Each arc has sixteen numbers, which have the size of a cache
 * line (64 bytes).
 */
export const DriveRecord = {
  SIZE: 16,
  EDGE_SIDE: 0,
  DURATION: 1,
  DELAY: 2,
  LENGTH_CM: 3,
  /** First and last point of the edge's shape. */
  SHAPE_FROM: 4,
  SHAPE_TO: 5,
  /** The bounding box of the edge's shape. */
  SOUTH: 6,
  WEST: 7,
  NORTH: 8,
  EAST: 9,
  /** The number of the first turn out of the arc and the data of the first few turns; see `readTurn`. */
  FIRST_TURN: 10,
  TURNS: 11,
} as const

/** Number of turns in a record. The few arcs with more turns use the turn table. */
const TURNS_IN_RECORD = DriveRecord.SIZE - DriveRecord.TURNS

/**
 * Returns a turn's duration in the lower 16 bits and its maneuver in the upper 16. `base` is the offset of the arc that
 * the turn leaves.
 */
export function readTurn({ arcs: { drive }, turns }: RoadNetwork, base: number, turn: number): number {
  const index = turn - drive[base + DriveRecord.FIRST_TURN]
  return index < TURNS_IN_RECORD ? drive[base + DriveRecord.TURNS + index] : packTurn(turns, turn)
}

function packTurn({ duration, maneuver }: TurnTable, turn: number): number {
  return duration[turn] | (maneuver[turn] << 16)
}

/** The values of the last prefetch. The values are stored so that the compiler does not remove the reads. */
const prefetchSink = { sum: 0 }

/**
 * Prefetches one number of each arc of a path, so that the data of the path is in the cache. If there is much work
 * between two reads, the CPU waits for each memory access separately. Without such work, the accesses overlap. In a
 * measurement with 140 arcs, computing attributes took 13 µs with prefetching and 21 µs without.
 */
export function prefetchArcs({ arcs: { drive } }: RoadNetwork, path: Uint32Array): void {
  let sum = 0
  for (let i = 0; i < path.length; i++) sum ^= drive[path[i] * DriveRecord.SIZE]
  prefetchSink.sum = sum
}

/**
 * Prefetches the shape points of a path. Call this function after prefetching the arcs. Writing the line takes 16 µs
 * with prefetching and 21 µs without.
 */
export function prefetchShapes({ arcs: { drive }, edges }: RoadNetwork, path: Uint32Array): void {
  const { shapeLatitude, shapeLongitude } = edges
  let sum = 0
  for (let i = 0; i < path.length; i++) {
    const first = drive[path[i] * DriveRecord.SIZE + DriveRecord.SHAPE_FROM]
    sum ^= shapeLatitude[first] ^ shapeLongitude[first]
  }
  prefetchSink.sum = sum
}

/** Returns the network with guidance maneuvers for its turns. */
export function withManeuvers(network: RoadNetwork, maneuver: Uint16Array): RoadNetwork {
  const turns = { ...network.turns, maneuver }
  return { ...network, turns, arcs: withDriveColumn(network.edges, network.arcs, turns) }
}

export function withDriveColumn(edges: EdgeTable, arcs: Omit<ArcTable, 'drive'>, turns: TurnTable): ArcTable {
  const drive = new Int32Array(arcs.count * DriveRecord.SIZE)
  for (let arc = 0; arc < arcs.count; arc++) {
    const base = arc * DriveRecord.SIZE
    const edge = arcs.edgeSide[arc] >>> 1
    drive[base + DriveRecord.EDGE_SIDE] = arcs.edgeSide[arc]
    drive[base + DriveRecord.DURATION] = arcs.duration[arc]
    drive[base + DriveRecord.DELAY] = arcs.delay[arc]
    drive[base + DriveRecord.LENGTH_CM] = edges.lengthCm[edge]
    drive[base + DriveRecord.SHAPE_FROM] = edges.shapeFirst[edge]
    drive[base + DriveRecord.SHAPE_TO] = edges.shapeFirst[edge + 1] - 1
    writeBox(drive, base, edges, edge)
    const first = turns.first[arc]
    const end = Math.min(turns.first[arc + 1], first + TURNS_IN_RECORD)
    drive[base + DriveRecord.FIRST_TURN] = first
    for (let turn = first; turn < end; turn++) drive[base + DriveRecord.TURNS + turn - first] = packTurn(turns, turn)
  }
  return { ...arcs, drive }
}

function writeBox(drive: Int32Array, base: number, edges: EdgeTable, edge: number): void {
  let [south, west, north, east] = [90e6, 180e6, -90e6, -180e6]
  for (let i = edges.shapeFirst[edge]; i < edges.shapeFirst[edge + 1]; i++) {
    south = Math.min(south, edges.shapeLatitude[i])
    west = Math.min(west, edges.shapeLongitude[i])
    north = Math.max(north, edges.shapeLatitude[i])
    east = Math.max(east, edges.shapeLongitude[i])
  }
  drive[base + DriveRecord.SOUTH] = south
  drive[base + DriveRecord.WEST] = west
  drive[base + DriveRecord.NORTH] = north
  drive[base + DriveRecord.EAST] = east
}
