import type { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../../platform/compute/task.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import type { OptimizeJob, OptimizeQuery } from './job.ts'
import type { Solved, SolveOutcome } from './solve.ts'

/** Solves a problem on the compute threads. */
export type SolveElsewhere = (job: OptimizeJob, options: TaskOptions) => Promise<TaskOutcome<SolveOutcome>>

/** Solves the problem on compute threads, outside the request threads. */
export async function optimize(
  solve: SolveElsewhere,
  { job, names }: OptimizeQuery,
  owner: string,
  gone: CancelFlag,
): Promise<Result<Solved, AnyFailure>> {
  const done = await solve(job, { owner, cancel: gone.shared })
  if (done.kind === 'busy') return fail({ kind: 'compute-busy', retryAfterSeconds: done.retryAfterSeconds })
  if (done.kind === 'lost') return fail({ kind: 'compute-lost' })
  // A disconnected client gets no reply and is not charged.
  if (gone.isCancelled || done.kind === 'cancelled' || done.value.kind === 'cancelled')
    return fail({ kind: 'given-up' })
  if (done.value.kind === 'failure') return fail(renamed(done.value.failure, names))
  return ok(done.value)
}

/** The matrix calls all points stops. Replace these with the caller's names. */
function renamed<F extends AnyFailure>(failure: F, names: readonly string[]): F {
  if (!('fields' in failure)) return failure
  const fields = failure.fields.map((field) => names[Number(/\[(\d+)\]$/.exec(field)?.[1])] ?? field)
  return { ...failure, fields }
}
