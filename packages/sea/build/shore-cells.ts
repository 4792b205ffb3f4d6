import {
  CELLS_PER_DEGREE,
  DEGREES_PER_MICRODEGREE,
  forEachCellOnLine,
  GRID_COLUMNS,
  GRID_ROWS,
  LAND_CELL,
  TILE_CELLS,
  TILE_COLUMNS,
  TILE_ROWS,
} from '../grid.ts'
import type { CoastRings } from './coast-rings.ts'

/** Cells that contain coast, and their edges. Shore cells are numbered tile by tile, row by row. */
export interface ShoreCells {
  /** Index of each tile among the coastal tiles. All other tiles are initially LAND. */
  readonly tileContent: Int32Array
  /** Index of the shore cell for each cell of a coastal tile. All other cells are initially LAND. */
  readonly cellContent: Int32Array
  readonly cell: Uint32Array
  readonly edgeFirst: Uint32Array
  readonly edge: Uint32Array
}

export function findShoreCells(rings: CoastRings, edges: Uint32Array): ShoreCells {
  const tileContent = new Int32Array(TILE_COLUMNS * TILE_ROWS).fill(LAND_CELL)
  forEachEdgeCell(rings, edges, CELLS_PER_DEGREE, (_, column, row) => {
    tileContent[tileAt(column, row)] = 0
  })
  let tileCount = 0
  for (let tile = 0; tile < tileContent.length; tile++) if (tileContent[tile] === 0) tileContent[tile] = tileCount++

  const edgeCount = new Uint32Array(tileCount * TILE_CELLS * TILE_CELLS)
  const slotAt = (column: number, row: number) => cellIndex(tileContent, column, row)
  forEachEdgeCell(rings, edges, CELLS_PER_DEGREE, (_, column, row) => {
    edgeCount[slotAt(column, row)]++
  })
  const cellContent = new Int32Array(edgeCount.length).fill(LAND_CELL)
  const cell = new Uint32Array(edgeCount.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0))
  const edgeFirst = new Uint32Array(cell.length + 1)
  let shore = 0
  for (let tile = 0; tile < tileContent.length; tile++) {
    if (tileContent[tile] === LAND_CELL) continue
    for (let cellInTile = 0; cellInTile < TILE_CELLS * TILE_CELLS; cellInTile++) {
      const slot = tileContent[tile] * TILE_CELLS * TILE_CELLS + cellInTile
      if (edgeCount[slot] === 0) continue
      cellContent[slot] = shore
      cell[shore] = cellNumber(tile, cellInTile)
      edgeFirst[shore + 1] = edgeFirst[shore] + edgeCount[slot]
      shore++
    }
  }
  const edge = new Uint32Array(edgeFirst[shore])
  const nextSlot = edgeFirst.slice()
  forEachEdgeCell(rings, edges, CELLS_PER_DEGREE, (start, column, row) => {
    edge[nextSlot[cellContent[slotAt(column, row)]]++] = start
  })
  return { tileContent, cellContent, cell, edgeFirst, edge }
}

function tileAt(column: number, row: number): number {
  return (row >> 5) * TILE_COLUMNS + (column >> 5)
}

/** Returns the index of a cell's content within its coastal tile. */
export function cellIndex(tileContent: Int32Array, column: number, row: number): number {
  const tileOffset = (row & 31) * TILE_CELLS + (column & 31)
  return tileContent[tileAt(column, row)] * TILE_CELLS * TILE_CELLS + tileOffset
}

function cellNumber(tile: number, localCell: number): number {
  const row = Math.floor(tile / TILE_COLUMNS) * TILE_CELLS + Math.floor(localCell / TILE_CELLS)
  return row * GRID_COLUMNS + (tile % TILE_COLUMNS) * TILE_CELLS + (localCell % TILE_CELLS)
}

/** Visits every square of a grid that an edge touches. Columns wrap around the globe. */
export function forEachEdgeCell(
  { latitude, longitude }: CoastRings,
  edges: Uint32Array,
  perDegree: number,
  visit: (edge: number, column: number, row: number) => void,
): void {
  const scale = perDegree * DEGREES_PER_MICRODEGREE
  const columns = 360 * perDegree
  const lastRow = (GRID_ROWS / CELLS_PER_DEGREE) * perDegree - 1
  let edge = 0
  const visitSquare = (x: number, y: number): undefined => {
    const column = x < 0 ? x + columns : x >= columns ? x - columns : x
    visit(edge, column, Math.max(0, Math.min(lastRow, y)))
  }
  for (let index = 0; index < edges.length; index++) {
    edge = edges[index]
    const x = (longitude[edge] + 180e6) * scale
    const y = (latitude[edge] + 90e6) * scale
    const toX = (longitude[edge + 1] + 180e6) * scale
    const toY = (latitude[edge + 1] + 90e6) * scale
    // Most edges are shorter than a square and are within one square.
    if (Math.floor(x) === Math.floor(toX) && Math.floor(y) === Math.floor(toY))
      visitSquare(Math.floor(x), Math.floor(y))
    else forEachCellOnLine(x, y, toX, toY, visitSquare)
  }
}
