import type { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome, TaskOwner } from '../../../platform/compute/task.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import type { OptimizeQuery } from './job.ts'
import { describeLocked } from './reply/unassigned-reasons.ts'
import type { ReplyData, WrittenReply } from './reply/write-reply.ts'
import type { OptimizeOutcome, OptimizeTask } from './solve/optimize-task.ts'
import type { SolveResult } from './solve/solve.ts'

/** Solves a problem on the compute threads. */
export type SolveInWorker = (task: OptimizeTask, options: TaskOptions) => Promise<TaskOutcome<OptimizeOutcome>>

/** Returns the solution, or the reply if `replyData` is defined. */
export async function optimize(
  solve: SolveInWorker,
  query: OptimizeQuery,
  replyData: ReplyData | undefined,
  owner: TaskOwner,
  cancelFlag: CancelFlag,
): Promise<Result<SolveResult | WrittenReply, AnyFailure>> {
  const { job, names } = query
  const outcome = await solve({ job, replyData }, { owner, cancel: cancelFlag.shared })
  if (outcome.kind === 'busy') return fail({ kind: 'compute-busy', retryAfterSeconds: outcome.retryAfterSeconds })
  if (outcome.kind === 'lost') return fail({ kind: 'compute-lost' })
  // A disconnected client gets no reply and is not charged.
  if (cancelFlag.isCancelled || outcome.kind === 'cancelled' || outcome.value.kind === 'cancelled')
    return fail({ kind: 'given-up' })
  if (outcome.value.kind === 'failure') return fail(withPointNames(outcome.value.failure, names))
  if (outcome.value.kind === 'locked') {
    const { locked } = outcome.value
    const field = `locked[${locked.violation.vehicle}]`
    return fail({ kind: 'locked-infeasible', field, why: describeLocked(query, locked) })
  }
  return ok(outcome.value)
}

/** Replaces the point names in a failure with the caller's names. Matrix failures refer to every point as a stop. */
function withPointNames<F extends AnyFailure>(failure: F, names: readonly string[]): F {
  if (!('fields' in failure)) return failure
  const fields = failure.fields.map((field) => names[Number(/\[(\d+)\]$/.exec(field)?.[1])] ?? field)
  return { ...failure, fields }
}
