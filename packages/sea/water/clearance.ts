import { CELLS_PER_DEGREE, COLUMNS, columnOf, ROWS, wrapColumn } from '../grid.ts'
import { NEAR_NM, NEAR_UNITS_PER_NM, type Sea } from '../schema.ts'

const NEAR_TILES_ACROSS = COLUMNS / 16
const FAR_PER_DEGREE = 4
const FAR_ACROSS = 360 * FAR_PER_DEGREE
const FAR_DOWN = 180 * FAR_PER_DEGREE

/** Miles to the nearest coast, up to 8 (then it is more); right to about half a mile. */
export function clearanceNm({ near }: Sea, latitude: number, longitude: number): number {
  const x = (longitude + 180) * CELLS_PER_DEGREE - 0.5
  const y = (latitude + 90) * CELLS_PER_DEGREE - 0.5
  const column = Math.floor(x)
  const row = Math.max(0, Math.min(ROWS - 2, Math.floor(y)))
  const right = x - column
  const up = Math.max(0, Math.min(1, y - row))
  const low = wrapColumn(column % COLUMNS)
  const high = wrapColumn(low + 1)
  const below = nearAt(near, low, row) * (1 - right) + nearAt(near, high, row) * right
  const above = nearAt(near, low, row + 1) * (1 - right) + nearAt(near, high, row + 1) * right
  return below * (1 - up) + above * up
}

function nearAt(near: Sea['near'], column: number, row: number): number {
  const tile = near.tile[(row >> 4) * NEAR_TILES_ACROSS + (column >> 4)]
  return tile < 0 ? NEAR_NM : near.distance[tile * 256 + (row & 15) * 16 + (column & 15)] / NEAR_UNITS_PER_NM
}

/** Miles that one may go in any direction without meeting a coast. */
export function safeNm({ far }: Sea, latitude: number, longitude: number): number {
  const row = Math.max(0, Math.min(FAR_DOWN - 1, Math.floor((latitude + 90) * FAR_PER_DEGREE)))
  return far.distance[row * FAR_ACROSS + Math.floor(columnOf(longitude) / (CELLS_PER_DEGREE / FAR_PER_DEGREE))]
}
