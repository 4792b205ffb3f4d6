import { distanceNm } from '@fairway/geo'
import { CELLS_PER_DEGREE, GRID_COLUMNS } from '../grid.ts'
import { propagateNearest } from './spread-nearest.ts'

const SQUARES_PER_DEGREE = 4
const SQUARE_COLUMNS = 360 * SQUARES_PER_DEGREE
const SQUARE_ROWS = 180 * SQUARES_PER_DEGREE
const CELLS_PER_SQUARE = CELLS_PER_DEGREE / SQUARES_PER_DEGREE
const MAX_DISTANCE_NM = 280

/**
 * Computes a lower bound on the distance to any coast for each quarter-degree square. The bound applies to all points
 * of the square.
 */
export function buildFarField(shoreCells: Uint32Array): Uint8Array {
  const size = SQUARE_COLUMNS * SQUARE_ROWS
  const latitude = (square: number) => (Math.floor(square / SQUARE_COLUMNS) + 0.5) / SQUARES_PER_DEGREE - 90
  const longitude = (square: number) => ((square % SQUARE_COLUMNS) + 0.5) / SQUARES_PER_DEGREE - 180
  const distance = new Float32Array(size).fill(Number.POSITIVE_INFINITY)
  const nearestLatitude = new Float32Array(size)
  const nearestLongitude = new Float32Array(size)
  for (const cell of shoreCells) {
    const row = Math.floor(Math.floor(cell / GRID_COLUMNS) / CELLS_PER_SQUARE)
    const square = row * SQUARE_COLUMNS + Math.floor((cell % GRID_COLUMNS) / CELLS_PER_SQUARE)
    distance[square] = 0
    nearestLatitude[square] = latitude(square)
    nearestLongitude[square] = longitude(square)
  }
  const listNeighbors = (square: number, neighbors: Int32Array) => {
    const row = Math.floor(square / SQUARE_COLUMNS)
    const column = square % SQUARE_COLUMNS
    let count = 0
    for (let y = Math.max(0, row - 1); y <= Math.min(SQUARE_ROWS - 1, row + 1); y++) {
      for (let dx = -1; dx <= 1; dx++) {
        const neighbor = y * SQUARE_COLUMNS + ((column + dx + SQUARE_COLUMNS) % SQUARE_COLUMNS)
        if (neighbor !== square) neighbors[count++] = neighbor
      }
    }
    return count
  }
  const rowOf = (square: number) => Math.floor(square / SQUARE_COLUMNS)
  const latitudes = Float64Array.from({ length: SQUARE_ROWS }, (_, row) => latitude(row * SQUARE_COLUMNS))
  propagateNearest(
    { latitude: latitudes, longitude, rowOf, around: listNeighbors, nearestLatitude, nearestLongitude, distance },
    MAX_DISTANCE_NM,
  )
  const distances = new Uint8Array(size)
  for (let square = 0; square < size; square++) {
    // Both the query point and the coast may be in the far corners of their squares.
    const lat = Math.abs(latitude(square)) - 0.5 / SQUARES_PER_DEGREE
    const halfDiagonal = distanceNm(lat, 0, lat + 0.5 / SQUARES_PER_DEGREE, 0.5 / SQUARES_PER_DEGREE)
    distances[square] = Math.max(0, Math.min(255, distance[square] - 2 * halfDiagonal - 1))
  }
  return distances
}
