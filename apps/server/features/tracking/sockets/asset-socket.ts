import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import { readEvents } from './read-events.ts'

/** API reply to a message. */
export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export interface AssetSocketOptions {
  /** Sends positions to the API with the key of this connection. */
  readonly pushPositions: (body: object) => Promise<ApiReply>
  /** Stream sent over this connection, if any. */
  readonly stream: Readable | undefined
}

/** Interval between pings in milliseconds. A connection that does not answer within this time is closed. */
const PING_INTERVAL_MS = 15_000
/** Close codes of RFC 6455. */
const CloseCode = { normal: 1000, goingAway: 1001, policy: 1008 } as const
/** Time in milliseconds in which a client must answer the close frame when the server shuts down. */
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
  private readonly pingTimer: NodeJS.Timeout

  constructor(socket: WebSocket, options: AssetSocketOptions) {
    this.socket = socket
    this.options = options
    this.pingTimer = setInterval(() => this.ping(), PING_INTERVAL_MS)
    this.pingTimer.unref()
    socket.on('pong', () => {
      this.isAlive = true
    })
    socket.on('message', (data, isBinary) => {
      this.waiting.push({ text: String(data), isBinary })
      if (!this.isBusy) void this.handleWaiting()
    })
    // The error is a protocol error or a message above the size limit. The library closes the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => this.release())
    if (options.stream) void this.sendStream(options.stream)
  }

  private close(code: number, reason: string): void {
    this.socket.close(code, reason.slice(0, MAX_REASON_LENGTH))
  }

  /** Closes the connection for a shutdown, which must not wait for clients that do not answer. */
  stop(): void {
    this.close(CloseCode.goingAway, 'the server is shutting down; connect again')
    setTimeout(() => this.socket.terminate(), MAX_CLOSE_MS).unref()
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
    this.socket.resume()
  }

  private async handleMessage(text: string): Promise<void> {
    const message = parseObject(text)
    if (!message) return await this.refuse(undefined, 'The message is not a JSON object; send { "positions": [ … ] }')
    const { id, ...rest } = message
    const isList = 'positions' in rest
    if (!isList && !('asset' in rest))
      return await this.refuse(id, 'The message has neither positions nor asset; send { "positions": [ … ] }')
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

  private async refuse(id: unknown, detail: string): Promise<void> {
    const head = id === undefined ? {} : { id }
    await this.send({ type: 'error', ...head, status: 422, code: 'message-invalid', busy: false, detail })
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
    this.waiting.length = 0
    this.options.stream?.destroy()
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
