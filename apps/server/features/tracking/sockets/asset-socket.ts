import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import { parseJsonBody, UnreadableBodyError } from '../../../platform/http/body/json-body.ts'
import { type HttpFailure, httpProblems } from '../../../platform/http/http-problems.ts'
import { type Problem, toProblem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type MessageFailure, messageProblems } from './failures.ts'
import { MessageWatch, type MessageWatchOptions } from './message-watch.ts'
import { readEvents } from './read-events.ts'

/** API reply to a message. */
export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export interface AssetSocketOptions extends Pick<MessageWatchOptions, 'reserveBytes'> {
  /** Connection that carries the WebSocket. */
  readonly connection: Pick<EventEmitter, 'prependListener'>
  readonly maxMessageBytes: number
  /** Waits for the turn to parse a message of this length. Returns undefined if it may be parsed immediately. */
  readonly takeTurn: (length: number) => Promise<void> | undefined
  /** Sends positions to the API with the key of this connection. */
  readonly pushPositions: (body: object) => Promise<ApiReply>
  /** Stream sent over this connection, if any. */
  readonly stream: Readable | undefined
}

/** Interval between pings in milliseconds. A connection that does not answer within this time is closed. */
const PING_INTERVAL_MS = 15_000
/** Close codes of RFC 6455 and its registry. The last one is our own, because none of those means a timeout. */
const CloseCode = { normal: 1000, goingAway: 1001, policy: 1008, tooBig: 1009, tryAgain: 1013, timeout: 4408 } as const
/** Time in milliseconds in which a client must answer the close frame of a server that reads no further messages. */
const MAX_CLOSE_MS = 1000
/** Maximum length of a close reason. The protocol allows 123 bytes. */
const MAX_REASON_LENGTH = 120

/**
 * WebSocket connection of one client. Messages are handled one after another, and the next message is read only after
 * the reply is written. TCP therefore slows down a client that sends too fast.
 */
export class AssetSocket {
  private readonly socket: WebSocket
  private readonly options: AssetSocketOptions
  private readonly waiting: { readonly text: string; readonly isBinary: boolean }[] = []
  private isBusy = false
  private isAlive = true
  private isRefused = false
  private readonly watch: MessageWatch
  private readonly pingTimer: NodeJS.Timeout

  constructor(socket: WebSocket, options: AssetSocketOptions) {
    this.socket = socket
    this.options = options
    this.pingTimer = setInterval(() => this.ping(), PING_INTERVAL_MS)
    this.pingTimer.unref()
    this.watch = new MessageWatch({
      maxBytes: options.maxMessageBytes,
      reserveBytes: options.reserveBytes,
      refuse: (failure) => this.refuseArrival(failure),
    })
    // The library closes the connection without a reason, so this listener must see the bytes first.
    options.connection.prependListener('data', (chunk: Buffer) => this.watch.add(chunk))
    socket.on('pong', () => {
      this.isAlive = true
    })
    socket.on('message', (data, isBinary) => {
      if (this.isRefused) return
      this.waiting.push({ text: String(data), isBinary })
      if (!this.isBusy) void this.handleWaiting()
    })
    // The error is a protocol error. The library closes the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => this.release())
    if (options.stream) void this.sendStream(options.stream)
  }

  private close(code: number, reason: string): void {
    this.socket.close(code, reason.slice(0, MAX_REASON_LENGTH))
  }

  /** Closes the connection for a shutdown, which must not wait for clients that do not answer. */
  stop(): void {
    this.closeSoon(CloseCode.goingAway, 'the server is shutting down; connect again')
  }

  private closeSoon(code: number, reason: string): void {
    this.close(code, reason)
    setTimeout(() => this.socket.terminate(), MAX_CLOSE_MS).unref()
  }

  /** Closes the connection because of a message that has not arrived completely. */
  private refuseArrival(failure: MessageFailure | HttpFailure): void {
    this.isRefused = true
    const problem = toMessageProblem(failure)
    void this.sendError(undefined, problem)
    this.closeSoon(toCloseCode(problem), problem.body.detail)
  }

