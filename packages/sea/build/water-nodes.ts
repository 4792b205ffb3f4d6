import { CELLS_PER_DEGREE, encodeSquare, GRID_COLUMNS, SUBCELLS_PER_CELL, TILE_CELLS, TILE_COLUMNS } from '../grid.ts'
import { NodeList } from './node-list.ts'
import { columnBits, findDeepestSubcell, splitPools, subcellLatitude, subcellLongitude } from './pools.ts'
import type { ShoreCells } from './shore-cells.ts'
import { OPEN_WATER } from './water-bits.ts'

export interface WaterNodes {
  readonly nodes: NodeList
  readonly nodeFirst: Uint32Array
  /** Subcells at the west, east, south, and north side of the cell, four values per pool. */
  readonly sides: Uint16Array
}

export const WEST = 0
export const EAST = 1
export const SOUTH = 2
export const NORTH = 3

/**
 * Creates a node for every pool of the shore cells, and then a node at the center of each largest square of open water.
 */
export function createWaterNodes(shores: ShoreCells, water: Uint16Array): WaterNodes {
  const nodes = new NodeList()
  const nodeFirst = new Uint32Array(shores.cell.length + 1)
  let sides = new Uint16Array(1 << 16)
  for (let shore = 0; shore < shores.cell.length; shore++) {
    for (const pool of splitPools(water, shore)) {
      const { row, column } = findDeepestSubcell(pool)
      const cell = shores.cell[shore]
      const node = nodes.add(subcellLatitude(cell, row), subcellLongitude(cell, column), 0)
      if (node * 4 === sides.length) {
        const previousSides = sides
        sides = new Uint16Array(previousSides.length * 2)
        sides.set(previousSides)
      }
      sides[node * 4 + WEST] = columnBits(pool, 0)
      sides[node * 4 + EAST] = columnBits(pool, SUBCELLS_PER_CELL - 1)
      sides[node * 4 + SOUTH] = pool[0]
      sides[node * 4 + NORTH] = pool[SUBCELLS_PER_CELL - 1]
    }
    nodeFirst[shore + 1] = nodes.count
  }
  createSquareNodes(shores, nodes)
  return { nodes, nodeFirst, sides }
}

function createSquareNodes({ tileContent, cellContent }: ShoreCells, nodes: NodeList): void {
  for (let tile = 0; tile < tileContent.length; tile++) {
    const column = (tile % TILE_COLUMNS) * TILE_CELLS
    const row = Math.floor(tile / TILE_COLUMNS) * TILE_CELLS
    if (tileContent[tile] === OPEN_WATER) {
      tileContent[tile] = encodeSquare(addSquare(nodes, column, row, TILE_CELLS))
    } else if (tileContent[tile] >= 0) {
      const first = tileContent[tile] * TILE_CELLS * TILE_CELLS
      splitSquare(cellContent.subarray(first, first + TILE_CELLS * TILE_CELLS), nodes, column, row, 0, 0, TILE_CELLS)
    }
  }
}

function splitSquare(
  cells: Int32Array,
  nodes: NodeList,
  tileColumn: number,
  tileRow: number,
  x: number,
  y: number,
  size: number,
): void {
  if (isOpenWater(cells, x, y, size)) {
    const code = encodeSquare(addSquare(nodes, tileColumn + x, tileRow + y, size))
    for (let row = y; row < y + size; row++) cells.fill(code, row * TILE_CELLS + x, row * TILE_CELLS + x + size)
  } else if (size > 1) {
    const halfSize = size / 2
    for (const dy of [0, halfSize]) {
      for (const dx of [0, halfSize]) splitSquare(cells, nodes, tileColumn, tileRow, x + dx, y + dy, halfSize)
    }
  }
}

function isOpenWater(cells: Int32Array, x: number, y: number, size: number): boolean {
  for (let row = y; row < y + size; row++) {
    for (let column = x; column < x + size; column++) {
      if (cells[row * TILE_CELLS + column] !== OPEN_WATER) return false
    }
  }
  return true
}

function addSquare(nodes: NodeList, column: number, row: number, size: number): number {
  const longitude = (column + size / 2) / CELLS_PER_DEGREE - 180
  return nodes.add((row + size / 2) / CELLS_PER_DEGREE - 90, longitude, size)
}

/** Returns the southwest corner of a square. */
export function getSquareCorner(
  nodes: { readonly latitude: Int32Array; readonly longitude: Int32Array; readonly size: Uint8Array },
  node: number,
) {
  const size = nodes.size[node]
  return {
    column: Math.round((nodes.longitude[node] * 1e-6 + 180) * CELLS_PER_DEGREE - size / 2) % GRID_COLUMNS,
    row: Math.round((nodes.latitude[node] * 1e-6 + 90) * CELLS_PER_DEGREE - size / 2),
  }
}
