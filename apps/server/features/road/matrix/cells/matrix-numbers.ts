import type { TrafficSource } from '@fairway/road'
import type { MatrixFailure } from './failures.ts'
import type { MatrixMetric } from './matrix-job.ts'

/** Marks an unreachable pair. */
export const NO_PATH = -1

/**
 * A matrix as the integers from which replies are written, in row-major order by origin. Large ones use shared memory.
 * At four bytes per number, slow readers occupy little memory.
 */
export interface MatrixResult {
  readonly rows: number
  readonly columns: number
  /** Distances in decimeters, durations in thousandths of a minute, or UNREACHABLE. */
  readonly values: Readonly<Partial<Record<MatrixMetric, Int32Array>>>
  readonly origins: SnappedPoints
  readonly destinations: SnappedPoints
  readonly data: { readonly region: string; readonly dataset: string; readonly attribution: string }
  /** The time of the traffic snapshot; undefined without traffic data. */
  readonly snapshotAtMs: number | undefined
  /** Traffic coverage of the whole map at departure. */
  readonly trafficSource: TrafficSource
}

/** Snapped points: the nearest usable position on a road. */
export interface SnappedPoints {
  /** Micro-degrees. */
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
  readonly distanceMeters: readonly number[]
  readonly name: readonly string[]
}

export type MatrixOutcome =
  | { readonly kind: 'numbers'; readonly numbers: MatrixResult }
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  /** The request was cancelled. */
  | { readonly kind: 'cancelled' }
  /** More work than the calling thread may do. */
  | { readonly kind: 'too-heavy' }

/** Below this size, copying between threads is faster than allocating shared memory. */
const MAX_COPIED_CELLS = 10_000

export function createValues(metrics: readonly MatrixMetric[], cells: number): MatrixResult['values'] {
  const values: Partial<Record<MatrixMetric, Int32Array>> = {}
  for (const metric of metrics) {
    values[metric] =
      cells <= MAX_COPIED_CELLS ? new Int32Array(cells) : new Int32Array(new SharedArrayBuffer(4 * cells))
  }
  return values
}
