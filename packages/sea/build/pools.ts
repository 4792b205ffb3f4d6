import { COLUMNS, SUBCELLS, SUBCELLS_PER_DEGREE } from '../grid.ts'

/** A pool: connected water within one shore cell, as 16 rows of bits. */
export type PoolRows = Uint16Array<ArrayBufferLike>

const FULL = 0xffff

/** Splits the water of a shore cell into pools, found row by row. */
export function splitPools(water: Uint16Array, shore: number): PoolRows[] {
  const left = water.slice(shore * SUBCELLS, (shore + 1) * SUBCELLS)
  const pools: PoolRows[] = []
  for (let row = 0; row < SUBCELLS; row++) {
    while (left[row] !== 0) {
      const pool = floodFrom(left, row, left[row] & -left[row])
      for (let at = 0; at < SUBCELLS; at++) left[at] &= ~pool[at]
      pools.push(pool)
    }
  }
  return pools
}

/** All water connected to some bits of a row, horizontally and vertically but not diagonally. */
export function floodFrom(water: Uint16Array, row: number, bits: number): PoolRows {
  const pool = new Uint16Array(SUBCELLS)
  pool[row] = bits & water[row]
  for (let changed = true; changed; ) {
    changed = false
    for (let pass = 0; pass < 2; pass++) {
      for (let step = 0; step < SUBCELLS; step++) {
        const at = pass === 0 ? step : SUBCELLS - 1 - step
        const below = at > 0 ? pool[at - 1] : 0
        const above = at < SUBCELLS - 1 ? pool[at + 1] : 0
        let grown = (pool[at] | below | above) & water[at]
        for (let next = spread(grown) & water[at]; next !== grown; next = spread(grown) & water[at]) grown = next
        if (grown !== pool[at]) changed = true
        pool[at] = grown
      }
    }
  }
  return pool
}

function spread(bits: number): number {
  return (bits | (bits << 1) | (bits >> 1)) & FULL
}

/**
 * The deepest subcell of a pool. Shores are eroded until nothing would remain; then the subcell closest to the center
 * of the rest is chosen. The area outside the cell counts as water, so open sides are not eroded.
 */
export function deepest(pool: PoolRows): { row: number; column: number } {
  let core = pool
  let peeled: PoolRows = new Uint16Array(SUBCELLS)
  for (;;) {
    let left = 0
    let isSame = true
    for (let row = 0; row < SUBCELLS; row++) {
      const bits = core[row]
      const below = row > 0 ? core[row - 1] : FULL
      const above = row < SUBCELLS - 1 ? core[row + 1] : FULL
      const kept = bits & ((bits << 1) | 1) & ((bits >> 1) | 0x8000) & below & above
      peeled[row] = kept
      left |= kept
      if (kept !== bits) isSame = false
    }
    if (left === 0 || isSame) break
    const before = core
    core = peeled
    peeled = before === pool ? new Uint16Array(SUBCELLS) : before
  }
  return nearestToMiddle(core)
}

function nearestToMiddle(pool: PoolRows): { row: number; column: number } {
  let count = 0
  let rows = 0
  let columns = 0
  eachBit(pool, (row, column) => {
    count++
    rows += row
    columns += column
  })
  const found = { row: 0, column: 0 }
  let least = Number.POSITIVE_INFINITY
  eachBit(pool, (row, column) => {
    const up = row - rows / count
    const right = column - columns / count
    const off = up * up + right * right
    if (off >= least) return
    least = off
    found.row = row
    found.column = column
  })
  return found
}

export function eachBit(pool: Uint16Array, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < SUBCELLS; row++) {
    for (let bits = pool[row]; bits !== 0; bits &= bits - 1) visit(row, 31 - Math.clz32(bits & -bits))
  }
}

/** The bits of one column, as one bit per row. */
export function sideBits(pool: PoolRows, column: number): number {
  let bits = 0
  for (let row = 0; row < SUBCELLS; row++) bits |= ((pool[row] >> column) & 1) << row
  return bits
}

export function subcellLatitude(cell: number, row: number): number {
  return (Math.floor(cell / COLUMNS) * SUBCELLS + row + 0.5) / SUBCELLS_PER_DEGREE - 90
}

export function subcellLongitude(cell: number, column: number): number {
  return ((cell % COLUMNS) * SUBCELLS + column + 0.5) / SUBCELLS_PER_DEGREE - 180
}
