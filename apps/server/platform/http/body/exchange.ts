import type { Readable } from 'node:stream'
import type { Clock } from '../../clock.ts'
import type { Caller } from '../guard/caller.ts'
import type { Operation, Reservation } from '../operation.ts'

/**
 * The minimal interface of requests and replies. Fastify's types and those of the fast path both implement it, so that
 * the same functions guard, meter, count and log both.
 */
export interface FrameRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ip: string
  readonly body: unknown
  readonly query: unknown
  /** The path does not exist. */
  readonly is404: boolean
  /** The called operation; null for routes that are not operations and for unknown paths. */
  operation: Operation | null
  caller: Caller
  /** An internal request from another operation, neither rate limited nor counted. */
  isInner?: boolean
  /** The time that such a request uses as now. */
  nowMs?: number | undefined
  /** Units reserved from the quota until the reply decides whether they are used. */
  reservation: Reservation | null
  /** Ignored fields that the reply must report. */
  ignored: readonly string[] | null
}

export interface FrameReply {
  readonly statusCode: number
  /** Milliseconds since the request arrived. */
  readonly elapsedTime: number
  header(name: string, value: string | number): unknown
  code(status: number): unknown
  type(contentType: string): unknown
  send(body: unknown): unknown
  /** `send` copies the body before it returns. */
  readonly copiesAtOnce?: true
}

/** The current time for a request: nearly always the clock's time. */
export function nowOf(request: object, clock: Clock): number {
  return (request as FrameRequest).nowMs ?? clock.now()
}

/** Sends serialized JSON from memory that the next reply overwrites. */
export function sendWritten<R>(reply: R, json: string | Uint8Array): R {
  const frame = reply as FrameReply
  frame.type('application/json; charset=utf-8')
  frame.send(frame.copiesAtOnce || typeof json === 'string' ? json : Buffer.from(json))
  return reply
}

/** Whether a reply must be sent in one piece. */
export function cannotStream(reply: object): boolean {
  return (reply as FrameReply).copiesAtOnce === true
}

/** Sends JSON that is generated while it is read. */
export function sendStream<R>(reply: R, json: Readable): R {
  const frame = reply as FrameReply
  frame.type('application/json; charset=utf-8')
  frame.send(json)
  return reply
}

/** Continues with the request, or replies with the error. */
export type Next = (error?: Error) => void
export type FrameStep = (request: FrameRequest, reply: FrameReply, next: Next) => void