  private async sendStream(stream: Readable): Promise<void> {
    try {
      for await (const event of readEvents(stream)) await this.send(event)
      this.close(CloseCode.normal, 'the stream has ended')
    } catch {
      // The client has disconnected, or the server is shutting down.
      this.close(CloseCode.goingAway, 'the stream was interrupted; connect again')
    }
  }

  private async handleWaiting(): Promise<void> {
    this.isBusy = true
    this.socket.pause()
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
      if (message.isBinary) await this.refuse(undefined, 'The message is binary; send JSON as text')
      else await this.handleMessage(message.text)
    }
    this.isBusy = false
    this.watch.resume()
    this.socket.resume()
  }

  private async handleMessage(text: string): Promise<void> {
    await this.options.takeTurn(text.length)
    const message = parseMessage(text)
    if (!message.ok) return await this.sendError(undefined, toMessageProblem(message.failure))
    const { id, ...rest } = message.value
    const isList = 'positions' in rest
    if (!isList && !('asset' in rest))
      return await this.refuse(id, 'The message has neither positions nor asset; send { "positions": [ … ] }')
    this.watch.release()
    const reply = await this.options.pushPositions(isList ? rest : { positions: [rest] }).catch(() => undefined)
    const head = id === undefined ? {} : { id }
    if (!reply) return await this.refuse(id, 'The message could not be processed; send it again')
    const body = parseObject(reply.body) ?? {}
    if (reply.status === 200) return await this.send({ type: 'accepted', ...head, ...body })
    const retryAfter = reply.headers['retry-after']
    await this.send({
      type: 'error',
      ...head,
      status: reply.status,
      code: reply.headers['x-error-code'],
      ...body,
      ...(retryAfter !== undefined && { retry_after_s: Number(retryAfter) }),
    })
    if (reply.status === 401) this.close(CloseCode.policy, String(body.detail))
  }

  private async refuse(id: unknown, why: string): Promise<void> {
    await this.sendError(id, toMessageProblem({ kind: 'message-invalid', why }))
  }

  private async sendError(id: unknown, { status, code, body, retryAfterSeconds }: Problem): Promise<void> {
    const head = id === undefined ? {} : { id }
    const retry = retryAfterSeconds === undefined ? {} : { retry_after_s: retryAfterSeconds }
    await this.send({ type: 'error', ...head, status, code, ...body, ...retry })
  }

  /** Sends a message. Resolves when the message has left this process, so that a slow reader slows down its stream. */
  private send(message: object): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.readyState !== this.socket.OPEN) resolve()
      else this.socket.send(JSON.stringify(message), () => resolve())
    })
  }

  private ping(): void {
    if (!this.isAlive) return this.socket.terminate()
    this.isAlive = false
    this.socket.ping()
  }

  private release(): void {
    clearInterval(this.pingTimer)
    this.watch.stop()
    this.waiting.length = 0
    this.options.stream?.destroy()
  }
}

const problems = { ...messageProblems, ...httpProblems }

function toMessageProblem(failure: MessageFailure | HttpFailure): Problem {
  return toProblem<MessageFailure | HttpFailure>(problems, failure)
}

function toCloseCode({ status }: Problem): number {
  if (status === 413) return CloseCode.tooBig
  return status === 408 ? CloseCode.timeout : CloseCode.tryAgain
}

/** Parses a message like a request body, which has the same limits on its nesting and its field names. */
function parseMessage(text: string): Result<Record<string, unknown>, MessageFailure | HttpFailure> {
  try {
    const value = parseJsonBody(text)
    if (isObject(value)) return ok(value)
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error
    if (error.failure.kind !== 'not-json') return fail(error.failure)
  }
  return fail({ kind: 'message-invalid', why: 'The message is not a JSON object; send { "positions": [ … ] }' })
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
