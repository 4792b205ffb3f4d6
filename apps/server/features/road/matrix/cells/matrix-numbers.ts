import type { TrafficSource } from '@fairway/road'
import type { MatrixFailure } from './failures.ts'
import type { MatrixMetric } from './matrix-job.ts'

/** Value of an unreachable pair. */
export const NO_PATH = -1
/** Energy of an unreachable pair. Other negative energies are possible, because vehicles recover energy downhill. */
export const NO_ENERGY = -(2 ** 31)

/**
 * Matrix of integers in row-major order, with one row per origin. Large matrices use shared memory. Integers take four
 * bytes per value, which limits the memory held for slow readers.
 */
export interface MatrixResult {
  readonly rows: number
  readonly columns: number
  /**
   * Distances in decimeters, durations in thousandths of a minute, and 1 for trips in range. These values are NO_PATH
   * for unreachable pairs. Energies are in watt-hours, or NO_ENERGY.
   */
  readonly values: Readonly<Partial<Record<MatrixMetric, Int32Array>>>
  readonly origins: SnappedPoints
  readonly destinations: SnappedPoints
  readonly data: { readonly region: string; readonly dataset: string; readonly attribution: string }
  /** Time of the traffic snapshot in milliseconds, or undefined without traffic data. */
  readonly snapshotAtMs: number | undefined
  /** Traffic coverage of the whole map at departure. */
  readonly trafficSource: TrafficSource
}

/** Points snapped to the nearest usable position on a road. */
export interface SnappedPoints {
  /** Latitudes in microdegrees. */
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
  readonly distanceMeters: readonly number[]
  readonly name: readonly string[]
}

export type MatrixOutcome =
  | { readonly kind: 'numbers'; readonly numbers: MatrixResult }
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  /** The caller cancelled the request. */
  | { readonly kind: 'cancelled' }
  /** The matrix needs more work than the calling thread may do. */
  | { readonly kind: 'too-heavy' }

/** Maximum number of cells to copy between threads. For larger matrices, shared memory is faster. */
const MAX_COPIED_CELLS = 10_000

export function createValues(metrics: readonly MatrixMetric[], cellCount: number): MatrixResult['values'] {
  const values: Partial<Record<MatrixMetric, Int32Array>> = {}
  for (const metric of metrics) {
    values[metric] =
      cellCount <= MAX_COPIED_CELLS ? new Int32Array(cellCount) : new Int32Array(new SharedArrayBuffer(4 * cellCount))
  }
  return values
}
