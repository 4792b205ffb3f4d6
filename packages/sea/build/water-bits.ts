import { LAND, MICRO, SUBCELLS, SUBCELLS_PER_DEGREE, TILE_CELLS, TILE_COLUMNS } from '../grid.ts'
import type { CoastRings } from './coast-rings.ts'
import { eachEdgeCell, type ShoreCells, slotOf } from './shore-cells.ts'

/** For the time being, before squares are numbered. */
export const OPEN_WATER = -2

const SUBROWS = 180 * SUBCELLS_PER_DEGREE
const TILE_SUBROWS = TILE_CELLS * SUBCELLS

/**
 * Tells water from land by counting coasts from the west, subrow by subrow. A subcell of a shore is water when its centre
 * is and no coast touches it, so that whoever moves between centres of such subcells touches no land. Tiles and cells
 * without coast become LAND or OPEN_WATER. Returns 16 rows of 16 bits per shore.
 */
export function fillWater(rings: CoastRings, edges: { all: Uint32Array; coast: Uint32Array }, shores: ShoreCells) {
  const water = new Uint16Array(shores.cell.length * SUBCELLS)
  const { first, crossing } = findCrossings(rings, edges.all)
  const allColumns = Array.from({ length: TILE_COLUMNS }, (_, column) => column)
  for (let tileRow = 0; tileRow < SUBROWS / TILE_SUBROWS; tileRow++) {
    const coastal = allColumns.filter((column) => shores.tileContent[tileRow * TILE_COLUMNS + column] >= 0)
    for (let subrow = tileRow * TILE_SUBROWS; subrow < (tileRow + 1) * TILE_SUBROWS; subrow++) {
      const isMiddle = subrow % TILE_SUBROWS === TILE_SUBROWS / 2
      if (!isMiddle && coastal.length === 0) continue
      const row = crossing.subarray(first[subrow], first[subrow + 1]).sort()
      fillSubrow(subrow, row, shores, water, isMiddle ? allColumns : coastal)
    }
  }
  eachEdgeCell(rings, edges.coast, SUBCELLS_PER_DEGREE, (_, column, row) => {
    const slot = slotOf(shores.tileContent, Math.floor(column / SUBCELLS), Math.floor(row / SUBCELLS))
    water[shores.cellContent[slot] * SUBCELLS + (row % SUBCELLS)] &= ~(1 << (column % SUBCELLS))
  })
  return water
}

/** Where coasts cross the middles of subrows: columns of subcells, subrow by subrow. */
function findCrossings({ latitude, longitude }: CoastRings, edges: Uint32Array) {
  const scale = SUBCELLS_PER_DEGREE * MICRO
  const first = new Uint32Array(SUBROWS + 2)
  const eachCrossing = (visit: (subrow: number, x: number) => void) => {
    for (let at = 0; at < edges.length; at++) {
      const edge = edges[at]
      const y = (latitude[edge] + 90e6) * scale - 0.5
      const yNext = (latitude[edge + 1] + 90e6) * scale - 0.5
      if (y === yNext) continue
      const x = (longitude[edge] + 180e6) * scale
      const slope = ((longitude[edge + 1] + 180e6) * scale - x) / (yNext - y)
      const end = Math.max(y, yNext)
      for (let subrow = Math.ceil(Math.min(y, yNext)); subrow < end; subrow++) visit(subrow, x + (subrow - y) * slope)
    }
  }
  eachCrossing((subrow) => first[subrow + 2]++)
  for (let subrow = 2; subrow < first.length; subrow++) first[subrow] += first[subrow - 1]
  const crossing = new Float64Array(first[SUBROWS + 1])
  eachCrossing((subrow, x) => {
    crossing[first[subrow + 1]++] = x
  })
  return { first, crossing }
}

function fillSubrow(
  subrow: number,
  crossing: Float64Array,
  shores: ShoreCells,
  water: Uint16Array,
  tileColumns: readonly number[],
): void {
  const { tileContent, cellContent } = shores
  const tileRow = Math.floor(subrow / TILE_SUBROWS)
  const cellRow = Math.floor(subrow / SUBCELLS) % TILE_CELLS
  const isMiddleOfCell = subrow % SUBCELLS === SUBCELLS / 2
  let passed = 0
  const isWaterAt = (x: number) => {
    while (passed < crossing.length && crossing[passed] <= x) passed++
    return passed % 2 === 1
  }
  for (const tileColumn of tileColumns) {
    const tile = tileRow * TILE_COLUMNS + tileColumn
    const start = tileColumn * TILE_SUBROWS
    if (tileContent[tile] < 0) {
      tileContent[tile] = isWaterAt(start + TILE_SUBROWS / 2) ? OPEN_WATER : LAND
      continue
    }
    const slot = (tileContent[tile] * TILE_CELLS + cellRow) * TILE_CELLS
    for (let column = 0; column < TILE_CELLS; column++) {
      const x = start + column * SUBCELLS
      const shore = cellContent[slot + column]
      if (shore >= 0) {
        let bits = 0
        for (let bit = 0; bit < SUBCELLS; bit++) if (isWaterAt(x + bit + 0.5)) bits |= 1 << bit
        water[shore * SUBCELLS + (subrow % SUBCELLS)] = bits
      } else if (isMiddleOfCell) {
        cellContent[slot + column] = isWaterAt(x + SUBCELLS / 2) ? OPEN_WATER : LAND
      }
    }
  }
}
