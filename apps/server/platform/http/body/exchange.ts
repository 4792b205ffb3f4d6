import type { Operation, OperationInput } from '../../../operations/define-operation.ts'
import type { ReplySink } from '../../../operations/reply.ts'
import type { Day } from '../../clock.ts'
import type { Caller } from '../guard/caller.ts'
import type { Problem } from '../problem.ts'

/** Units reserved from the quota of an account. */
interface QuotaReservation {
  readonly account: number
  readonly units: number
  readonly day: Day
}

/**
 * Minimal interface of requests and replies. Fastify, the fast path and calls inside the process implement it, so the
 * same functions guard, meter and log all of them.
 */
export interface HttpRequest extends OperationInput {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly ip: string
  body: unknown
  /** True if the path does not exist. */
  readonly is404: boolean
  /** The called operation. Null for other routes and for unknown paths. */
  operation: Operation | null
  caller: Caller
  /** Value that the operation's `prepare` returned. */
  prepared: unknown
  /** Units reserved from the quota until the reply is sent. */
  reservation: QuotaReservation | null
  /** Ignored request fields that the reply must report. */
  ignored: readonly string[] | null
}

export interface HttpReply extends ReplySink {
  readonly request?: HttpRequest
  readonly statusCode: number
  /** Time since the request arrived, in milliseconds. */
  readonly elapsedTime: number
  hasHeader(name: string): boolean
  /** Receives the problem object, for callers that need more than its text. */
  receiveProblem?(problem: Problem): void
}

/** Continues with the next step, or replies with the error. */
export type NextHandler = (error?: Error) => void
export type HttpStep = (request: HttpRequest, reply: HttpReply, next: NextHandler) => void
