import { TILE_BUFFER, TILE_EXTENT, tileNumber, toWorldX, toWorldY } from '@fairway/geo'
import { DriveRecord, NO_ID, type RoadNetwork } from '@fairway/road'
import { MAX_ZOOM, minZoomOfEdge } from './road-zooms.ts'

/** The edges in each tile of one zoom level, including the tile buffer. */
export interface RoadCells {
  readonly zoom: number
  /** Tile numbers in ascending order. */
  readonly cell: Uint32Array
  /** Start of the edges of each cell. Cell c contains the edges from first[c] up to first[c + 1] (exclusive). */
  readonly first: Uint32Array
  readonly edge: Uint32Array
}

/** Builds the cells of edges whose minimum zoom level is in this range. */
export function buildRoadCells(network: RoadNetwork, zoom: number, fromZoom: number, toZoom: number): RoadCells {
  const cellEdgePairs = new CellEdgePairs()
  const tileCount = 2 ** zoom
  const margin = TILE_BUFFER / TILE_EXTENT
  const box = new Int32Array(4)
  for (let edge = 0; edge < network.edges.count; edge++) {
    const minZoom = minZoomOfEdge(network, edge)
    if (minZoom < fromZoom || minZoom > toZoom || !readEdgeBox(network, edge, box)) continue
    const [south, west, north, east] = box
    // Edges across the antimeridian are rare, so each is simply assigned to every column of its row.
    const left = clampColumn(Math.floor(toWorldX(west) * tileCount - margin), tileCount)
    const right = clampColumn(Math.floor(toWorldX(east) * tileCount + margin), tileCount)
    const top = clampColumn(Math.floor(toWorldY(north) * tileCount - margin), tileCount)
    const bottom = clampColumn(Math.floor(toWorldY(south) * tileCount + margin), tileCount)
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) cellEdgePairs.add(tileNumber({ z: zoom, x, y }), edge)
    }
  }
  return { zoom, ...cellEdgePairs.finish() }
}

/**
 * Computes the south, west, north and east bounds of an edge. Returns false if the edge is closed in both directions.
 */
export function readEdgeBox({ edges, arcs }: RoadNetwork, edge: number, box: Int32Array): boolean {
  const forwardArc = edges.arc[2 * edge]
  const arc = forwardArc === NO_ID ? edges.arc[2 * edge + 1] : forwardArc
  if (arc === NO_ID) return false
  const base = arc * DriveRecord.SIZE
  box[0] = arcs.drive[base + DriveRecord.SOUTH]
  box[1] = arcs.drive[base + DriveRecord.WEST]
  box[2] = arcs.drive[base + DriveRecord.NORTH]
  box[3] = arcs.drive[base + DriveRecord.EAST]
  return true
}

/** Returns the edges of the cell that contains a tile at the same or a higher zoom level. */
export function listEdgesInTile({ zoom, cell, first, edge }: RoadCells, z: number, x: number, y: number): Uint32Array {
  const zoomFactor = 2 ** (Math.min(z, MAX_ZOOM) - zoom)
  const tile = tileNumber({ z: zoom, x: Math.floor(x / zoomFactor), y: Math.floor(y / zoomFactor) })
  let low = 0
  let high = cell.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cell[middle] < tile) low = middle + 1
    else high = middle
  }
  return cell[low] === tile ? edge.subarray(first[low], first[low + 1]) : edge.subarray(0, 0)
}

function clampColumn(column: number, tiles: number): number {
  return column < 0 ? 0 : column >= tiles ? tiles - 1 : column
}

/** Pairs of cell and edge, which are sorted by cell later. */
class CellEdgePairs {
  private cell = new Uint32Array(1 << 16)
  private edge = new Uint32Array(1 << 16)
  private length = 0

  add(cell: number, edge: number): void {
    if (this.length === this.cell.length) {
      this.cell = doubleCapacity(this.cell)
      this.edge = doubleCapacity(this.edge)
    }
    this.cell[this.length] = cell
    this.edge[this.length++] = edge
  }

  finish(): Omit<RoadCells, 'zoom'> {
    const cells = this.cell.slice(0, this.length).sort()
    let count = 0
    for (let i = 0; i < cells.length; i++) if (i === 0 || cells[i] !== cells[i - 1]) cells[count++] = cells[i]
    const cell = cells.slice(0, count)
    const indexByCell = new Map<number, number>()
    for (let cellIndex = 0; cellIndex < count; cellIndex++) indexByCell.set(cell[cellIndex], cellIndex)
    const first = new Uint32Array(count + 1)
    const cellIndex = new Uint32Array(this.length)
    for (let i = 0; i < this.length; i++) {
      cellIndex[i] = indexByCell.get(this.cell[i]) as number
      first[cellIndex[i] + 1]++
    }
    for (let i = 0; i < count; i++) first[i + 1] += first[i]
    const next = first.slice(0, count)
    const edge = new Uint32Array(this.length)
    for (let i = 0; i < this.length; i++) edge[next[cellIndex[i]]++] = this.edge[i]
    return { cell, first, edge }
  }
}

function doubleCapacity(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const largerArray = new Uint32Array(array.length * 2)
  largerArray.set(array)
  return largerArray
}
