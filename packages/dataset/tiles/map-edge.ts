import {
  type ShapeDrawer,
  type TileId,
  type TileLayer,
  toLatitude,
  toLongitude,
  toWorldX,
  toWorldY,
} from '@fairway/geo'
import type { RoadNetwork } from '@fairway/road'

/**
 * Land just outside a map, as points of a grid. Styles cover these points with blurred circles in the color of the
 * ground, so that roads fade out at the edge of the map. The edge is derived from the roads, because an extract does
 * not contain its boundary.
 */
export interface MapEdge {
  /** World coordinates of the points. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Radius of the circles, as a fraction of the world's width. */
  readonly radius: number
}

/** Number of cells along the longer side of the map. */
const CELLS_PER_SIDE = 32
/** Number of empty cells around the map. */
const MARGIN_CELLS = 4
/**
 * Half the width of the largest gap that counts as part of the map, in cells. Gaps inside a map are forests, deserts
 * and lakes.
 */
const CLOSED_CELLS = 2
const RADIUS_CELLS = 2
const PIXELS_PER_TILE = 512
const MIN_ZOOM = 6
/** Maximum radius of a circle, in pixels. Larger circles would extend across tiles that are not loaded. */
const MAX_RADIUS_PIXELS = 300
const MICRODEGREES_PER_DEGREE = 1e6

export function buildMapEdge(
  { shapeLatitude, shapeLongitude }: Pick<RoadNetwork['edges'], 'shapeLatitude' | 'shapeLongitude'>,
  isWater: (x: number, y: number) => boolean,
): MapEdge {
  const count = shapeLatitude.length
  const [columns, rows] = [new Float64Array(count), new Float64Array(count)]
  let [west, north, east, south] = [2, 2, -1, -1]
  for (let i = 0; i < count; i++) {
    columns[i] = toWorldX(shapeLongitude[i])
    rows[i] = toWorldY(shapeLatitude[i])
    west = Math.min(west, columns[i])
    east = Math.max(east, columns[i])
    north = Math.min(north, rows[i])
    south = Math.max(south, rows[i])
  }
  const cell = Math.max(east - west, south - north) / CELLS_PER_SIDE
  // No edge is drawn if the map has no roads, or if it crosses the antimeridian and has roads at both ends of the
  // world.
  if (!(cell > 0) || east - west > 0.5) return { x: new Float64Array(0), y: new Float64Array(0), radius: 0 }
  const origin = { x: west - MARGIN_CELLS * cell, y: north - MARGIN_CELLS * cell }
  const coveredCells = new Grid(
    Math.ceil((east - west) / cell) + 2 * MARGIN_CELLS,
    Math.ceil((south - north) / cell) + 2 * MARGIN_CELLS,
  )
  for (let i = 0; i < count; i++)
    coveredCells.set(Math.floor((columns[i] - origin.x) / cell), Math.floor((rows[i] - origin.y) / cell))
  const water = new Grid(coveredCells.width, coveredCells.height)
  water.fill((column, row) => isWater(origin.x + (column + 0.5) * cell, origin.y + (row + 0.5) * cell))
  const outsideCells = coveredCells.grow(CLOSED_CELLS).invert().grow(CLOSED_CELLS).listReachable()
  const nearMap = coveredCells.grow(2)
  const nearWater = water.grow(1)
  const cells = outsideCells.list().filter(([column, row]) => nearMap.has(column, row) && !nearWater.has(column, row))
  return {
    x: Float64Array.from(cells, ([column]) => origin.x + (column + 0.5) * cell),
    y: Float64Array.from(cells, ([, row]) => origin.y + (row + 0.5) * cell),
    radius: RADIUS_CELLS * cell,
  }
}

export function drawMapEdge(drawer: ShapeDrawer, layer: TileLayer, { x, y, radius }: MapEdge, { z }: TileId): void {
  const radiusPixels = radius * PIXELS_PER_TILE
  if (z < MIN_ZOOM || radiusPixels * 2 ** z > MAX_RADIUS_PIXELS) return
  const tags = layer.encodeTags({ radius: radiusPixels })
  for (let i = 0; i < x.length; i++)
    drawer.drawPoint(layer, tags, [
      toLatitude(y[i]) / MICRODEGREES_PER_DEGREE,
      toLongitude(x[i]) / MICRODEGREES_PER_DEGREE,
    ])
}

class Grid {
  readonly width: number
  readonly height: number
  private readonly cells: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.cells = new Uint8Array(width * height)
  }

  has(column: number, row: number): boolean {
    return (
      column >= 0 && column < this.width && row >= 0 && row < this.height && this.cells[row * this.width + column] === 1
    )
  }

  set(column: number, row: number): void {
    if (column >= 0 && column < this.width && row >= 0 && row < this.height) this.cells[row * this.width + column] = 1
  }

  fill(isSet: (column: number, row: number) => boolean): void {
    for (let row = 0; row < this.height; row++)
      for (let column = 0; column < this.width; column++) if (isSet(column, row)) this.set(column, row)
  }

  list(): (readonly [column: number, row: number])[] {
    return [...this.cells.keys()]
      .filter((index) => this.cells[index] === 1)
      .map((index) => [index % this.width, Math.floor(index / this.width)])
  }

  invert(): Grid {
    const grid = new Grid(this.width, this.height)
    grid.fill((column, row) => !this.has(column, row))
    return grid
  }

  /** Returns the grid extended by all cells within this distance. */
  grow(distance: number): Grid {
    const grid = new Grid(this.width, this.height)
    for (const [column, row] of this.list())
      for (let dy = -distance; dy <= distance; dy++)
        for (let dx = -distance; dx <= distance; dx++) grid.set(column + dx, row + dy)
    return grid
  }

  /** Returns the cells of this grid that are connected to the first cell, which is in a corner outside the map. */
  listReachable(): Grid {
    const grid = new Grid(this.width, this.height)
    const open: [number, number][] = [[0, 0]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [column, row] = next
      if (!this.has(column, row) || grid.has(column, row)) continue
      grid.set(column, row)
      open.push([column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1])
    }
    return grid
  }
}
