import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'

/**
 * Maps grid cells to the road segments that pass through them. Cells are about 100 m wide and stored in a hash table,
 * so cells without roads take no memory. A segment is identified by the index of its first shape point.
 */
export interface SnapIndex {
  readonly grid: Grid
  /** The cell of each slot of an open-addressing hash table, or NO_ID if the slot is empty. */
  readonly slotCell: Uint32Array
  /**
   * Index of the first segment of each slot. The segments of slot `s` are `segmentFirst[s]` to
   * `segmentFirst[s + 1] - 1`.
   */
  readonly segmentFirst: Uint32Array
  readonly segment: Uint32Array
}

/** Origin and size of the cells in microdegrees. */
export interface Grid {
  readonly south: number
  readonly west: number
  readonly cellLatitude: number
  readonly cellLongitude: number
  readonly rows: number
  readonly columns: number
  /** 1 if the map wraps around the globe, so that the first column follows the last. */
  readonly wraps: 0 | 1
}

const CELL_MICRODEGREES = 1000
const MAX_CELLS = 0xfffffff0

export function buildSnapIndex(network: RoadNetwork): SnapIndex {
  const { edges } = network
  const grid = chooseGrid(edges.shapeLatitude, edges.shapeLongitude)
  const visits = new CellVisits(grid, edges.shapeLatitude, edges.shapeLongitude)
  for (let edge = 0; edge < edges.count; edge++) {
    if (!canSnap(network, edge)) continue
    for (let i = edges.shapeFirst[edge]; i < edges.shapeFirst[edge + 1] - 1; i++) visits.add(i)
  }
  return { grid, ...visits.finish() }
}

/**
 * Returns true if a trip may begin or end on the road in at least one direction. Points can be snapped only to such
 * roads.
 */
function canSnap({ edges, arcs }: RoadNetwork, edge: number): boolean {
  for (const edgeSide of [2 * edge, 2 * edge + 1]) {
    const arc = edges.arc[edgeSide]
    if (arc !== NO_ID && (arcs.flags[arc] & ArcFlag.noSnap) === 0) return true
  }
  return false
}

function chooseGrid(latitude: Int32Array, longitude: Int32Array): Grid {
  let [south, north, west, east] = [90e6, -90e6, 180e6, -180e6]
  for (let i = 0; i < latitude.length; i++) {
    south = Math.min(south, latitude[i])
    north = Math.max(north, latitude[i])
    west = Math.min(west, longitude[i])
    east = Math.max(east, longitude[i])
  }
  if (latitude.length === 0) [south, north, west, east] = [0, 0, 0, 0]
  const cosine = Math.max(0.05, Math.cos((((south + north) / 2) * 1e-6 * Math.PI) / 180))
  for (let cell = CELL_MICRODEGREES; ; cell *= 2) {
    const grid = createGrid(cell, Math.round(cell / cosine), south, north, west, east)
    // Only maps larger than a continent need larger cells.
    if (grid.rows * grid.columns < MAX_CELLS) return grid
  }
}

function createGrid(
  cellLatitude: number,
  cellLongitude: number,
  south: number,
  north: number,
  west: number,
  east: number,
): Grid {
  const rows = Math.floor((north - south) / cellLatitude) + 1
  if (east - west <= 180e6) {
    const columns = Math.floor((east - west) / cellLongitude) + 1
    return { south, west, cellLatitude, cellLongitude, rows, columns, wraps: 0 }
  }
  // A map on both sides of the antimeridian is as wide as the globe. All columns have the same width. With a narrower
  // last column, cells beyond the antimeridian would seem farther away than they are.
  const columns = Math.floor(360e6 / cellLongitude)
  return { south, west: -180e6, cellLatitude, cellLongitude: 360e6 / columns, rows, columns, wraps: 1 }
}

/** Collects (cell, segment) pairs and sorts them by cell. */
class CellVisits {
  private readonly grid: Grid
  private readonly latitude: Int32Array
  private readonly longitude: Int32Array
  private cell = new Uint32Array(1 << 16)
  private segment = new Uint32Array(1 << 16)
  private length = 0

