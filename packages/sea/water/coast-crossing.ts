import { CELLS_PER_DEGREE, COLUMNS, eachSquare, ROWS, TILE_CELLS, TILE_COLUMNS } from '../grid.ts'
import type { Sea } from '../schema.ts'

/** What lies in a cell: the number of a shore, LAND, or a square of open water. */
export function contentAt({ tiles, cells }: Pick<Sea, 'tiles' | 'cells'>, column: number, row: number): number {
  const tile = tiles.content[(row >> 5) * TILE_COLUMNS + (column >> 5)]
  if (tile < 0) return tile
  return cells.content[(tile * TILE_CELLS + (row & 31)) * TILE_CELLS + (column & 31)]
}

/**
 * Whether a short line, straight on the chart, touches the coast. Exact: millionths of a degree are whole numbers, and
 * the products of their differences within a cell are exact in doubles. Touching counts.
 */
export function touchesCoast(
  sea: Pick<Sea, 'tiles' | 'cells' | 'shores' | 'coast'>,
  latA: number,
  lonA: number,
  latB: number,
  lonB: number,
): boolean {
  const { edgeFirst, edge } = sea.shores
  const { latitude, longitude } = sea.coast
  const ay = Math.round(latA * 1e6)
  const by = Math.round(latB * 1e6)
  const ax = Math.round(lonA * 1e6)
  const bx = Math.round(lonB * 1e6)
  const scale = CELLS_PER_DEGREE * 1e-6
  return eachSquare((ax + 180e6) * scale, (ay + 90e6) * scale, (bx + 180e6) * scale, (by + 90e6) * scale, (x, y) => {
    const turn = Math.floor(x / COLUMNS)
    const shore = contentAt(sea, x - turn * COLUMNS, Math.max(0, Math.min(ROWS - 1, y)))
    if (shore < 0) return false
    // Beyond the antimeridian the coast is where it is, and the line comes to it.
    const shift = turn * 360e6
    for (let at = edgeFirst[shore]; at < edgeFirst[shore + 1]; at++) {
      const from = edge[at]
      if (
        segmentsTouch(
          ax - shift,
          ay,
          bx - shift,
          by,
          longitude[from],
          latitude[from],
          longitude[from + 1],
          latitude[from + 1],
        )
      ) {
        return true
      }
    }
    return false
  })
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
