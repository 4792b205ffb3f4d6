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
import { Grid } from './grid.ts'
import { buildMapArea, isInArea, type MapArea, noArea } from './map-area.ts'
import { buildMapBorder, drawMapBorder, type MapBorder, noBorder } from './map-border.ts'
import { MAX_ZOOM } from './road-zooms.ts'

/**
 * Land just outside a map. At low zoom levels, styles cover the points of a grid with blurred circles in the color of
 * the ground, so that roads fade out at the edge of the map. At higher zoom levels, they draw a blurred line along the
 * border. Both are derived from the roads, because an extract does not contain its boundary.
 */
export interface MapEdge {
  /** World coordinates of the points. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Radius of the circles, as a fraction of the world's width. */
  readonly radius: number
  readonly border: MapBorder
  /** Area of the map. The edge of a map is not drawn where another map continues. */
  readonly area: MapArea
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
/**
 * Maximum radius of a circle, in pixels. Larger circles would fade too much of the map, and they would extend across
 * tiles that are not loaded.
 */
const MAX_RADIUS_PIXELS = 150
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
  if (!(cell > 0) || east - west > 0.5)
    return { x: new Float64Array(0), y: new Float64Array(0), radius: 0, border: noBorder, area: noArea }
  const origin = { x: west - MARGIN_CELLS * cell, y: north - MARGIN_CELLS * cell }
  const coveredCells = new Grid(
    Math.ceil((east - west) / cell) + 2 * MARGIN_CELLS,
    Math.ceil((south - north) / cell) + 2 * MARGIN_CELLS,
  )
  for (let i = 0; i < count; i++)
    coveredCells.set(Math.floor((columns[i] - origin.x) / cell), Math.floor((rows[i] - origin.y) / cell))
  const water = new Grid(coveredCells.width, coveredCells.height)
  water.fill((column, row) => isWater(origin.x + (column + 0.5) * cell, origin.y + (row + 0.5) * cell))
  const outsideCells = coveredCells.grow(CLOSED_CELLS).invert().grow(CLOSED_CELLS).listReachable(0, 0)
  const insideCells = outsideCells.invert()
  const nearMap = coveredCells.grow(2)
  const nearWater = water.grow(1)
  const cells = outsideCells.list().filter(([column, row]) => nearMap.has(column, row) && !nearWater.has(column, row))
  return {
    x: Float64Array.from(cells, ([column]) => origin.x + (column + 0.5) * cell),
    y: Float64Array.from(cells, ([, row]) => origin.y + (row + 0.5) * cell),
    radius: RADIUS_CELLS * cell,
    border: buildMapBorder({ x: columns, y: rows }, cell, isWater),
    area: buildMapArea(insideCells, origin, cell),
  }
}

/** Draws the edge of a map, except where one of the other maps continues. */
export function drawMapEdge(
  drawer: ShapeDrawer,
  layer: TileLayer,
  edge: MapEdge,
  otherAreas: readonly MapArea[],
  tile: TileId,
): void {
  const { x, y, radius } = edge
  const radiusPixels = radius * PIXELS_PER_TILE
  if (tile.z < MIN_ZOOM) return
  const isInOther = (worldX: number, worldY: number) => otherAreas.some((area) => isInArea(area, worldX, worldY))
  // Clients enlarge the tiles of the highest zoom level, so circles in them would become too large even for small maps.
  if (tile.z === MAX_ZOOM || radiusPixels * 2 ** tile.z > MAX_RADIUS_PIXELS)
    return drawMapBorder(layer, edge.border, isInOther, tile)
  const tags = layer.encodeTags({ radius: radiusPixels })
  for (let i = 0; i < x.length; i++) {
    if (circleSamples.some(([dx, dy]) => isInOther(x[i] + dx * radius, y[i] + dy * radius))) continue
    drawer.drawPoint(layer, tags, [
      toLatitude(y[i]) / MICRODEGREES_PER_DEGREE,
      toLongitude(x[i]) / MICRODEGREES_PER_DEGREE,
    ])
  }
}

/** Points of a circle in which another map may continue, in multiples of the radius. */
const circleSamples = [
  [0, 0],
  [0.5, 0],
  [-0.5, 0],
  [0, 0.5],
  [0, -0.5],
] as const
