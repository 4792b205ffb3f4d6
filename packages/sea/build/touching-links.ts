import { decodeSquare, GRID_COLUMNS, GRID_ROWS, LAND_CELL, wrapColumn } from '../grid.ts'
import type { Sea } from '../schema.ts'
import { getCellContent } from '../water/coast-crossing.ts'
import { LinkList } from './node-list.ts'
import { EAST, getSquareCorner, NORTH, SOUTH, type WaterNodes, WEST } from './water-nodes.ts'

type SeaCells = Pick<Sea, 'tiles' | 'cells'> & { readonly shores: { readonly cell: Uint32Array } }

/** Links pools and squares that share part of a side. Each pair is listed once, from west to east or south to north. */
export function linkAdjacentNodes(sea: SeaCells, water: WaterNodes): LinkList {
  const links = new LinkList()
  const { nodeFirst, sides, nodes } = water
  const { cell } = sea.shores
  for (let shore = 0; shore < cell.length; shore++) {
    const column = cell[shore] % GRID_COLUMNS
    const row = Math.floor(cell[shore] / GRID_COLUMNS)
    for (let pool = nodeFirst[shore]; pool < nodeFirst[shore + 1]; pool++) {
      forEachAdjacent(sea, water, wrapColumn(column + 1), row, WEST, sides[pool * 4 + EAST], (to) =>
        links.add(pool, to),
      )
      if (row + 1 === GRID_ROWS) continue
      forEachAdjacent(sea, water, column, row + 1, SOUTH, sides[pool * 4 + NORTH], (to) => links.add(pool, to))
    }
  }
  for (let square = nodeFirst[cell.length]; square < nodes.count; square++) {
    const { column, row } = getSquareCorner(nodes, square)
    const size = nodes.size[square]
    let last = -1
    const add = (to: number) => {
      if (to !== last) links.add(square, to)
      last = to
    }
    for (let y = row; y < row + size; y++) forEachAdjacent(sea, water, wrapColumn(column + size), y, WEST, 0xffff, add)
    if (row + size === GRID_ROWS) continue
    last = -1
    for (let x = column; x < column + size; x++) forEachAdjacent(sea, water, x, row + size, SOUTH, 0xffff, add)
  }
  return links
}

/** Visits the nodes of a cell that touch the given bits of one of its sides. */
function forEachAdjacent(
  sea: SeaCells,
  { nodeFirst, sides }: WaterNodes,
  column: number,
  row: number,
  cellSide: number,
  bits: number,
  visit: (node: number) => void,
): void {
  if (bits === 0) return
  const content = getCellContent(sea, column, row)
  if (content === LAND_CELL) return
  if (content < LAND_CELL) return visit(decodeSquare(content))
  for (let pool = nodeFirst[content]; pool < nodeFirst[content + 1]; pool++) {
    if ((sides[pool * 4 + cellSide] & bits) !== 0) visit(pool)
  }
}
