import type { FrameReply } from './body/exchange.ts'
import { type Failure, type Problem, type ProblemSpec, type RateLimit, toProblem } from './problem.ts'

export function announceRateLimit(reply: FrameReply, { burst, remaining, resetMs }: RateLimit): void {
  reply.header('ratelimit-limit', burst)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', Math.ceil(resetMs / 1000))
}

export function sendProblem<R extends FrameReply>(reply: R, problem: Problem): R {
  const foreign = reply.request?.operation?.toForeignProblem?.(problem, reply.request)
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  if (problem.rateLimit) announceRateLimit(reply, problem.rateLimit)
  reply.code(foreign?.status ?? problem.status)
  reply.type('application/json; charset=utf-8')
  reply.takeProblem?.(problem)
  reply.send(foreign?.json ?? problem.body)
  return reply
}

/** Replies with a failure from a route that is not an operation: `return refuse(reply, table, failure)`. */
export function refuse<R extends FrameReply, F extends Failure>(
  reply: R,
  table: { readonly [K in F['kind']]: ProblemSpec<F> },
  failure: F,
): R {
  return sendProblem(reply, toProblem(table, failure))
}
