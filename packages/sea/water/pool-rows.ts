import { floodFrom } from '../build/pools.ts'
import { columnOf, MICRO, rowOf, SUBCELLS, SUBCELLS_PER_DEGREE } from '../grid.ts'
import type { Sea } from '../schema.ts'
import { contentAt } from './coast-crossing.ts'

const FULL = new Uint16Array(SUBCELLS).fill(0xffff)

/** Subcells of the globe, counted from the antimeridian and the South Pole. */
export function subcolumnOf(longitude: number): number {
  return Math.floor((longitude + 180) * SUBCELLS_PER_DEGREE)
}
export function subrowOf(latitude: number): number {
  return Math.floor((latitude + 90) * SUBCELLS_PER_DEGREE)
}

/** The cell of a node that is a pool or a one-cell square, and its subcells. */
export function rowsOf(sea: Sea, node: number): { column: number; row: number; rows: Uint16Array } {
  const latitude = sea.nodes.latitude[node] * MICRO
  const longitude = sea.nodes.longitude[node] * MICRO
  const column = columnOf(longitude)
  const row = rowOf(latitude)
  const shore = contentAt(sea, column, row)
  if (sea.nodes.size[node] > 0 || shore < 0) return { column, row, rows: FULL }
  const water = sea.shores.water.subarray(shore * SUBCELLS, (shore + 1) * SUBCELLS)
  const bit = 1 << (subcolumnOf(longitude) % SUBCELLS)
  return { column, row, rows: floodFrom(water, subrowOf(latitude) % SUBCELLS, bit) }
}
