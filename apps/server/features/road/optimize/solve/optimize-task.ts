import type { TaskContext } from '../../../../platform/compute/task.ts'
import type { OptimizeJob } from '../job.ts'
import { type ReplyData, type WrittenReply, writeReply } from '../reply/write-reply.ts'
import { type SolveOutcome, solve } from './solve.ts'

/** Input of a compute thread. */
export interface OptimizeTask {
  readonly job: OptimizeJob
  /** Undefined if the caller needs the solution instead of the reply. */
  readonly replyData: ReplyData | undefined
}

export type OptimizeOutcome = SolveOutcome | WrittenReply

/** Runs on a compute thread: solves the problem and writes the reply. */
export async function runOptimizeTask(
  { job, replyData }: OptimizeTask,
  context: TaskContext,
): Promise<OptimizeOutcome> {
  const outcome = await solve(job, context)
  return outcome.kind === 'solved' && replyData ? writeReply(job, replyData, outcome) : outcome
}
