import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../../platform/compute/task.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import { toProblem } from '../../../platform/http/problem.ts'
import { fail, ok } from '../../../platform/result.ts'
import type {
  MatrixEndOutcome,
  MatrixMap,
  MatrixRowsJob,
  MatrixRowsOutcome,
} from '../../road/matrix/blocks/block-job.ts'
import { countBlockRows } from '../../road/matrix/blocks/block-job.ts'
import type { MatrixJob } from '../../road/matrix/cells/matrix-job.ts'
import { type AnyFailure, problems } from '../../road/matrix/failures.ts'
import { countUnits } from '../../road/matrix/limits.ts'
import { type MatrixRequestContext, readMatrixJob } from '../../road/matrix/request.ts'
import type { MatrixFields } from '../../road/matrix/schemas.ts'
import type { JobKind, PartContext, PartOutcome } from './job-kind.ts'
import type { KindOptions } from './kind-options.ts'

/** Functions that run parts of matrices on the compute threads. */
export interface MatrixKindOptions extends Pick<MatrixRequestContext, 'radiusMeters' | 'models' | 'limitOf'> {
  readonly computeEnd: (job: MatrixJob, task: TaskOptions) => Promise<TaskOutcome<MatrixEndOutcome>>
  readonly computeRows: (job: MatrixRowsJob, task: TaskOptions) => Promise<TaskOutcome<MatrixRowsOutcome>>
}

const LOST_RETRY_SECONDS = 1

/**
 * Creates the job kind for a matrix that is computed in blocks of rows, so that only one block is in memory. The first
 * part snaps all points and writes the end of the reply. The result is the reply of the operation.
 */
export function matrixKind({ checkBody }: Pick<KindOptions, 'checkBody'>, options: MatrixKindOptions): JobKind {
  const { radiusMeters, models, limitOf } = options
  const read = (body: object, context: Pick<MatrixRequestContext, 'caller' | 'nowMs'>) =>
    readMatrixJob(body as MatrixFields, { ...context, limitOf, radiusMeters, models })
  return {
    plan(body, caller, nowMs) {
      const bodyError = checkBody('matrix', body)
      if (bodyError !== undefined) return fail({ kind: 'job-body-invalid', why: bodyError })
      const job = read(body, { caller, nowMs })
      if (!job.ok) return fail({ problem: toProblem(problems, job.failure) })
      const partsTotal = 1 + countBlocks(job.value)
      return ok({ partsTotal, units: countUnits(body as MatrixFields, caller, limitOf) })
    },
    async runPart(body, part, context) {
      const job = read(body, context)
      if (!job.ok) return { kind: 'problem', problem: toProblem(problems, job.failure) }
      const flag = new CancelFlag()
      const cancel = () => flag.cancel()
      context.signal.addEventListener('abort', cancel)
      try {
        const task = { owner: toTaskOwner(context.caller), cancel: flag.shared }
        return part === 0
          ? await runEnd(job.value, options, task)
          : await runRows(job.value, part - 1, options, task, context)
      } finally {
        context.signal.removeEventListener('abort', cancel)
      }
    },
  }
}

function countBlocks({ origins, destinations }: MatrixJob): number {
  return Math.ceil(origins.latitude.length / countBlockRows(destinations.latitude.length))
}

async function runEnd(job: MatrixJob, { computeEnd }: MatrixKindOptions, task: TaskOptions): Promise<PartOutcome> {
  const outcome = await computeEnd(job, task)
  if (outcome.kind !== 'done') return toRetry(outcome)
  const { value } = outcome
  return value.kind === 'end' ? { kind: 'done', pieces: value.pieces, info: value.map } : toPartProblem(value.failure)
}

async function runRows(
  matrix: MatrixJob,
  block: number,
  { computeRows }: MatrixKindOptions,
  task: TaskOptions,
  { infos }: PartContext,
): Promise<PartOutcome> {
  const rows = countBlockRows(matrix.destinations.latitude.length)
  const firstRow = block * rows
  const endRow = Math.min(firstRow + rows, matrix.origins.latitude.length)
  const outcome = await computeRows({ matrix, map: infos.get(0) as MatrixMap, firstRow, endRow }, task)
  if (outcome.kind !== 'done') return toRetry(outcome)
  const { value } = outcome
  if (value.kind === 'rows') return { kind: 'done', pieces: value.pieces }
  if (value.kind === 'outdated') return value
  return value.kind === 'failure' ? toPartProblem(value.failure) : toRetry(value)
}

/** Converts an outcome to a retry. A cancelled task belongs to a job that has ended, so its outcome is ignored. */
function toRetry(
  outcome: Exclude<TaskOutcome<never>, { readonly kind: 'done' }> | { readonly kind: 'cancelled' },
): PartOutcome {
  const retryAfterSeconds = outcome.kind === 'busy' ? outcome.retryAfterSeconds : LOST_RETRY_SECONDS
  return { kind: 'busy', retryAfterSeconds }
}

function toPartProblem(failure: AnyFailure): PartOutcome {
  const problem = toProblem(problems, failure)
  return problem.body.busy
    ? { kind: 'busy', retryAfterSeconds: problem.retryAfterSeconds ?? LOST_RETRY_SECONDS }
    : { kind: 'problem', problem }
}
