import { distanceNm } from '@fairway/geo'
import { CELLS_PER_DEGREE, COLUMNS } from '../grid.ts'
import { spreadNearest } from './spread-nearest.ts'

const PER_DEGREE = 4
const ACROSS = 360 * PER_DEGREE
const DOWN = 180 * PER_DEGREE
const CELLS = CELLS_PER_DEGREE / PER_DEGREE
const REACH_NM = 280

/** For each quarter-degree square, a lower bound on the distance from any point in it to any coast. */
export function buildFarField(shoreCells: Uint32Array): Uint8Array {
  const size = ACROSS * DOWN
  const latitude = (square: number) => (Math.floor(square / ACROSS) + 0.5) / PER_DEGREE - 90
  const longitude = (square: number) => ((square % ACROSS) + 0.5) / PER_DEGREE - 180
  const distance = new Float32Array(size).fill(Number.POSITIVE_INFINITY)
  const pointLatitude = new Float32Array(size)
  const pointLongitude = new Float32Array(size)
  for (const cell of shoreCells) {
    const row = Math.floor(Math.floor(cell / COLUMNS) / CELLS)
    const square = row * ACROSS + Math.floor((cell % COLUMNS) / CELLS)
    distance[square] = 0
    pointLatitude[square] = latitude(square)
    pointLongitude[square] = longitude(square)
  }
  const around = (square: number, into: Int32Array) => {
    const row = Math.floor(square / ACROSS)
    const column = square % ACROSS
    let count = 0
    for (let y = Math.max(0, row - 1); y <= Math.min(DOWN - 1, row + 1); y++) {
      for (let dx = -1; dx <= 1; dx++) {
        const other = y * ACROSS + ((column + dx + ACROSS) % ACROSS)
        if (other !== square) into[count++] = other
      }
    }
    return count
  }
  const rowOf = (square: number) => Math.floor(square / ACROSS)
  const latitudes = Float64Array.from({ length: DOWN }, (_, row) => latitude(row * ACROSS))
  spreadNearest({ latitude: latitudes, longitude, rowOf, around, pointLatitude, pointLongitude, distance }, REACH_NM)
  const found = new Uint8Array(size)
  for (let square = 0; square < size; square++) {
    // Both the query point and the coast may lie in the far corners of their squares.
    const lat = Math.abs(latitude(square)) - 0.5 / PER_DEGREE
    const halfDiagonal = distanceNm(lat, 0, lat + 0.5 / PER_DEGREE, 0.5 / PER_DEGREE)
    found[square] = Math.max(0, Math.min(255, distance[square] - 2 * halfDiagonal - 1))
  }
  return found
}
