import { distanceNm, nearestTurn, RADIANS_PER_DEGREE } from '@fairway/geo'
import { forEachBit, subcellLatitude, subcellLongitude } from '../build/pools.ts'
import {
  CELLS_PER_DEGREE,
  DEGREES_PER_MICRODEGREE,
  decodeSquare,
  GRID_COLUMNS,
  GRID_ROWS,
  LAND_CELL,
  SUBCELLS_PER_CELL,
  toColumn,
  toRow,
  wrapColumn,
} from '../grid.ts'
import type { Sea } from '../schema.ts'
import { getCellContent } from './coast-crossing.ts'
import { readPoolRows } from './pool-rows.ts'

/** An endpoint of a route, with a position on navigable water and its distance from the requested position. */
export interface SnappedPoint {
  readonly latitude: number
  readonly longitude: number
  readonly node: number
  readonly snapDistanceNm: number
}

/** Share of the distance from the center of a square to its edge. Points outside the square are moved to this share. */
const EDGE_SHARE = 0.998

/** Finds the nearest navigable water or channel within the given number of nautical miles. */
export function snapToWater(
  sea: Sea,
  latitude: number,
  longitude: number,
  withinNm: number,
  accepts: (node: number) => boolean = () => true,
): SnappedPoint | undefined {
  const nearestWater = new NearestWater(sea, latitude, longitude, withinNm, accepts)
  tryChannels(sea, nearestWater)
  const column = toColumn(longitude)
  const row = toRow(latitude)
  const cellNm = 60 / CELLS_PER_DEGREE
  for (let ring = 0; (ring - 1) * cellNm < nearestWater.snapDistanceNm; ring++) {
    const longitudeScale = Math.cos(Math.min(89.5, Math.abs(latitude) + ring / CELLS_PER_DEGREE) * RADIANS_PER_DEGREE)
    const width = Math.min(GRID_COLUMNS / 2 - 1, Math.ceil(ring / longitudeScale))
    for (let dy = -ring; dy <= ring; dy++) {
      if (row + dy < 0 || row + dy >= GRID_ROWS) continue
      const isEdge = Math.abs(dy) === ring
      const innerWidth = ring === 0 ? 0 : Math.max(0, Math.ceil((ring - 1) / longitudeScale) - 1)
      for (let dx = -width; dx <= width; dx++) {
        // Inner rings have been searched, except at the sides, where they widen with the latitude.
        if (!isEdge && Math.abs(dx) < innerWidth) dx = innerWidth
        nearestWater.tryCell(wrapColumn((column + dx + GRID_COLUMNS) % GRID_COLUMNS), row + dy)
      }
    }
  }
  return nearestWater.match
}

class NearestWater {
  match: SnappedPoint | undefined
  snapDistanceNm: number
  private readonly sea: Sea
  readonly latitude: number
  private readonly longitude: number
  private readonly accepts: (node: number) => boolean

  constructor(sea: Sea, latitude: number, longitude: number, withinNm: number, accepts: (node: number) => boolean) {
    this.sea = sea
    this.latitude = latitude
    this.longitude = longitude
    this.snapDistanceNm = withinNm
    this.accepts = accepts
  }

  tryPoint(node: number, latitude: number, longitude: number): void {
    const snapDistanceNm = distanceNm(this.latitude, this.longitude, latitude, longitude)
    if (snapDistanceNm >= this.snapDistanceNm || !this.isAcceptable(node)) return
    this.snapDistanceNm = snapDistanceNm
    this.match = { node, latitude, longitude, snapDistanceNm }
  }

  isAcceptable(node: number): boolean {
    return this.sea.nodes.body[node] > 0 && this.accepts(node)
  }

  tryCell(column: number, row: number): void {
    const content = getCellContent(this.sea, column, row)
    if (content === LAND_CELL) return
    if (content < LAND_CELL) return this.trySquare(decodeSquare(content), column, row)
    const { nodeFirst } = this.sea.shores
    for (let pool = nodeFirst[content]; pool < nodeFirst[content + 1]; pool++) {
      if (!this.isAcceptable(pool)) continue
      const { rows } = readPoolRows(this.sea, pool)
      const cell = row * GRID_COLUMNS + column
      forEachBit(rows, (subrow, subcolumn) => {
        this.tryPoint(
          pool,
          ...this.clampToSquare(subcellLatitude(cell, subrow), subcellLongitude(cell, subcolumn), SUBCELLS_PER_CELL),
        )
      })
    }
  }

  /** Tries a cell of open water. If the cell contains the requested position, that position is used. */
  private trySquare(node: number, column: number, row: number): void {
    const latitude = (row + 0.5) / CELLS_PER_DEGREE - 90
    const longitude = (column + 0.5) / CELLS_PER_DEGREE - 180
    this.tryPoint(node, ...this.clampToSquare(latitude, longitude, 1))
  }

  /** Returns the point of a square, given by its center, that is closest to the requested position. */
  private clampToSquare(latitude: number, longitude: number, perCell: number): [number, number] {
    const halfSize = 0.5 / (CELLS_PER_DEGREE * perCell)
    return [
      clampToRange(this.latitude, latitude, halfSize),
      clampToRange(nearestTurn(this.longitude, longitude), longitude, halfSize),
    ]
  }
}

/**
 * Clamps a value to a range. Values inside are unchanged, including the edge that belongs to the square. Other values
 * move just inside.
 */
function clampToRange(value: number, middle: number, halfSize: number): number {
  if (value >= middle - halfSize && (value < middle + halfSize || value === 90)) return value
  return Math.max(middle - halfSize * EDGE_SHARE, Math.min(middle + halfSize * EDGE_SHARE, value))
}

function tryChannels(sea: Sea, nearestWater: NearestWater): void {
  const { latitude, longitude } = sea.nodes
  const first = sea.channels.nodeFirst[0] ?? latitude.length
  for (let node = first; node < latitude.length; node++) {
    if (Math.abs(latitude[node] * DEGREES_PER_MICRODEGREE - nearestWater.latitude) > nearestWater.snapDistanceNm / 59)
      continue
    nearestWater.tryPoint(node, latitude[node] * DEGREES_PER_MICRODEGREE, longitude[node] * DEGREES_PER_MICRODEGREE)
  }
}
