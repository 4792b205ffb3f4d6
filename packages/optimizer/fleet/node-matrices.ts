import { UNREACHABLE } from '../matrix.ts'
import type { FleetProblem } from '../problem.ts'

/** The matrices by row of stop or hub. Vehicles with the same endpoints share a row. A free endpoint costs nothing. */
export interface NodeMatrices {
  readonly width: number
  /** The row of a node: its own for a stop, that of the endpoints for a vehicle's hub. */
  readonly row: Int32Array
  /** UNREACHABLE if any of the three is. */
  readonly cost: Int32Array
  /** The transposed matrix, so that the arcs into one stop are contiguous. */
  readonly costInto: Int32Array
  readonly duration: Int32Array
  readonly distance: Int32Array
  readonly hasMissingWays: boolean
}

const ANYWHERE = -1

export function toNodeMatrices({ size, stops, vehicles, ...given }: FleetProblem): NodeMatrices {
  const ends = vehicles.map(({ start, end }) => `${start ?? ANYWHERE} ${end ?? ANYWHERE}`)
  const distinct = [...new Set(ends)]
  const hubs = distinct.map((key) => vehicles[ends.indexOf(key)])
  const places = stops.map(({ location }) => location)
  const leaving = Int32Array.from([...places, ...hubs.map(({ start = ANYWHERE }) => start)])
  const coming = Int32Array.from([...places, ...hubs.map(({ end = ANYWHERE }) => end)])
  const cost = gather(given.cost, size, leaving, coming)
  const duration = given.duration === given.cost ? cost : gather(given.duration, size, leaving, coming)
  const distance = given.distance === given.cost ? cost : gather(given.distance, size, leaving, coming)
  const row = Int32Array.from([...stops.keys(), ...ends.map((key) => stops.length + distinct.indexOf(key))])
  const matrices = [...new Set([duration, distance, cost])]
  const hasMissingWays = matrices.reduce((any, matrix) => spreadMissing(matrix, cost) || any, false)
  return {
    width: leaving.length,
    row,
    cost,
    costInto: exchange(cost, leaving.length),
    duration,
    distance,
    hasMissingWays,
  }
}

function gather(matrix: Int32Array, size: number, leaving: Int32Array, coming: Int32Array): Int32Array {
  const width = leaving.length
  const gathered = new Int32Array(width * width)
  const runs = listRuns(coming)
  for (let from = 0; from < width; from++) {
    if (leaving[from] === ANYWHERE) continue
    const base = leaving[from] * size
    const cell = from * width
    for (const { column, to, length } of runs) {
      gathered.set(matrix.subarray(base + column, base + column + length), cell + to)
    }
    gathered[cell + from] = 0
  }
  return gathered
}

interface Run {
  readonly column: number
  readonly to: number
  length: number
}

/**
 * Runs of consecutive columns. There is usually one, and copying it as a whole takes a tenth of the time of copying
 * cells.
 */
function listRuns(coming: Int32Array): readonly Run[] {
  const runs: Run[] = []
  for (const [to, column] of coming.entries()) {
    const last = runs.at(-1)
    if (column === ANYWHERE) continue
    if (last && last.column + last.length === column && last.to + last.length === to) last.length++
    else runs.push({ column, to, length: 1 })
  }
  return runs
}

function spreadMissing(matrix: Int32Array, cost: Int32Array): boolean {
  const first = matrix.indexOf(UNREACHABLE)
  if (first < 0) return false
  for (let cell = first; cell < matrix.length; cell++) if (matrix[cell] === UNREACHABLE) cost[cell] = UNREACHABLE
  return true
}

/** Tile size for the transposition. Row by row, every read of a large matrix would miss the cache. */
const TILE = 32

/** Transposes the matrix. Returns the matrix itself if it is symmetric. */
function exchange(matrix: Int32Array, width: number): Int32Array {
  if (isSymmetric(matrix, width)) return matrix
  const exchanged = new Int32Array(matrix.length)
  for (let top = 0; top < width; top += TILE) {
    const bottom = Math.min(width, top + TILE)
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(width, left + TILE)
      for (let from = top; from < bottom; from++) {
        for (let to = left; to < right; to++) exchanged[from * width + to] = matrix[to * width + from]
      }
    }
  }
  return exchanged
}

function isSymmetric(matrix: Int32Array, width: number): boolean {
  for (let top = 0; top < width; top += TILE) {
    const bottom = Math.min(width, top + TILE)
    for (let left = 0; left <= top; left += TILE) {
      for (let from = top; from < bottom; from++) {
        const right = Math.min(from, left + TILE)
        for (let to = left; to < right; to++) if (matrix[to * width + from] !== matrix[from * width + to]) return false
      }
    }
  }
  return true
}
