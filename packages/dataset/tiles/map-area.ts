import type { Grid } from './grid.ts'

/** Area of a map, as cells in world coordinates. The threads exchange it, so it has no methods. */
export interface MapArea {
  readonly x: number
  readonly y: number
  readonly cell: number
  readonly columns: number
  /** 1 for each cell in the map, row by row from the north. */
  readonly cells: Uint8Array
}

export const noArea: MapArea = { x: 0, y: 0, cell: 1, columns: 0, cells: new Uint8Array(0) }

export function buildMapArea(grid: Grid, origin: { readonly x: number; readonly y: number }, cell: number): MapArea {
  const cells = new Uint8Array(grid.width * grid.height)
  for (const [column, row] of grid.list()) cells[row * grid.width + column] = 1
  return { ...origin, cell, columns: grid.width, cells }
}

export function isInArea({ x, y, cell, columns, cells }: MapArea, worldX: number, worldY: number): boolean {
  const column = Math.floor((worldX - x) / cell)
  const row = Math.floor((worldY - y) / cell)
  return column >= 0 && column < columns && row >= 0 && cells[row * columns + column] === 1
}
