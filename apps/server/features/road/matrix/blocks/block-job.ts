import type { Piece } from '../../../jobs/result/piece.ts'
import type { MatrixFailure } from '../cells/failures.ts'
import type { MatrixJob } from '../cells/matrix-job.ts'

/** Block of matrix rows to compute, as plain data that can be sent to any thread. */
export interface MatrixRowsJob {
  readonly matrix: MatrixJob
  /** Map that contains all points, chosen by the first task. All blocks must use the same dataset. */
  readonly map: MatrixMap
  readonly firstRow: number
  /** Index of the last row plus one. */
  readonly endRow: number
}

export interface MatrixMap {
  readonly region: string
  readonly dataset: string
}

export type MatrixEndOutcome =
  | { readonly kind: 'end'; readonly map: MatrixMap; readonly pieces: readonly Piece[] }
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }

export type MatrixRowsOutcome =
  | { readonly kind: 'rows'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  /** The requested map version is no longer loaded. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'cancelled' }

/**
 * Maximum number of cells in a block. A cell takes about 24 bytes, and a cancellation takes effect only between blocks.
 */
const MAX_BLOCK_CELLS = 1_000_000

export function countBlockRows(columns: number): number {
  return Math.max(1, Math.floor(MAX_BLOCK_CELLS / columns))
}
