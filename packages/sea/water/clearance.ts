import { CELLS_PER_DEGREE, GRID_COLUMNS, GRID_ROWS, toColumn, wrapColumn } from '../grid.ts'
import { NEAR_FIELD_MAX_NM, NEAR_UNITS_PER_NM, type Sea } from '../schema.ts'

const NEAR_FIELD_TILE_COLUMNS = GRID_COLUMNS / 16
const FAR_SQUARES_PER_DEGREE = 4
const FAR_COLUMNS = 360 * FAR_SQUARES_PER_DEGREE
const FAR_ROWS = 180 * FAR_SQUARES_PER_DEGREE

/** Returns the nautical miles to the nearest coast, capped at 8. Accurate to about half a mile. */
export function clearanceNm({ near }: Sea, latitude: number, longitude: number): number {
  const x = (longitude + 180) * CELLS_PER_DEGREE - 0.5
  const y = (latitude + 90) * CELLS_PER_DEGREE - 0.5
  const column = Math.floor(x)
  const row = Math.max(0, Math.min(GRID_ROWS - 2, Math.floor(y)))
  const dx = x - column
  const dy = Math.max(0, Math.min(1, y - row))
  const westColumn = wrapColumn(column % GRID_COLUMNS)
  const eastColumn = wrapColumn(westColumn + 1)
  let southWest: number
  let southEast: number
  let northWest: number
  let northEast: number
  if ((westColumn & 15) < 15 && (row & 15) < 15) {
    // In nearly all cases, all four cells are in one tile.
    const tile = near.tile[(row >> 4) * NEAR_FIELD_TILE_COLUMNS + (westColumn >> 4)]
    if (tile < 0) return NEAR_FIELD_MAX_NM
    const index = tile * 256 + (row & 15) * 16 + (westColumn & 15)
    southWest = milesByUnits[near.distance[index]]
    southEast = milesByUnits[near.distance[index + 1]]
    northWest = milesByUnits[near.distance[index + 16]]
    northEast = milesByUnits[near.distance[index + 17]]
  } else {
    southWest = readNearField(near, westColumn, row)
    southEast = readNearField(near, eastColumn, row)
    northWest = readNearField(near, westColumn, row + 1)
    northEast = readNearField(near, eastColumn, row + 1)
  }
  const southNm = southWest * (1 - dx) + southEast * dx
  const northNm = northWest * (1 - dx) + northEast * dx
  return southNm * (1 - dy) + northNm * dy
}

/** Lookup table by unit. A lookup is faster than a division, and line-of-sight checks need it often. */
const milesByUnits = Float64Array.from({ length: 256 }, (_, units) => units / NEAR_UNITS_PER_NM)

function readNearField(nearField: Sea['near'], column: number, row: number): number {
  const tile = nearField.tile[(row >> 4) * NEAR_FIELD_TILE_COLUMNS + (column >> 4)]
  return tile < 0 ? NEAR_FIELD_MAX_NM : milesByUnits[nearField.distance[tile * 256 + (row & 15) * 16 + (column & 15)]]
}

/** Returns the nautical miles that a ship can move in any direction without reaching a coast. */
export function minClearanceNm({ far }: Sea, latitude: number, longitude: number): number {
  const row = Math.max(0, Math.min(FAR_ROWS - 1, Math.floor((latitude + 90) * FAR_SQUARES_PER_DEGREE)))
  return far.distance[row * FAR_COLUMNS + Math.floor(toColumn(longitude) / (CELLS_PER_DEGREE / FAR_SQUARES_PER_DEGREE))]
}
