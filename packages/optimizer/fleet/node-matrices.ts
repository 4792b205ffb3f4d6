import { UNREACHABLE } from '../matrix.ts'
import type { FleetProblem } from '../problem.ts'

/**
 * The matrices, with one row per stop or hub. Vehicles with the same endpoints share a row. A free endpoint costs
 * nothing.
 */
export interface NodeMatrices {
  readonly width: number
  /** The row of a node: its own for a stop, that of the endpoints for a vehicle's hub. */
  readonly row: Int32Array
  /** UNREACHABLE if the cost, the duration, or the distance is. */
  readonly cost: Int32Array
  /** The transposed matrix, so that the arcs into one stop are contiguous. */
  readonly transposedCost: Int32Array
  readonly duration: Int32Array
  readonly distance: Int32Array
  readonly hasUnreachablePairs: boolean
}

const FREE_ENDPOINT = -1

export function toNodeMatrices({ size, stops, vehicles, ...input }: FleetProblem): NodeMatrices {
  const endpointKeys = vehicles.map(({ start, end }) => `${start ?? FREE_ENDPOINT} ${end ?? FREE_ENDPOINT}`)
  const distinctKeys = [...new Set(endpointKeys)]
  const hubs = distinctKeys.map((key) => vehicles[endpointKeys.indexOf(key)])
  const locations = stops.map(({ location }) => location)
  const departureLocations = Int32Array.from([...locations, ...hubs.map(({ start = FREE_ENDPOINT }) => start)])
  const arrivalLocations = Int32Array.from([...locations, ...hubs.map(({ end = FREE_ENDPOINT }) => end)])
  const cost = extractMatrix(input.cost, size, departureLocations, arrivalLocations)
  const duration =
    input.duration === input.cost ? cost : extractMatrix(input.duration, size, departureLocations, arrivalLocations)
  const distance =
    input.distance === input.cost ? cost : extractMatrix(input.distance, size, departureLocations, arrivalLocations)
  const row = Int32Array.from([...stops.keys(), ...endpointKeys.map((key) => stops.length + distinctKeys.indexOf(key))])
  const matrices = [...new Set([duration, distance, cost])]
  const hasUnreachablePairs = matrices.reduce((any, matrix) => propagateUnreachable(matrix, cost) || any, false)
  return {
    width: departureLocations.length,
    row,
    cost,
    transposedCost: transposeMatrix(cost, departureLocations.length),
    duration,
    distance,
    hasUnreachablePairs,
  }
}

function extractMatrix(matrix: Int32Array, size: number, leaving: Int32Array, coming: Int32Array): Int32Array {
  const width = leaving.length
  const nodeMatrix = new Int32Array(width * width)
  const columnRuns = listColumnRuns(coming)
  for (let from = 0; from < width; from++) {
    if (leaving[from] === FREE_ENDPOINT) continue
    const base = leaving[from] * size
    const cell = from * width
    for (const { sourceColumn, targetColumn, length } of columnRuns) {
      nodeMatrix.set(matrix.subarray(base + sourceColumn, base + sourceColumn + length), cell + targetColumn)
    }
    nodeMatrix[cell + from] = 0
  }
  return nodeMatrix
}

interface ColumnRun {
  readonly sourceColumn: number
  readonly targetColumn: number
  length: number
}

/**
 * Runs of consecutive columns. There is usually one, and copying it as a whole takes a tenth of the time of copying
 * cells.
 */
function listColumnRuns(coming: Int32Array): readonly ColumnRun[] {
  const columnRuns: ColumnRun[] = []
  for (const [to, column] of coming.entries()) {
    const last = columnRuns.at(-1)
    if (column === FREE_ENDPOINT) continue
    if (last && last.sourceColumn + last.length === column && last.targetColumn + last.length === to) last.length++
    else columnRuns.push({ sourceColumn: column, targetColumn: to, length: 1 })
  }
  return columnRuns
}

function propagateUnreachable(matrix: Int32Array, cost: Int32Array): boolean {
  const first = matrix.indexOf(UNREACHABLE)
  if (first < 0) return false
  for (let cell = first; cell < matrix.length; cell++) if (matrix[cell] === UNREACHABLE) cost[cell] = UNREACHABLE
  return true
}

/** Tile size for the transposition. Row by row, every read of a large matrix would miss the cache. */
const TRANSPOSE_TILE = 32

/** Transposes the matrix. Returns the matrix itself if it is symmetric. */
function transposeMatrix(matrix: Int32Array, width: number): Int32Array {
  if (isSymmetric(matrix, width)) return matrix
  const transposed = new Int32Array(matrix.length)
  for (let top = 0; top < width; top += TRANSPOSE_TILE) {
    const bottom = Math.min(width, top + TRANSPOSE_TILE)
    for (let left = 0; left < width; left += TRANSPOSE_TILE) {
      const right = Math.min(width, left + TRANSPOSE_TILE)
      for (let from = top; from < bottom; from++) {
        for (let to = left; to < right; to++) transposed[from * width + to] = matrix[to * width + from]
      }
    }
  }
  return transposed
}

function isSymmetric(matrix: Int32Array, width: number): boolean {
  for (let top = 0; top < width; top += TRANSPOSE_TILE) {
    const bottom = Math.min(width, top + TRANSPOSE_TILE)
    for (let left = 0; left <= top; left += TRANSPOSE_TILE) {
      for (let from = top; from < bottom; from++) {
        const right = Math.min(from, left + TRANSPOSE_TILE)
        for (let to = left; to < right; to++) if (matrix[to * width + from] !== matrix[from * width + to]) return false
      }
    }
  }
  return true
}
