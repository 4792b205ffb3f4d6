import {
  DEGREES_PER_MICRODEGREE,
  GRID_COLUMNS,
  LAND_CELL,
  SUBCELLS_PER_CELL,
  SUBCELLS_PER_DEGREE,
  TILE_CELLS,
  TILE_COLUMNS,
} from '../grid.ts'
import type { CoastRings } from './coast-rings.ts'
import { cellIndex, forEachEdgeCell, type ShoreCells } from './shore-cells.ts'

/** Temporary value until squares are numbered. */
export const OPEN_WATER = -2

const SUBROW_COUNT = 180 * SUBCELLS_PER_DEGREE
const TILE_SUBCELLS = TILE_CELLS * SUBCELLS_PER_CELL

/**
 * Separates water from land by counting coasts from the west, subrow by subrow. A subcell of a shore cell is water if
 * its center is water and no coast touches it. A ship that moves between the centers of such subcells therefore touches
 * no land. Tiles and cells without coast become LAND or OPEN_WATER. Returns 16 rows of 16 bits per shore cell.
 */
export function fillWater(rings: CoastRings, edges: { all: Uint32Array; coast: Uint32Array }, shores: ShoreCells) {
  const water = new Uint16Array(shores.cell.length * SUBCELLS_PER_CELL)
  const { first, crossing } = groupCrossingsByRow(rings, edges.all)
  const crossingsOf = (subrow: number) => crossing.subarray(first[subrow], first[subrow + 1]).sort()
  for (let cellRow = 0; cellRow < SUBROW_COUNT / SUBCELLS_PER_CELL; cellRow++) {
    const tileRow = Math.floor(cellRow / TILE_CELLS)
    if (cellRow % TILE_CELLS === TILE_CELLS / 2) fillTiles(tileRow, crossingsOf(cellRow * SUBCELLS_PER_CELL), shores)
    const shoresInRow = listShoresInRow(cellRow, shores)
    if (shoresInRow.length > 0) {
      for (let subrow = 0; subrow < SUBCELLS_PER_CELL; subrow++) {
        fillShores(subrow, crossingsOf(cellRow * SUBCELLS_PER_CELL + subrow), shoresInRow, shores, water)
      }
    }
    fillCells(cellRow, crossingsOf(cellRow * SUBCELLS_PER_CELL + SUBCELLS_PER_CELL / 2), shores)
  }
  forEachEdgeCell(rings, edges.coast, SUBCELLS_PER_DEGREE, (_, column, row) => {
    const slot = cellIndex(shores.tileContent, column >> 4, row >> 4)
    water[shores.cellContent[slot] * SUBCELLS_PER_CELL + (row & 15)] &= ~(1 << (column & 15))
  })
  return water
}

/** Lists the subcell columns where coasts cross the center lines of subrows, subrow by subrow. */
function groupCrossingsByRow({ latitude, longitude }: CoastRings, edges: Uint32Array) {
  const scale = SUBCELLS_PER_DEGREE * DEGREES_PER_MICRODEGREE
  const first = new Uint32Array(SUBROW_COUNT + 2)
  const forEachCrossing = (visit: (subrow: number, x: number) => void) => {
    for (let index = 0; index < edges.length; index++) {
      const edge = edges[index]
      const y = (latitude[edge] + 90e6) * scale - 0.5
      const yNext = (latitude[edge + 1] + 90e6) * scale - 0.5
      if (y === yNext) continue
      const x = (longitude[edge] + 180e6) * scale
      const slope = ((longitude[edge + 1] + 180e6) * scale - x) / (yNext - y)
      const end = Math.max(y, yNext)
      for (let subrow = Math.ceil(Math.min(y, yNext)); subrow < end; subrow++) visit(subrow, x + (subrow - y) * slope)
    }
  }
  forEachCrossing((subrow) => first[subrow + 2]++)
  for (let subrow = 2; subrow < first.length; subrow++) first[subrow] += first[subrow - 1]
  const crossing = new Float64Array(first[SUBROW_COUNT + 1])
  forEachCrossing((subrow, x) => {
    crossing[first[subrow + 1]++] = x
  })
  return { first, crossing }
}

/** Lists the shore cells of a row of cells, from west to east. */
function listShoresInRow(cellRow: number, { tileContent, cellContent }: ShoreCells): number[] {
  const shores: number[] = []
  const firstTile = Math.floor(cellRow / TILE_CELLS) * TILE_COLUMNS
  for (let tile = firstTile; tile < firstTile + TILE_COLUMNS; tile++) {
    if (tileContent[tile] < 0) continue
    const slot = (tileContent[tile] * TILE_CELLS + (cellRow % TILE_CELLS)) * TILE_CELLS
    for (let column = 0; column < TILE_CELLS; column++) {
      if (cellContent[slot + column] >= 0) shores.push(cellContent[slot + column])
    }
  }
  return shores
}

function fillShores(
  subrow: number,
  crossing: Float64Array,
  inRow: readonly number[],
  { cell }: ShoreCells,
  water: Uint16Array,
): void {
  let passedCount = 0
  for (const shore of inRow) {
    const x = (cell[shore] % GRID_COLUMNS) * SUBCELLS_PER_CELL
    let bits = 0
    for (let bit = 0; bit < SUBCELLS_PER_CELL; bit++) {
      while (passedCount < crossing.length && crossing[passedCount] <= x + bit + 0.5) passedCount++
      const isWater = passedCount % 2 === 1
      if (passedCount === crossing.length || crossing[passedCount] > x + SUBCELLS_PER_CELL) {
        // There are no more changes up to the end of the cell.
        if (isWater) bits |= -1 << bit
        break
      }
      if (isWater) bits |= 1 << bit
    }
    water[shore * SUBCELLS_PER_CELL + subrow] = bits
  }
}

/** Fills the cells without coast in coastal tiles, based on their centers. */
function fillCells(cellRow: number, crossing: Float64Array, { tileContent, cellContent }: ShoreCells): void {
  const tileRow = Math.floor(cellRow / TILE_CELLS)
  const isWaterAt = makeWaterTest(crossing)
  for (let tileColumn = 0; tileColumn < TILE_COLUMNS; tileColumn++) {
    const tile = tileContent[tileRow * TILE_COLUMNS + tileColumn]
    if (tile < 0) continue
    const slot = (tile * TILE_CELLS + (cellRow % TILE_CELLS)) * TILE_CELLS
    for (let column = 0; column < TILE_CELLS; column++) {
      if (cellContent[slot + column] >= 0) continue
      const x = (tileColumn * TILE_CELLS + column + 0.5) * SUBCELLS_PER_CELL
      cellContent[slot + column] = isWaterAt(x) ? OPEN_WATER : LAND_CELL
    }
  }
}

/** Fills tiles without coast, based on their centers. */
function fillTiles(tileRow: number, crossing: Float64Array, { tileContent }: ShoreCells): void {
  const isWaterAt = makeWaterTest(crossing)
  for (let column = 0; column < TILE_COLUMNS; column++) {
    const tile = tileRow * TILE_COLUMNS + column
    if (tileContent[tile] < 0) tileContent[tile] = isWaterAt((column + 0.5) * TILE_SUBCELLS) ? OPEN_WATER : LAND_CELL
  }
}

/**
 * Returns a function that tests for water. The function must be called for points from west to east. A point is water
 * if an odd number of coasts is west of it.
 */
function makeWaterTest(crossing: Float64Array): (x: number) => boolean {
  let passedCount = 0
  return (x) => {
    while (passedCount < crossing.length && crossing[passedCount] <= x) passedCount++
    return passedCount % 2 === 1
  }
}
