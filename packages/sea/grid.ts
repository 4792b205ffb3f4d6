/**
 * Number of cells per degree. The globe is divided into cells of 1/32 of a degree (1.9 nm), in tiles of one degree. In
 * cells with a coast, 16 by 16 subcells (1/512 of a degree, 217 m) mark the water.
 */
export const CELLS_PER_DEGREE = 32
export const GRID_COLUMNS = 360 * CELLS_PER_DEGREE
export const GRID_ROWS = 180 * CELLS_PER_DEGREE
export const TILE_CELLS = 32
export const TILE_COLUMNS = 360
export const TILE_ROWS = 180
export const SUBCELLS_PER_CELL = 16
export const SUBCELLS_PER_DEGREE = CELLS_PER_DEGREE * SUBCELLS_PER_CELL

/** Coordinates in arrays are microdegrees. */
export const DEGREES_PER_MICRODEGREE = 1e-6

export const LAND_CELL = -1

/** Encodes the node of a square as a number below LAND, which tiles and cells of open water store. */
export function encodeSquare(node: number): number {
  return -2 - node
}
export function decodeSquare(content: number): number {
  return -2 - content
}

export function wrapColumn(column: number): number {
  if (column < 0) return column + GRID_COLUMNS
  return column >= GRID_COLUMNS ? column - GRID_COLUMNS : column
}

export function toColumn(longitude: number): number {
  return wrapColumn(Math.floor((longitude + 180) * CELLS_PER_DEGREE) % GRID_COLUMNS)
}

export function toRow(latitude: number): number {
  return Math.max(0, Math.min(GRID_ROWS - 1, Math.floor((latitude + 90) * CELLS_PER_DEGREE)))
}

/**
 * Visits every square of a grid that a segment touches, in order (Amanatides and Woo, 1987). At a corner, both adjacent
 * squares are visited, so that no square is missed. Coordinates are in squares.
 */
export function forEachCellOnLine(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  visit: (x: number, y: number) => boolean | undefined,
): boolean {
  let x = Math.floor(fromX)
  let y = Math.floor(fromY)
  const endX = Math.floor(toX)
  const endY = Math.floor(toY)
  const stepX = toX > fromX ? 1 : -1
  const stepY = toY > fromY ? 1 : -1
  const parameterPerColumn = toX === fromX ? Number.POSITIVE_INFINITY : 1 / Math.abs(toX - fromX)
  const parameterPerRow = toY === fromY ? Number.POSITIVE_INFINITY : 1 / Math.abs(toY - fromY)
  let nextColumnParameter =
    parameterPerColumn === Number.POSITIVE_INFINITY
      ? parameterPerColumn
      : (stepX > 0 ? x + 1 - fromX : fromX - x) * parameterPerColumn
  let nextRowParameter =
    parameterPerRow === Number.POSITIVE_INFINITY
      ? parameterPerRow
      : (stepY > 0 ? y + 1 - fromY : fromY - y) * parameterPerRow
  if (visit(x, y)) return true
  for (let stepCount = Math.abs(endX - x) + Math.abs(endY - y); stepCount > 0; stepCount--) {
    if (Math.abs(nextColumnParameter - nextRowParameter) < 1e-9 && stepCount > 1) {
      if (visit(x + stepX, y) || visit(x, y + stepY)) return true
      x += stepX
      y += stepY
      nextColumnParameter += parameterPerColumn
      nextRowParameter += parameterPerRow
      stepCount--
    } else if (nextColumnParameter < nextRowParameter) {
      x += stepX
      nextColumnParameter += parameterPerColumn
    } else {
      y += stepY
      nextRowParameter += parameterPerRow
    }
    if (visit(x, y)) return true
  }
  return false
}
