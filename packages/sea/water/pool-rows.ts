import { floodFill } from '../build/pools.ts'
import { DEGREES_PER_MICRODEGREE, SUBCELLS_PER_CELL, SUBCELLS_PER_DEGREE, toColumn, toRow } from '../grid.ts'
import type { Sea } from '../schema.ts'
import { getCellContent } from './coast-crossing.ts'

const FULL_ROWS = new Uint16Array(SUBCELLS_PER_CELL).fill(0xffff)

/** Returns the subcell column, counted from the antimeridian. */
export function toSubcolumn(longitude: number): number {
  return Math.floor((longitude + 180) * SUBCELLS_PER_DEGREE)
}
export function toSubrow(latitude: number): number {
  return Math.floor((latitude + 90) * SUBCELLS_PER_DEGREE)
}

/** Reads the cell of a node that is a pool or a one-cell square, and its subcells. */
export function readPoolRows(sea: Sea, node: number): { column: number; row: number; rows: Uint16Array } {
  const latitude = sea.nodes.latitude[node] * DEGREES_PER_MICRODEGREE
  const longitude = sea.nodes.longitude[node] * DEGREES_PER_MICRODEGREE
  const column = toColumn(longitude)
  const row = toRow(latitude)
  const shore = getCellContent(sea, column, row)
  if (sea.nodes.size[node] > 0 || shore < 0) return { column, row, rows: FULL_ROWS }
  const water = sea.shores.water.subarray(shore * SUBCELLS_PER_CELL, (shore + 1) * SUBCELLS_PER_CELL)
  const bit = 1 << (toSubcolumn(longitude) % SUBCELLS_PER_CELL)
  return { column, row, rows: floodFill(water, toSubrow(latitude) % SUBCELLS_PER_CELL, bit) }
}
