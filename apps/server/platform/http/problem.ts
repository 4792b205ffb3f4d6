import type { FrameReply, FrameRequest } from './body/exchange.ts'

/** The error object of the contract: the body of every reply that is not a success. */
export interface ErrorBody {
  /** Trying again later can help. */
  readonly busy: boolean
  readonly detail: string
}

/** What the RateLimit headers tell. */
export interface RateLimit {
  readonly burst: number
  readonly remaining: number
  readonly resetMs: number
}

export interface ProblemSpec<F> {
  readonly status: number
  /** Which element, which limit, what was given, what is allowed, what to do. */
  readonly detail: (failure: F) => string
  readonly retryAfterSeconds?: (failure: F) => number
  /** The limit that was hit, where it is not the one of all requests. */
  readonly rateLimit?: (failure: F) => RateLimit
  /** Shown in the reference, and by the test that proves every text can be made. */
  readonly example: F
}

/** One row for every kind of failure: a kind without a row does not compile. */
export type ProblemTable<F extends { readonly kind: string }> = {
  readonly [K in F['kind']]: ProblemSpec<Extract<F, { readonly kind: K }>>
}

/** Statuses after which the same request may succeed later. */
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503])
const DEFAULT_RETRY_SECONDS = 1

export interface Problem {
  readonly status: number
  /** The failure's row in its table. */
  readonly kind?: string
  readonly body: ErrorBody
  readonly retryAfterSeconds?: number
  readonly rateLimit?: RateLimit
}

/** A failure as somebody else's format tells it. Written out: the schema of our own error object would drop what it does not know. */
export interface ForeignProblem {
  readonly status: number
  readonly json: string
}

export function toProblem<F extends { readonly kind: string }>(table: ProblemTable<F>, failure: F): Problem {
  const spec = table[failure.kind as F['kind']] as unknown as ProblemSpec<F>
  const busy = busyStatuses.has(spec.status)
  const body = { busy, detail: spec.detail(failure) }
  const { kind } = failure
  if (!busy) return { status: spec.status, kind, body }
  const seconds = spec.retryAfterSeconds?.(failure) ?? DEFAULT_RETRY_SECONDS
  const rateLimit = spec.rateLimit?.(failure)
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds))
  return { status: spec.status, kind, body, retryAfterSeconds, ...(rateLimit && { rateLimit }) }
}

export function announceRateLimit(reply: FrameReply, { burst, remaining, resetMs }: RateLimit): void {
  reply.header('ratelimit-limit', burst)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', Math.ceil(resetMs / 1000))
}

/** Tells an operation that asked another what failed. People read the detail; programs of ours should not have to. */
export const FAILURE_HEADER = 'x-fairway-failure'

export function sendProblem<R extends FrameReply>(reply: R, problem: Problem): R {
  const { request } = reply as { request?: FrameRequest }
  const foreign = request?.operation?.tellProblem?.(problem, request)
  if (request?.isInner === true && problem.kind !== undefined) reply.header(FAILURE_HEADER, problem.kind)
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  if (problem.rateLimit) announceRateLimit(reply, problem.rateLimit)
  reply.code(foreign?.status ?? problem.status)
  reply.type('application/json; charset=utf-8')
  reply.send(foreign?.json ?? problem.body)
  return reply
}

/**
 * Answers a failure from a handler: `return refuse(reply, table, failure)`. Typed as never because Fastify's types
 * expect a handler to return the body of its success.
 */
export function refuse<F extends { readonly kind: string }>(
  reply: { code(status: number): unknown },
  table: ProblemTable<F>,
  failure: F,
): never {
  return sendProblem(reply as FrameReply, toProblem(table, failure)) as never
}
