import { nearestTurn, type Position } from '@fairway/geo'
import { getSquareCorner } from '../build/water-nodes.ts'
import {
  CELLS_PER_DEGREE,
  DEGREES_PER_MICRODEGREE,
  GRID_COLUMNS,
  SUBCELLS_PER_CELL,
  SUBCELLS_PER_DEGREE,
} from '../grid.ts'
import { isChannel, type Sea } from '../schema.ts'
import type { LineOfSight } from '../water/line-of-sight.ts'
import { readPoolRows, toSubcolumn, toSubrow } from '../water/pool-rows.ts'

export function nodePosition({ nodes }: Sea, node: number): Position {
  return [nodes.latitude[node] * DEGREES_PER_MICRODEGREE, nodes.longitude[node] * DEGREES_PER_MICRODEGREE]
}

/**
 * Returns positions between two linked nodes, excluding both ends, such that every line between them is clear. Links
 * between pools may bend around a headland. In that case, the path goes through their subcells.
 */
export function unfoldLink(sea: Sea, lineOfSight: LineOfSight, from: number, to: number): Position[] {
  if (isChannel(sea, from) || isChannel(sea, to)) return []
  const [latA, lonA] = nodePosition(sea, from)
  const [latB, lonB] = nodePosition(sea, to)
  if (lineOfSight.isClear(latA, lonA, latB, lonB)) return []
  const isLargeFrom = sea.nodes.size[from] > 1
  const isLargeTo = sea.nodes.size[to] > 1
  if (isLargeFrom && isLargeTo) return [middleOfSharedSide(sea, from, to)]
  if (isLargeFrom) return unfoldLink(sea, lineOfSight, to, from).reverse()
  return walkSubcells(sea, from, [latA, lonA], isLargeTo ? to : undefined, to, [latB, lonB])
}

/**
 * Returns positions between any two positions within one node. The path goes through its subcells where the line is not
 * clear.
 */
export function unfoldWithin(sea: Sea, lineOfSight: LineOfSight, node: number, a: Position, b: Position): Position[] {
  if (isChannel(sea, node) || lineOfSight.isClear(a[0], a[1], b[0], b[1])) return []
  return walkSubcells(sea, node, a, undefined, node, b)
}

/**
 * Runs a breadth-first search through the subcells of one or two cells, up to the goal or the side of a large square.
 */
function walkSubcells(
  sea: Sea,
  from: number,
  a: Position,
  square: number | undefined,
  to: number,
  b: Position,
): Position[] {
  const pools = [readPoolRows(sea, from), ...(square === undefined && to !== from ? [readPoolRows(sea, to)] : [])]
  const isWaterSubcell = (column: number, row: number) =>
    pools.some(
      (pool) =>
        Math.floor(row / SUBCELLS_PER_CELL) === pool.row &&
        Math.floor(column / SUBCELLS_PER_CELL) === unwrapColumn(pool.column, column) &&
        ((pool.rows[row % SUBCELLS_PER_CELL] >> (column % SUBCELLS_PER_CELL)) & 1) === 1,
    )
  const isGoal = makeSquareGoal(sea, square) ?? makeSubcellGoal(b, a)
  const start = { column: toSubcolumn(a[1]), row: toSubrow(a[0]), before: -1 }
  const reachedCells = [start]
  const visitedCells = new Set([subcellKey(start.column, start.row)])
  for (let index = 0; index < reachedCells.length; index++) {
    const { column, row } = reachedCells[index]
    if (isGoal(column, row)) return tracePath(reachedCells, index, a[1])
    for (const [dx, dy] of neighborOffsets) {
      const next = { column: column + dx, row: row + dy, before: index }
      if (visitedCells.has(subcellKey(next.column, next.row))) continue
      if (!isWaterSubcell(next.column, next.row) && !isGoal(next.column, next.row)) continue
      visitedCells.add(subcellKey(next.column, next.row))
      reachedCells.push(next)
    }
  }
  return []
}

const neighborOffsets = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

const subcellKey = (column: number, row: number) => row * 400000 + column + 1000

function unwrapColumn(cellColumn: number, subcolumn: number): number {
  const cellColumnAt = Math.floor(subcolumn / SUBCELLS_PER_CELL)
  return cellColumn + GRID_COLUMNS * Math.round((cellColumnAt - cellColumn) / GRID_COLUMNS)
}

function makeSubcellGoal(b: Position, a: Position): (column: number, row: number) => boolean {
  const goalColumn = toSubcolumn(nearestTurn(b[1], a[1]))
  const goalRow = toSubrow(b[0])
  return (column, row) => column === goalColumn && row === goalRow
}

function makeSquareGoal(sea: Sea, square: number | undefined) {
  if (square === undefined) return undefined
  const corner = getSquareCorner(sea.nodes, square)
  const size = sea.nodes.size[square]
  return (subcolumn: number, subrow: number) => {
    const row = Math.floor(subrow / SUBCELLS_PER_CELL)
    const column = (Math.floor(subcolumn / SUBCELLS_PER_CELL) + GRID_COLUMNS) % GRID_COLUMNS
    return row >= corner.row && row < corner.row + size && column >= corner.column && column < corner.column + size
  }
}

function tracePath(
  reachedCells: { column: number; row: number; before: number }[],
  endIndex: number,
  nearLon: number,
): Position[] {
  const line: Position[] = []
  for (let index = endIndex; index > 0; index = reachedCells[index].before) {
    const { column, row } = reachedCells[index]
    const longitude = (column + 0.5) / SUBCELLS_PER_DEGREE - 180
    line.push([(row + 0.5) / SUBCELLS_PER_DEGREE - 90, nearestTurn(longitude, nearLon)])
  }
  return line.reverse()
}

function middleOfSharedSide(sea: Sea, a: number, b: number): Position {
  const [latA, lonA] = nodePosition(sea, a)
  const [latB] = nodePosition(sea, b)
  const lonB = nearestTurn(nodePosition(sea, b)[1], lonA)
  const halfA = sea.nodes.size[a] / 2 / CELLS_PER_DEGREE
  const halfB = sea.nodes.size[b] / 2 / CELLS_PER_DEGREE
  const middle = (p: number, q: number) => (Math.max(p - halfA, q - halfB) + Math.min(p + halfA, q + halfB)) / 2
  return [middle(latA, latB), middle(lonA, lonB)]
}
