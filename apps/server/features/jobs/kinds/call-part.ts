import type { CallReply, OperationCaller } from '../../../platform/http/calls.ts'
import { busyStatuses, type Problem } from '../../../platform/http/problem.ts'
import type { PartContext } from './job-kind.ts'

type CallOutcome =
  | { readonly kind: 'reply'; readonly body: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }

export async function callForPart(
  call: OperationCaller,
  operation: string,
  body: object,
  { caller, nowMs, signal }: PartContext,
): Promise<CallOutcome> {
  const reply: CallReply = await call(operation, caller, { body }, { nowMs, signal })
  if (reply.ok) return { kind: 'reply', body: reply.body }
  const { status, retryAfterSeconds = 1 } = reply.problem
  return busyStatuses.has(status) ? { kind: 'busy', retryAfterSeconds } : { kind: 'problem', problem: reply.problem }
}
