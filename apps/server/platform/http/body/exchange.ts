import type { Operation, OperationInput } from '../../../operations/define-operation.ts'
import type { ReplySink } from '../../../operations/reply.ts'
import type { Day } from '../../clock.ts'
import type { Caller } from '../guard/caller.ts'
import type { Problem } from '../problem.ts'

/** Units reserved from an account's quota. */
interface QuotaReservation {
  readonly account: number
  readonly units: number
  readonly day: Day
}

/**
 * The minimal interface of requests and replies. Fastify's types, those of the fast path and those of calls inside the
 * process implement it, so that the same functions guard, meter, count and log all of them.
 */
export interface HttpRequest extends OperationInput {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly ip: string
  body: unknown
  /** The path does not exist. */
  readonly is404: boolean
  /** The called operation; null for routes that are not operations and for unknown paths. */
  operation: Operation | null
  caller: Caller
  /** The result of the operation's `prepare`. */
  prepared: unknown
  /** Units reserved from the quota until the reply decides whether they are used. */
  reservation: QuotaReservation | null
  /** Ignored fields that the reply must report. */
  ignored: readonly string[] | null
}

export interface HttpReply extends ReplySink {
  readonly request?: HttpRequest
  readonly statusCode: number
  /** Milliseconds since the request arrived. */
  readonly elapsedTime: number
  /** Receives the failure itself, for callers that need more than its text. */
  receiveProblem?(problem: Problem): void
}

/** Continues with the request, or replies with the error. */
export type Next = (error?: Error) => void
export type HttpStep = (request: HttpRequest, reply: HttpReply, next: Next) => void
