import type { HttpReply } from './body/exchange.ts'
import {
  ERROR_CODE_HEADER,
  type Failure,
  type Problem,
  type ProblemSpec,
  type RateLimit,
  toProblem,
} from './problem.ts'

export function setRateLimitHeaders(reply: HttpReply, { burst, remaining, resetMs }: RateLimit): void {
  reply.header('ratelimit-limit', burst)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', Math.ceil(resetMs / 1000))
}

export function sendProblem<R extends HttpReply>(reply: R, problem: Problem): R {
  const foreignProblem = reply.request?.operation?.toForeignProblem?.(problem, reply.request)
  const status = foreignProblem?.status ?? problem.status
  reply.header(ERROR_CODE_HEADER, problem.code)
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  if (problem.rateLimit) setRateLimitHeaders(reply, problem.rateLimit)
  reply.code(status)
  reply.type('application/json; charset=utf-8')
  reply.receiveProblem?.(problem)
  reply.send(foreignProblem?.json ?? problem.body)
  return reply
}

/** Sends a failure from a route that is not an operation. */
export function sendFailureProblem<R extends HttpReply, F extends Failure>(
  reply: R,
  table: { readonly [K in F['kind']]: ProblemSpec<F> },
  failure: F,
): R {
  return sendProblem(reply, toProblem(table, failure))
}
