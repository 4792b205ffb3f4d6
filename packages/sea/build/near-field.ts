import { nearestTurn, RADIANS_PER_DEGREE } from '@fairway/geo'
import {
  CELLS_PER_DEGREE,
  DEGREES_PER_MICRODEGREE,
  GRID_COLUMNS,
  GRID_ROWS,
  SUBCELLS_PER_CELL,
  wrapColumn,
} from '../grid.ts'
import { NEAR_FIELD_MAX_NM, NEAR_UNITS_PER_NM } from '../schema.ts'
import type { CoastRings } from './coast-rings.ts'
import type { ShoreCells } from './shore-cells.ts'
import { approximateNm, cosineOfLatitude } from './short-distance.ts'
import { propagateNearest } from './spread-nearest.ts'

const TILE_SIZE = 16
const TILE_COLUMNS = GRID_COLUMNS / TILE_SIZE
/** Offsets from a cell to its neighbors, row by row. */
const neighborOffsets = [-TILE_SIZE - 1, -TILE_SIZE, -TILE_SIZE + 1, -1, 1, TILE_SIZE - 1, TILE_SIZE, TILE_SIZE + 1]

/** Computes distances from cell centers to a nearby coast. The distance is 0 on land. */
export function buildNearField(
  rings: CoastRings,
  shores: ShoreCells,
  water: Uint16Array,
  isWater: (column: number, row: number) => boolean,
) {
  const { tile, tileAt } = listTiles(shores.cell)
  const size = tileAt.length * TILE_SIZE * TILE_SIZE
  const firstColumn = Int32Array.from(tileAt, (number) => (number % TILE_COLUMNS) * TILE_SIZE)
  const firstRow = Int32Array.from(tileAt, (number) => Math.floor(number / TILE_COLUMNS) * TILE_SIZE)
  const columnAt = (index: number) => firstColumn[index >> 8] + (index & 15)
  const rowAt = (index: number) => firstRow[index >> 8] + ((index >> 4) & 15)
  const indexAt = (column: number, row: number) => {
    const tileIndex = tile[(row >> 4) * TILE_COLUMNS + (column >> 4)]
    return tileIndex < 0 ? -1 : tileIndex * 256 + (row & 15) * TILE_SIZE + (column & 15)
  }
  const middleLatitude = (index: number) => (rowAt(index) + 0.5) / CELLS_PER_DEGREE - 90
  const middleLongitude = (index: number) => (columnAt(index) + 0.5) / CELLS_PER_DEGREE - 180
  const distance = new Float32Array(size).fill(Number.POSITIVE_INFINITY)
  const nearestLatitude = new Float32Array(size)
  const nearestLongitude = new Float32Array(size)
  for (let shore = 0; shore < shores.cell.length; shore++) {
    const index = indexAt(shores.cell[shore] % GRID_COLUMNS, Math.floor(shores.cell[shore] / GRID_COLUMNS))
    for (let next = shores.edgeFirst[shore]; next < shores.edgeFirst[shore + 1]; next++) {
      const nearest = findNearestOnEdge(rings, shores.edge[next], middleLatitude(index), middleLongitude(index))
      if (nearest.nm >= distance[index]) continue
      distance[index] = nearest.nm
      nearestLatitude[index] = nearest.latitude
      nearestLongitude[index] = nearest.longitude
    }
  }
  const isWet = new Uint8Array(size)
  for (let index = 0; index < size; index++) if (isWater(columnAt(index), rowAt(index))) isWet[index] = 1
  const listNeighbors = (index: number, neighbors: Int32Array) => {
    const x = index & 15
    const y = (index >> 4) & 15
    if (x > 0 && x < TILE_SIZE - 1 && y > 0 && y < TILE_SIZE - 1) {
      let neighborCount = 0
      for (let step = 0; step < 8; step++) {
        const neighbor = index + neighborOffsets[step]
        if (isWet[neighbor] === 1) neighbors[neighborCount++] = neighbor
      }
      return neighborCount
    }
    const column = columnAt(index)
    const row = rowAt(index)
    let count = 0
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if ((dx === 0 && dy === 0) || row + dy < 0 || row + dy >= GRID_ROWS) continue
        const neighbor = indexAt(wrapColumn(column + dx), row + dy)
        if (neighbor >= 0 && isWet[neighbor] === 1) neighbors[count++] = neighbor
      }
    }
    return count
  }
  const field = {
    latitude: Float64Array.from({ length: GRID_ROWS }, (_, row) => (row + 0.5) / CELLS_PER_DEGREE - 90),
    longitude: middleLongitude,
    rowOf: rowAt,
    around: listNeighbors,
    nearestLatitude,
    nearestLongitude,
    distance,
  }
  propagateNearest(field, NEAR_FIELD_MAX_NM)
  const distanceUnits = new Uint8Array(size)
  for (let index = 0; index < size; index++) {
    if (isWet[index] === 1) distanceUnits[index] = Math.min(255, distance[index] * NEAR_UNITS_PER_NM)
  }
  removeShoresFromLand(shores, water, indexAt, distanceUnits)
  return { tile, distance: distanceUnits }
}

