import type { MatrixFailure } from './failures.ts'
import type { MatrixMetric } from './matrix-job.ts'

/** Where there is no way. */
export const NO_WAY = -1

/**
 * A matrix in the integers that replies are written from: rows by origin, large ones in memory that threads share. Four
 * bytes a number: a reader that takes its time holds no more than that.
 */
export interface MatrixNumbers {
  readonly rows: number
  readonly columns: number
  /** Decimetres of distances, thousandths of a minute of times; NO_WAY where there is none. */
  readonly values: Readonly<Partial<Record<MatrixMetric, Int32Array>>>
  readonly origins: SnappedPoints
  readonly destinations: SnappedPoints
  readonly data: { readonly region: string; readonly dataset: string; readonly attribution: string }
  /** When the traffic was put together; undefined where nobody tells anything. */
  readonly snapshotAtMs: number | undefined
}

/** Where points were put on roads: the nearest place that serves. */
export interface SnappedPoints {
  /** Micro-degrees. */
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
  readonly distanceMeters: readonly number[]
  readonly name: readonly string[]
}

export type MatrixOutcome =
  | { readonly kind: 'numbers'; readonly numbers: MatrixNumbers }
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  /** Whoever asked does not want it any more. */
  | { readonly kind: 'cancelled' }
  /** More work than the thread may do that was asked. */
  | { readonly kind: 'too-heavy' }

/** Copied between threads sooner than shared memory is made. */
const SMALL_CELLS = 10_000

export function createValues(metrics: readonly MatrixMetric[], cells: number): MatrixNumbers['values'] {
  const values: Partial<Record<MatrixMetric, Int32Array>> = {}
  for (const metric of metrics) {
    values[metric] = cells <= SMALL_CELLS ? new Int32Array(cells) : new Int32Array(new SharedArrayBuffer(4 * cells))
  }
  return values
}
