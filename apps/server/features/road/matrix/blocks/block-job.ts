import type { Piece } from '../../../jobs/result/piece.ts'
import type { MatrixFailure } from '../cells/failures.ts'
import type { MatrixJob } from '../cells/matrix-job.ts'

/** A block of rows to compute, as plain data that can be sent to any thread. */
export interface MatrixRowsJob {
  readonly matrix: MatrixJob
  /** The map that contains all points, chosen by the first part. All blocks must use the same data. */
  readonly map: MatrixMap
  readonly firstRow: number
  /** One more than the last. */
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
  /** The map is no longer served in this version. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'cancelled' }

/** The number of cells in a block. Each takes about 24 bytes, and cancellation waits until a block is filled. */
const MAX_BLOCK_CELLS = 1_000_000

/** The number of rows in a block. */
export function countBlockRows(columns: number): number {
  return Math.max(1, Math.floor(MAX_BLOCK_CELLS / columns))
}