/** Lists half-degree tiles with a shore within reach. */
function listTiles(cells: Uint32Array): { tile: Int32Array; tileAt: number[] } {
  const tile = new Int32Array(TILE_COLUMNS * (GRID_ROWS / TILE_SIZE)).fill(-1)
  const tileAt: number[] = []
  const add = (column: number, row: number) => {
    const number = (row >> 4) * TILE_COLUMNS + (column >> 4)
    if (tile[number] < 0) tile[number] = tileAt.push(number) - 1
  }
  const reachCells = Math.ceil((NEAR_FIELD_MAX_NM / 60) * CELLS_PER_DEGREE)
  for (const cell of cells) {
    const row = Math.floor(cell / GRID_COLUMNS)
    const latitude = Math.abs((row + 0.5) / CELLS_PER_DEGREE - 90)
    const columnReach = Math.min(
      GRID_COLUMNS / 4,
      Math.ceil(reachCells / Math.cos(Math.min(89, latitude) * RADIANS_PER_DEGREE)),
    )
    for (let y = Math.max(0, row - reachCells); y <= Math.min(GRID_ROWS - 1, row + reachCells); y += reachCells) {
      for (let x = -columnReach; x <= columnReach; x += Math.min(TILE_SIZE - 1, columnReach))
        add(((cell % GRID_COLUMNS) + x + GRID_COLUMNS) % GRID_COLUMNS, y)
    }
  }
  return { tile, tileAt }
}

function findNearestOnEdge({ latitude, longitude }: CoastRings, edge: number, lat: number, lon: number) {
  const longitudeScale = Math.cos(lat * RADIANS_PER_DEGREE)
  const x = (nearestTurn(longitude[edge] * DEGREES_PER_MICRODEGREE, lon) - lon) * longitudeScale
  const y = latitude[edge] * DEGREES_PER_MICRODEGREE - lat
  const dx = (longitude[edge + 1] - longitude[edge]) * DEGREES_PER_MICRODEGREE * longitudeScale
  const dy = (latitude[edge + 1] - latitude[edge]) * DEGREES_PER_MICRODEGREE
  const squaredLength = dx * dx + dy * dy
  const fraction = squaredLength === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / squaredLength))
  const nearestLatitude = lat + y + dy * fraction
  const nearestLongitude = lon + (longitudeScale === 0 ? 0 : (x + dx * fraction) / longitudeScale)
  return {
    latitude: nearestLatitude,
    longitude: nearestLongitude,
    nm: approximateNm(lat, lon, longitudeScale, nearestLatitude, nearestLongitude, cosineOfLatitude(nearestLatitude)),
  }
}

function removeShoresFromLand(
  { cell }: ShoreCells,
  water: Uint16Array,
  indexAt: (column: number, row: number) => number,
  units: Uint8Array,
): void {
  const middle = SUBCELLS_PER_CELL / 2
  for (let shore = 0; shore < cell.length; shore++) {
    const isWet = (water[shore * SUBCELLS_PER_CELL + middle] >> middle) & 1
    if (!isWet) units[indexAt(cell[shore] % GRID_COLUMNS, Math.floor(cell[shore] / GRID_COLUMNS))] = 0
  }
}
