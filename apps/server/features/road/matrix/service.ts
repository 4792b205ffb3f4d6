import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import type { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome, TaskOwner } from '../../../platform/compute/task.ts'
import { threadTurns } from '../../../platform/compute/turns.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { computeMatrix } from './cells/compute-matrix.ts'
import { countCells, type MatrixJob } from './cells/matrix-job.ts'
import type { MatrixOutcome, MatrixResult } from './cells/matrix-numbers.ts'
import type { AnyFailure } from './failures.ts'

export interface MatrixServiceOptions {
  readonly regions: RegionDirectory
  /** Computes a matrix on the compute threads. */
  readonly compute: (job: MatrixJob, options: TaskOptions) => Promise<TaskOutcome<MatrixOutcome>>
}

/** Maximum number of cells that are always computed in the request thread, which takes about one millisecond. */
const MAX_INLINE_CELLS = 2500
/**
 * Maximum number of cells computed in the request thread while few matrices wait and the map has no traffic, which takes
 * about three milliseconds. A compute thread needs up to twice as much CPU time for such a matrix, because the result
 * must be copied between threads, but it does not delay the routes of other callers.
 */
const MAX_QUIET_INLINE_CELLS = 10_000
/** Maximum number of waiting matrices for which `MAX_QUIET_INLINE_CELLS` applies. */
const MAX_QUIET_WAITING = 1
/**
 * Time in milliseconds during which only one owner's matrices use `MAX_QUIET_INLINE_CELLS`. Many owners together could
 * otherwise occupy the request thread.
 */
const SINGLE_OWNER_MS = 1000
/**
 * Maximum number of cells of a matrix that starts immediately. Larger matrices wait for their turn, so that a burst of
 * them does not delay the routes of other callers.
 */
export const MAX_CELLS_WITHOUT_TURN = 400
/**
 * Maximum size of a short matrix. Short matrices take milliseconds and do not queue behind large matrices and
 * optimizations.
 */
export const MAX_SHORT_CELLS = 10_000
/**
 * Maximum number of cells computed one by one in the request thread. Single cells take much longer than joint cells.
 */
const MAX_INLINE_SINGLE_CELLS = 100

/**
 * Computes small matrices in the request thread and large matrices on compute threads, so that large ones do not delay
 * routes.
 */
export class MatrixService {
  private readonly options: MatrixServiceOptions
  private readonly now: () => number
  /** Owner and time of the last matrix with more than `MAX_INLINE_CELLS` cells. */
  private lastLarge = { ownerId: '', atMs: Number.NEGATIVE_INFINITY }
  /** Time at which a second owner last requested such a matrix. */
  private secondOwnerAtMs = Number.NEGATIVE_INFINITY

  constructor(options: MatrixServiceOptions, now = () => performance.now()) {
    this.options = options
    this.now = now
  }

  async computeResult(
    job: MatrixJob,
    owner: TaskOwner,
    cancelFlag: CancelFlag,
  ): Promise<Result<MatrixResult, AnyFailure>> {
    const outcome = await this.computeOutcome(job, owner, cancelFlag)
    switch (outcome.kind) {
      case 'numbers':
        return ok(outcome.numbers)
      case 'failure':
        return fail(outcome.failure)
      case 'busy':
        return fail({ kind: 'compute-busy', retryAfterSeconds: outcome.retryAfterSeconds })
      case 'lost':
        return fail({ kind: 'compute-lost' })
      default:
        return fail({ kind: 'given-up' })
    }
  }

  private async computeOutcome(
    job: MatrixJob,
    owner: TaskOwner,
    cancelFlag: CancelFlag,
  ): Promise<MatrixOutcome | Exclude<TaskOutcome<never>, { kind: 'done' }>> {
    const cellCount = countCells(job)
    if (this.mayComputeInline(job, cellCount, owner)) {
      if (cellCount > MAX_CELLS_WITHOUT_TURN) await threadTurns.take(owner.id)
      const outcome = await computeMatrix(this.options.regions, job, {
        isCancelled: () => cancelFlag.isCancelled,
        maxSingles: MAX_INLINE_SINGLE_CELLS,
        maxCellsInTraffic: MAX_INLINE_CELLS,
      })
      if (outcome.kind !== 'too-heavy') return outcome
    }
    // Small matrices reach this line only when their cells are computed one by one, which takes much longer. The same
    // applies to all matrices with energies.
    const isShort = !job.electric && cellCount > MAX_INLINE_CELLS && cellCount <= MAX_SHORT_CELLS
    const taskOutcome = await this.options.compute(job, { owner, cancel: cancelFlag.shared, isShort })
    return taskOutcome.kind === 'done' ? taskOutcome.value : taskOutcome
  }

  private mayComputeInline({ electric }: MatrixJob, cellCount: number, owner: TaskOwner): boolean {
    if (electric) return cellCount <= MAX_INLINE_SINGLE_CELLS
    if (cellCount <= MAX_INLINE_CELLS) return true
    if (cellCount > MAX_QUIET_INLINE_CELLS) return false
    return this.isOnlyOwner(owner) && threadTurns.waitingCount <= MAX_QUIET_WAITING
  }

  /** Returns whether no other owner has requested such a matrix recently. */
  private isOnlyOwner({ id }: TaskOwner): boolean {
    const now = this.now()
    const { ownerId, atMs } = this.lastLarge
    this.lastLarge = { ownerId: id, atMs: now }
    if (ownerId !== id && now - atMs <= SINGLE_OWNER_MS) this.secondOwnerAtMs = now
    return now - this.secondOwnerAtMs > SINGLE_OWNER_MS
  }
}
