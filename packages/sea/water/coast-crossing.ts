import { CELLS_PER_DEGREE, GRID_COLUMNS, GRID_ROWS, TILE_CELLS, TILE_COLUMNS } from '../grid.ts'
import type { Sea } from '../schema.ts'

/** Returns the content of a cell: the index of a shore cell, LAND, or a square of open water. */
export function getCellContent({ tiles, cells }: Pick<Sea, 'tiles' | 'cells'>, column: number, row: number): number {
  const tile = tiles.content[(row >> 5) * TILE_COLUMNS + (column >> 5)]
  if (tile < 0) return tile
  return cells.content[(tile * TILE_CELLS + (row & 31)) * TILE_CELLS + (column & 31)]
}

/** A short straight chart line and its parallels on both sides, in integer microdegrees. */
const lineEndpoints = new Float64Array(12)

/**
 * Returns whether a short straight chart line, or one of its parallels at a distance in degrees, touches the coast. The
 * test is exact, because microdegrees are integers, and products of their differences within a few cells are exact in
 * doubles. Touching counts.
 */
export function touchesCoast(
  sea: Pick<Sea, 'tiles' | 'cells' | 'shores' | 'coast'>,
  latA: number,
  lonA: number,
  latB: number,
  lonB: number,
  north: number,
  east: number,
): boolean {
  let minLongitude = Number.POSITIVE_INFINITY
  let maxLongitude = Number.NEGATIVE_INFINITY
  let minLatitude = Number.POSITIVE_INFINITY
  let maxLatitude = Number.NEGATIVE_INFINITY
  for (let line = 0; line < 3; line++) {
    const ax = Math.round((lonA + (line - 1) * east) * 1e6)
    const ay = Math.round((latA + (line - 1) * north) * 1e6)
    const bx = Math.round((lonB + (line - 1) * east) * 1e6)
    const by = Math.round((latB + (line - 1) * north) * 1e6)
    lineEndpoints[line * 4] = ax
    lineEndpoints[line * 4 + 1] = ay
    lineEndpoints[line * 4 + 2] = bx
    lineEndpoints[line * 4 + 3] = by
    minLongitude = Math.min(minLongitude, ax, bx)
    maxLongitude = Math.max(maxLongitude, ax, bx)
    minLatitude = Math.min(minLatitude, ay, by)
    maxLatitude = Math.max(maxLatitude, ay, by)
  }
  const scale = CELLS_PER_DEGREE * 1e-6
  const lastRow = Math.min(GRID_ROWS - 1, Math.floor((maxLatitude + 90e6) * scale))
  const lastColumn = Math.floor((maxLongitude + 180e6) * scale)
  for (let row = Math.max(0, Math.floor((minLatitude + 90e6) * scale)); row <= lastRow; row++) {
    for (let x = Math.floor((minLongitude + 180e6) * scale); x <= lastColumn; x++) {
      const wrapCount = Math.floor(x / GRID_COLUMNS)
      const shore = getCellContent(sea, x - wrapCount * GRID_COLUMNS, row)
      // Across the antimeridian, the line is shifted by a full turn to match the coast.
      if (
        shore >= 0 &&
        touchesShore(sea, shore, wrapCount * 360e6, minLongitude, maxLongitude, minLatitude, maxLatitude)
      )
        return true
    }
  }
  return false
}

function touchesShore(
  { shores, coast }: Pick<Sea, 'shores' | 'coast'>,
  shore: number,
  shift: number,
  west: number,
  max: number,
  south: number,
  top: number,
): boolean {
  const { edge } = shores
  const { latitude, longitude } = coast
  for (let index = shores.edgeFirst[shore], end = shores.edgeFirst[shore + 1]; index < end; index++) {
    const cx = longitude[edge[index]] + shift
    const dx = longitude[edge[index] + 1] + shift
    if ((cx < west && dx < west) || (cx > max && dx > max)) continue
    const cy = latitude[edge[index]]
    const dy = latitude[edge[index] + 1]
    if ((cy < south && dy < south) || (cy > top && dy > top)) continue
    for (let line = 0; line < 12; line += 4) {
      if (
        segmentsTouch(
          lineEndpoints[line],
          lineEndpoints[line + 1],
          lineEndpoints[line + 2],
          lineEndpoints[line + 3],
          cx,
          cy,
          dx,
          dy,
        )
      )
        return true
    }
  }
  return false
}

export function segmentsTouch(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
  return !((a > 0 && b > 0) || (a < 0 && b < 0))
}
