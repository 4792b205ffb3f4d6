import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import type { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../../platform/compute/task.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { computeMatrix } from './cells/compute-matrix.ts'
import { cellsOf, type MatrixJob } from './cells/matrix-job.ts'
import type { MatrixNumbers, MatrixOutcome } from './cells/matrix-numbers.ts'
import type { AnyFailure } from './failures.ts'

export interface MatrixServiceOptions {
  readonly regions: RegionDirectory
  /** Computes a matrix on the compute threads. */
  readonly compute: (job: MatrixJob, options: TaskOptions) => Promise<TaskOutcome<MatrixOutcome>>
}

/**
 * Up to this many cells are computed in the request thread. It takes a few milliseconds, less than waking another
 * thread twice.
 */
export const MAX_CELLS_HERE = 10000
/** Lower limit for cells that are computed one by one, which takes much longer. */
export const MAX_SINGLES_HERE = 100

/**
 * Computes small matrices in the request thread and large ones on compute threads, so that they do not delay routes.
 */
export class MatrixService {
  private readonly options: MatrixServiceOptions

  constructor(options: MatrixServiceOptions) {
    this.options = options
  }

  async make(job: MatrixJob, owner: string, gone: CancelFlag): Promise<Result<MatrixNumbers, AnyFailure>> {
    const outcome = await this.compute(job, owner, gone)
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

  private async compute(
    job: MatrixJob,
    owner: string,
    gone: CancelFlag,
  ): Promise<MatrixOutcome | Exclude<TaskOutcome<never>, { kind: 'done' }>> {
    if (cellsOf(job) <= MAX_CELLS_HERE) {
      const options = { isCancelled: () => gone.isCancelled, mostSingles: MAX_SINGLES_HERE }
      const made = await computeMatrix(this.options.regions, job, options)
      if (made.kind !== 'too-heavy') return made
    }
    const done = await this.options.compute(job, { owner, cancel: gone.shared })
    return done.kind === 'done' ? done.value : done
  }
}
