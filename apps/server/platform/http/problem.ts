import type { FrameReply, FrameRequest } from './body/exchange.ts'

/** The error object: the body of every unsuccessful reply. */
export interface ErrorBody {
  /** Retrying later may help. */
  readonly busy: boolean
  readonly detail: string
}

/** The values of the RateLimit headers. */
export interface RateLimit {
  readonly burst: number
  readonly remaining: number
  readonly resetMs: number
}

export interface ProblemSpec<F> {
  readonly status: number
  /** States the element, the limit, the given and allowed values, and the fix. */
  readonly detail: (failure: F) => string
  readonly retryAfterSeconds?: (failure: F) => number
  /** The limit that was hit, if it is not the general one. */
  readonly rateLimit?: (failure: F) => RateLimit
  /** Used in the reference and in the test that renders every message. */
  readonly example: F
}

/** One row per failure kind: a missing row does not compile. */
export type ProblemTable<F extends { readonly kind: string }> = {
  readonly [K in F['kind']]: ProblemSpec<Extract<F, { readonly kind: K }>>
}

/** Statuses for which a retry may succeed. */
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503])
const DEFAULT_RETRY_SECONDS = 1

export interface Problem {
  readonly status: number
  /** The failure kind in its table. */
  readonly kind?: string
  readonly body: ErrorBody
  readonly retryAfterSeconds?: number
  readonly rateLimit?: RateLimit
}

/** A failure in another provider's format. Serialized here because our error schema would drop unknown fields. */
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

/**
 * Reports the failure kind to an operation that made an internal request, so that code does not have to parse the
 * detail.
 */
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
 * Replies with a failure from a handler: `return refuse(reply, table, failure)`. Typed as never because Fastify's types
 * expect a handler to return its success body.
 */
export function refuse<F extends { readonly kind: string }>(
  reply: { code(status: number): unknown },
  table: ProblemTable<F>,
  failure: F,
): never {
  return sendProblem(reply as FrameReply, toProblem(table, failure)) as never
}
