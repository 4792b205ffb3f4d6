import { ArcFlag } from '../../network/attributes.ts'
import { DriveRecord } from '../../network/drive-column.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import { findSlot, type SnapIndex } from '../../snap/snap-index.ts'

/**
 * Calls `visit` for every road segment that may be within the distance `reach` of a point. A segment may be repeated.
 * All values are in microdegrees.
 */
export function forEachSegmentNear(
  { grid, slotCell, segmentFirst, segment }: SnapIndex,
  latitude: number,
  longitude: number,
  reach: number,
  visit: (segment: number) => void,
): void {
  const { south, west, cellLatitude, cellLongitude, rows, columns, wraps } = grid
  const x = wrapWestward(longitude - west, wraps === 1)
  const [fromRow, toRow] = [latitude - reach, latitude + reach].map((y) => Math.floor((y - south) / cellLatitude))
  const [fromColumn, toColumn] = [x - reach, x + reach].map((east) => Math.floor(east / cellLongitude))
  for (let row = Math.max(0, fromRow); row <= Math.min(rows - 1, toRow); row++) {
    for (let column = fromColumn; column <= toColumn; column++) {
      const wrappedColumn = wraps === 1 ? (column + columns) % columns : column
      if (wrappedColumn < 0 || wrappedColumn >= columns) continue
      const slot = findSlot(slotCell, row * columns + wrappedColumn)
      if (slotCell[slot] !== row * columns + wrappedColumn) continue
      for (let i = segmentFirst[slot]; i < segmentFirst[slot + 1]; i++) visit(segment[i])
    }
  }
}

/**
 * Shifts a longitude on a map that does not wrap around the globe. A point slightly west of the map must not be treated
 * as far east.
 */
function wrapWestward(eastwards: number, wraps: boolean): number {
  return !wraps && eastwards > 270e6 ? eastwards - 360e6 : eastwards
}

/**
 * Finds segments of roads on which no trip begins, mostly ferries. No index contains these roads, but a remaining route
 * may begin in the middle of one. Such roads are few and rarely needed.
 */
export class UnsnappableSegments {
  private readonly network: RoadNetwork
  /** One arc of each unsnappable road, computed on first use. */
  private arcs: number[] | undefined

  constructor(network: RoadNetwork) {
    this.network = network
  }

  forEachSegmentNear(latitude: number, longitude: number, reach: number, visit: (segment: number) => void): void {
    const { drive } = this.network.arcs
    this.arcs ??= listUnsnappable(this.network)
    for (const arc of this.arcs) {
      const base = arc * DriveRecord.SIZE
      if (latitude < drive[base + DriveRecord.SOUTH] - reach || latitude > drive[base + DriveRecord.NORTH] + reach)
        continue
      const [west, east] = [drive[base + DriveRecord.WEST], drive[base + DriveRecord.EAST]]
      // The bounding box of a road that crosses the antimeridian spans almost the whole globe.
      if (east - west < 180e6 && (longitude < west - reach || longitude > east + reach)) continue
      for (let s = drive[base + DriveRecord.SHAPE_FROM]; s < drive[base + DriveRecord.SHAPE_TO]; s++) visit(s)
    }
  }
}

function listUnsnappable({ arcs, edges }: RoadNetwork): number[] {
  const unsnappable: number[] = []
  for (let edge = 0; edge < edges.count; edge++) {
    const sides = [edges.arc[2 * edge], edges.arc[2 * edge + 1]].filter((arc) => arc !== NO_ID)
    const isUnsnappable = sides.every((arc) => (arcs.flags[arc] & ArcFlag.noSnap) !== 0)
    if (isUnsnappable && sides.length > 0) unsnappable.push(sides[0])
  }
  return unsnappable
}
