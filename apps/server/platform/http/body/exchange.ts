import type { Readable } from 'node:stream'
import type { Clock } from '../../clock.ts'
import type { Caller } from '../guard/caller.ts'
import type { Operation, Reservation } from '../operation.ts'

/**
 * What the frame needs of a request and of its reply, and no more: Fastify's own fit, and so do those of the shortcut,
 * so that both are guarded, metered, counted and logged by the same functions.
 */
export interface FrameRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ip: string
  readonly body: unknown
  readonly query: unknown
  /** No such path. */
  readonly is404: boolean
  /** What is being called; null for routes that are no operation, and for paths that do not exist. */
  operation: Operation | null
  caller: Caller
  /** One operation asks another: neither limited nor counted. */
  isInner?: boolean
  /** The instant that such a request is about, as if it were now. */
  nowMs?: number | undefined
  /** Units taken from the quota, until the reply says whether they were used. */
  reservation: Reservation | null
  /** What the reply must mention as ignored. */
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
  /** What is sent is copied before `send` returns. */
  readonly copiesAtOnce?: true
}

/** What is now for a request: for nearly all of them, what the clock says. */
export function nowOf(request: object, clock: Clock): number {
  return (request as FrameRequest).nowMs ?? clock.now()
}

/** Sends JSON that is written out already, in memory that the next reply is written into. */
export function sendWritten<R>(reply: R, json: string | Uint8Array): R {
  const frame = reply as FrameReply
  frame.type('application/json; charset=utf-8')
  frame.send(frame.copiesAtOnce || typeof json === 'string' ? json : Buffer.from(json))
  return reply
}

/** Whether a reply can only be sent in one. */
export function cannotStream(reply: object): boolean {
  return (reply as FrameReply).copiesAtOnce === true
}

/** Sends JSON that is written while it is read. */
export function sendStream<R>(reply: R, json: Readable): R {
  const frame = reply as FrameReply
  frame.type('application/json; charset=utf-8')
  frame.send(json)
  return reply
}

/** Goes on with a request, or answers the error that stopped it. */
export type Next = (error?: Error) => void
export type FrameStep = (request: FrameRequest, reply: FrameReply, next: Next) => void
