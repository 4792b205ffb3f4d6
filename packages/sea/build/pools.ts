import { GRID_COLUMNS, SUBCELLS_PER_CELL, SUBCELLS_PER_DEGREE } from '../grid.ts'

/** A pool: connected water within one shore cell, as 16 rows of bits. */
export type PoolRows = Uint16Array<ArrayBufferLike>

const FULL_ROW = 0xffff

/** Splits the water of a shore cell into pools, row by row. */
export function splitPools(water: Uint16Array, shore: number): PoolRows[] {
  const remainingWater = water.slice(shore * SUBCELLS_PER_CELL, (shore + 1) * SUBCELLS_PER_CELL)
  const pools: PoolRows[] = []
  for (let row = 0; row < SUBCELLS_PER_CELL; row++) {
    while (remainingWater[row] !== 0) {
      const pool = floodFill(remainingWater, row, remainingWater[row] & -remainingWater[row])
      for (let index = 0; index < SUBCELLS_PER_CELL; index++) remainingWater[index] &= ~pool[index]
      pools.push(pool)
    }
  }
  return pools
}

/** Returns all water connected to some bits of a row, horizontally and vertically but not diagonally. */
export function floodFill(water: Uint16Array, row: number, bits: number): PoolRows {
  const pool = new Uint16Array(SUBCELLS_PER_CELL)
  pool[row] = bits & water[row]
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (let pass = 0; pass < 2; pass++) {
      for (let step = 0; step < SUBCELLS_PER_CELL; step++) {
        const index = pass === 0 ? step : SUBCELLS_PER_CELL - 1 - step
        const lowerRow = index > 0 ? pool[index - 1] : 0
        const upperRow = index < SUBCELLS_PER_CELL - 1 ? pool[index + 1] : 0
        let filledBits = (pool[index] | lowerRow | upperRow) & water[index]
        for (
          let next = spreadBits(filledBits) & water[index];
          next !== filledBits;
          next = spreadBits(filledBits) & water[index]
        )
          filledBits = next
        if (filledBits !== pool[index]) hasChanged = true
        pool[index] = filledBits
      }
    }
  }
  return pool
}

function spreadBits(bits: number): number {
  return (bits | (bits << 1) | (bits >> 1)) & FULL_ROW
}

/**
 * Finds the deepest subcell of a pool. Erodes the shores until no water would remain, then chooses the subcell closest
 * to the center of the remaining water. The area outside the cell is treated as water, so open sides are not eroded.
 */
export function findDeepestSubcell(pool: PoolRows): { row: number; column: number } {
  let currentRows = pool
  let erodedRows: PoolRows = new Uint16Array(SUBCELLS_PER_CELL)
  for (;;) {
    let remainingBits = 0
    let isUnchanged = true
    for (let row = 0; row < SUBCELLS_PER_CELL; row++) {
      const bits = currentRows[row]
      const lowerRow = row > 0 ? currentRows[row - 1] : FULL_ROW
      const upperRow = row < SUBCELLS_PER_CELL - 1 ? currentRows[row + 1] : FULL_ROW
      const eroded = bits & ((bits << 1) | 1) & ((bits >> 1) | 0x8000) & lowerRow & upperRow
      erodedRows[row] = eroded
      remainingBits |= eroded
      if (eroded !== bits) isUnchanged = false
    }
    if (remainingBits === 0 || isUnchanged) break
    const previousRows = currentRows
    currentRows = erodedRows
    erodedRows = previousRows === pool ? new Uint16Array(SUBCELLS_PER_CELL) : previousRows
  }
  return findCentralSubcell(currentRows)
}

function findCentralSubcell(pool: PoolRows): { row: number; column: number } {
  let count = 0
  let rows = 0
  let columns = 0
  forEachBit(pool, (row, column) => {
    count++
    rows += row
    columns += column
  })
  const nearest = { row: 0, column: 0 }
  let minDistance = Number.POSITIVE_INFINITY
  forEachBit(pool, (row, column) => {
    const dy = row - rows / count
    const dx = column - columns / count
    const squaredDistance = dy * dy + dx * dx
    if (squaredDistance >= minDistance) return
    minDistance = squaredDistance
    nearest.row = row
    nearest.column = column
  })
  return nearest
}

export function forEachBit(pool: Uint16Array, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < SUBCELLS_PER_CELL; row++) {
    for (let bits = pool[row]; bits !== 0; bits &= bits - 1) visit(row, 31 - Math.clz32(bits & -bits))
  }
}

/** Returns the bits of one column, with one bit per row. */
export function columnBits(pool: PoolRows, column: number): number {
  let bits = 0
  for (let row = 0; row < SUBCELLS_PER_CELL; row++) bits |= ((pool[row] >> column) & 1) << row
  return bits
}

export function subcellLatitude(cell: number, row: number): number {
  return (Math.floor(cell / GRID_COLUMNS) * SUBCELLS_PER_CELL + row + 0.5) / SUBCELLS_PER_DEGREE - 90
}

export function subcellLongitude(cell: number, column: number): number {
  return ((cell % GRID_COLUMNS) * SUBCELLS_PER_CELL + column + 0.5) / SUBCELLS_PER_DEGREE - 180
}