  constructor(grid: Grid, latitude: Int32Array, longitude: Int32Array) {
    this.grid = grid
    this.latitude = latitude
    this.longitude = longitude
  }

  /** Visits the columns that the segment touches, row by row. */
  add(i: number): void {
    const { south, west, cellLatitude, cellLongitude, columns, wraps } = this.grid
    const isDescending = this.latitude[i] > this.latitude[i + 1]
    const [low, high] = isDescending ? [i + 1, i] : [i, i + 1]
    const y0 = (this.latitude[low] - south) / cellLatitude
    const y1 = (this.latitude[high] - south) / cellLatitude
    const x0 = (this.longitude[low] - west) / cellLongitude
    let x1 = (this.longitude[high] - west) / cellLongitude
    // A segment that crosses the antimeridian takes the shorter direction around the globe.
    if (wraps === 1 && Math.abs(x1 - x0) > columns / 2) x1 += x1 < x0 ? columns : -columns
    for (let row = Math.floor(y0); row <= Math.floor(y1); row++) {
      const from = y1 === y0 ? 0 : Math.max(0, (row - y0) / (y1 - y0))
      const to = y1 === y0 ? 1 : Math.min(1, (row + 1 - y0) / (y1 - y0))
      const a = x0 + (x1 - x0) * from
      const b = x0 + (x1 - x0) * to
      const last = Math.floor(Math.max(a, b))
      for (let column = Math.floor(Math.min(a, b)); column <= last; column++) {
        // Rounding may lead to a column slightly outside the grid.
        const wrappedColumn = wraps === 1 ? (column + columns) % columns : Math.max(0, Math.min(columns - 1, column))
        this.push(row * columns + wrappedColumn, i)
      }
    }
  }

  private push(cell: number, segment: number): void {
    if (this.length === this.cell.length) {
      this.cell = doubleCapacity(this.cell)
      this.segment = doubleCapacity(this.segment)
    }
    this.cell[this.length] = cell
    this.segment[this.length++] = segment
  }

  /** Builds a hash table of the visited cells. At most half of its slots are in use. */
  private hashCells(): Uint32Array {
    const cells = new Uint32Array(this.length)
    let count = 0
    let slotCell = new Uint32Array(16).fill(NO_ID)
    for (let i = 0; i < this.length; i++) {
      if (slotCell[findSlot(slotCell, this.cell[i])] === this.cell[i]) continue
      cells[count++] = this.cell[i]
      if (2 * count > slotCell.length) {
        slotCell = new Uint32Array(2 * slotCell.length).fill(NO_ID)
        for (let k = 0; k < count; k++) slotCell[findSlot(slotCell, cells[k])] = cells[k]
      } else slotCell[findSlot(slotCell, this.cell[i])] = this.cell[i]
    }
    return slotCell
  }

  finish(): Omit<SnapIndex, 'grid'> {
    const slotCell = this.hashCells()
    const slotCount = slotCell.length
    const segmentFirst = new Uint32Array(slotCount + 1)
    const slotOf = new Uint32Array(this.length)
    for (let i = 0; i < this.length; i++) {
      slotOf[i] = findSlot(slotCell, this.cell[i])
      segmentFirst[slotOf[i] + 1]++
    }
    for (let slot = 0; slot < slotCount; slot++) segmentFirst[slot + 1] += segmentFirst[slot]
    const nextOffset = segmentFirst.slice(0, slotCount)
    const segment = new Uint32Array(this.length)
    for (let i = 0; i < this.length; i++) segment[nextOffset[slotOf[i]]++] = this.segment[i]
    return { slotCell, segmentFirst, segment }
  }
}

/** Returns the slot of a cell, or the empty slot for it. */
export function findSlot(slotCell: Uint32Array, cell: number): number {
  const mask = slotCell.length - 1
  let slot = (Math.imul(cell, 0x9e3779b1) >>> 7) & mask
  while (slotCell[slot] !== NO_ID && slotCell[slot] !== cell) slot = (slot + 1) & mask
  return slot
}

function doubleCapacity(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const largerArray = new Uint32Array(array.length * 2)
  largerArray.set(array)
  return largerArray
}
