import type { RoadMap } from '../map.ts'
import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { ShapeOwners } from '../snap/shape-owners.ts'
import { findSlot, type Grid } from '../snap/snap-index.ts'
import { type AreaShape, edgeTouches, type Ring, segmentTouches, toShape } from './area-shape.ts'

/**
 * Margin around the area, in microdegrees. Rounding may put a point on the border between two cells into either cell.
 */
const BORDER_MICRODEGREES = 1

/**
 * Returns the edges that touch an area, in ascending order. Only the grid cells under the area's bounding box are
 * checked, because a feed may contain thousands of areas, most of them smaller than a village.
 */
export function edgesTouching(map: Pick<RoadMap, 'network' | 'snapIndex'>, ring: Ring): number[] {
  const { network, snapIndex } = map
  const { edges } = network
  const shape = toShape(ring)
  const cells = cellsUnder(snapIndex.grid, shape)
  const cellCount = cells.reduce((sum, { lastRow, row, lastColumn, column }) => {
    return sum + (lastRow - row + 1) * (lastColumn - column + 1)
  }, 0)
  // For a huge area, such as that of a country-wide weather warning, scanning all edges is cheaper than visiting every
  // cell.
  if (cellCount > edges.count) return listEdges(edges.count).filter((edge) => edgeTouches(shape, edges, edge))
  const touchedEdges = new Set<number>()
  for (const block of cells) {
    for (let row = block.row; row <= block.lastRow; row++) {
      for (let column = block.column; column <= block.lastColumn; column++) {
        searchCell(map, shape, row * snapIndex.grid.columns + column, touchedEdges)
      }
    }
  }
  for (const edge of edgesOffGrid(network)) if (edgeTouches(shape, edges, edge)) touchedEdges.add(edge)
  return [...touchedEdges].sort((a, b) => a - b)
}

function searchCell(
  { network: { edges }, snapIndex }: Pick<RoadMap, 'network' | 'snapIndex'>,
  shape: AreaShape,
  cell: number,
  touchedEdges: Set<number>,
): void {
  const { slotCell, segmentFirst, segment } = snapIndex
  const slot = findSlot(slotCell, cell)
  if (slotCell[slot] !== cell) return
  const shapeOwners = ShapeOwners.of(edges)
  for (let i = segmentFirst[slot], end = segmentFirst[slot + 1]; i < end; i++) {
    const edge = shapeOwners.edgeOf(segment[i])
    if (!touchedEdges.has(edge) && segmentTouches(shape, edges, segment[i])) touchedEdges.add(edge)
  }
}

/** A block of grid cells with inclusive row and column bounds. */
interface CellBlock {
  readonly row: number
  readonly lastRow: number
  readonly column: number
  readonly lastColumn: number
}

/**
 * Returns the blocks of grid cells under an area. An area that crosses the antimeridian covers two blocks, and the
 * second one is shifted by 360 degrees.
 */
function cellsUnder({ south, west, cellLatitude, cellLongitude, rows, columns }: Grid, shape: AreaShape): CellBlock[] {
  const row = Math.max(0, Math.floor((shape.south - BORDER_MICRODEGREES - south) / cellLatitude))
  const lastRow = Math.min(rows - 1, Math.floor((shape.north + BORDER_MICRODEGREES - south) / cellLatitude))
  if (!(row <= lastRow)) return []
  return [-360e6, 0, 360e6].flatMap((turn) => {
    const column = Math.max(0, Math.floor((shape.west - BORDER_MICRODEGREES + turn - west) / cellLongitude))
    const lastColumn = Math.min(
      columns - 1,
      Math.floor((shape.east + BORDER_MICRODEGREES + turn - west) / cellLongitude),
    )
    return column <= lastColumn ? [{ row, lastRow, column, lastColumn }] : []
  })
}

const offGridEdges = new WeakMap<RoadNetwork, readonly number[]>()

/**
 * Returns the edges that are not in the grid. The grid omits ferries and similar roads, because points cannot be
 * snapped to them. A map has only a few of these roads.
 */
function edgesOffGrid(network: RoadNetwork): readonly number[] {
  const cachedEdges = offGridEdges.get(network)
  if (cachedEdges) return cachedEdges
  const { edges, arcs } = network
  const isOffGrid = (arc: number) => arc === NO_ID || (arcs.flags[arc] & ArcFlag.noSnap) !== 0
  const unsnappableEdges = listEdges(edges.count).filter(
    (edge) => isOffGrid(edges.arc[2 * edge]) && isOffGrid(edges.arc[2 * edge + 1]),
  )
  offGridEdges.set(network, unsnappableEdges)
  return unsnappableEdges
}

function listEdges(count: number): number[] {
  return Array.from({ length: count }, (_, edge) => edge)
}
