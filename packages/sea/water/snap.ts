import { distanceNm, nearestTurn, RADIANS } from '@fairway/geo'
import { eachBit, subcellLatitude, subcellLongitude } from '../build/pools.ts'
import {
  CELLS_PER_DEGREE,
  COLUMNS,
  columnOf,
  LAND,
  MICRO,
  ROWS,
  rowOf,
  SUBCELLS,
  squareOf,
  wrapColumn,
} from '../grid.ts'
import type { Sea } from '../schema.ts'
import { contentAt } from './coast-crossing.ts'
import { rowsOf } from './pool-rows.ts'

/** An endpoint of a route: a position on navigable water, and its distance from the requested position. */
export interface Snapped {
  readonly latitude: number
  readonly longitude: number
  readonly node: number
  readonly offNm: number
}

/** Points outside a square are moved into it, to this share of the distance from its center to its edge. */
const INSIDE = 0.998

/** The nearest navigable water or channel within the given miles. */
export function snapToWater(
  sea: Sea,
  latitude: number,
  longitude: number,
  withinNm: number,
  accepts: (node: number) => boolean = () => true,
): Snapped | undefined {
  const best = new Best(sea, latitude, longitude, withinNm, accepts)
  tryChannels(sea, best)
  const column = columnOf(longitude)
  const row = rowOf(latitude)
  const cellNm = 60 / CELLS_PER_DEGREE
  for (let ring = 0; (ring - 1) * cellNm < best.offNm; ring++) {
    const across = Math.cos(Math.min(89.5, Math.abs(latitude) + ring / CELLS_PER_DEGREE) * RADIANS)
    const width = Math.min(COLUMNS / 2 - 1, Math.ceil(ring / across))
    for (let dy = -ring; dy <= ring; dy++) {
      if (row + dy < 0 || row + dy >= ROWS) continue
      const isEdge = Math.abs(dy) === ring
      const inner = ring === 0 ? 0 : Math.max(0, Math.ceil((ring - 1) / across) - 1)
      for (let dx = -width; dx <= width; dx++) {
        // Inner rings have been searched, except at the sides, where they widen with the latitude.
        if (!isEdge && Math.abs(dx) < inner) dx = inner
        best.tryCell(wrapColumn((column + dx + COLUMNS) % COLUMNS), row + dy)
      }
    }
  }
  return best.found
}

class Best {
  found: Snapped | undefined
  offNm: number
  private readonly sea: Sea
  readonly latitude: number
  private readonly longitude: number
  private readonly accepts: (node: number) => boolean

  constructor(sea: Sea, latitude: number, longitude: number, withinNm: number, accepts: (node: number) => boolean) {
    this.sea = sea
    this.latitude = latitude
    this.longitude = longitude
    this.offNm = withinNm
    this.accepts = accepts
  }

  tryPoint(node: number, latitude: number, longitude: number): void {
    const offNm = distanceNm(this.latitude, this.longitude, latitude, longitude)
    if (offNm >= this.offNm || !this.isGood(node)) return
    this.offNm = offNm
    this.found = { node, latitude, longitude, offNm }
  }

  isGood(node: number): boolean {
    return this.sea.nodes.body[node] > 0 && this.accepts(node)
  }

  tryCell(column: number, row: number): void {
    const content = contentAt(this.sea, column, row)
    if (content === LAND) return
    if (content < LAND) return this.trySquare(squareOf(content), column, row)
    const { nodeFirst } = this.sea.shores
    for (let pool = nodeFirst[content]; pool < nodeFirst[content + 1]; pool++) {
      if (!this.isGood(pool)) continue
      const { rows } = rowsOf(this.sea, pool)
      const cell = row * COLUMNS + column
      eachBit(rows, (subrow, subcolumn) => {
        this.tryPoint(pool, ...this.within(subcellLatitude(cell, subrow), subcellLongitude(cell, subcolumn), SUBCELLS))
      })
    }
  }

  /** Tries a cell of open water. Uses the requested position itself if it lies there. */
  private trySquare(node: number, column: number, row: number): void {
    const latitude = (row + 0.5) / CELLS_PER_DEGREE - 90
    const longitude = (column + 0.5) / CELLS_PER_DEGREE - 180
    this.tryPoint(node, ...this.within(latitude, longitude, 1))
  }

  /** The point of a square, given by its center, that is closest to the requested position. */
  private within(latitude: number, longitude: number, perCell: number): [number, number] {
    const half = 0.5 / (CELLS_PER_DEGREE * perCell)
    return [into(this.latitude, latitude, half), into(nearestTurn(this.longitude, longitude), longitude, half)]
  }
}

/** Values inside stay unchanged, including the edge that belongs to the square. Others move just inside. */
function into(value: number, middle: number, half: number): number {
  if (value >= middle - half && (value < middle + half || value === 90)) return value
  return Math.max(middle - half * INSIDE, Math.min(middle + half * INSIDE, value))
}

function tryChannels(sea: Sea, best: Best): void {
  const { latitude, longitude } = sea.nodes
  const first = sea.channels.nodeFirst[0] ?? latitude.length
  for (let node = first; node < latitude.length; node++) {
    if (Math.abs(latitude[node] * MICRO - best.latitude) > best.offNm / 59) continue
    best.tryPoint(node, latitude[node] * MICRO, longitude[node] * MICRO)
  }
}
