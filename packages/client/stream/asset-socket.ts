import type * as Api from '../api-types.ts'
import { computeDelayMs } from '../call/backoff.ts'
import { type Caller, networkError, timeoutError } from '../call/caller.ts'
import { sleep } from '../call/deadline.ts'
import { FairwayError } from '../call/fairway-error.ts'
import { DEFAULT_RETRY_MS, isLiveEventType, type LiveEvent, type StreamOptions } from './live-events.ts'

export interface SocketOptions extends Pick<StreamOptions, 'lastEventId' | 'signal' | 'channel' | 'onBreak'> {
  /** Asset whose events are received. Default: all assets of the account. */
  readonly asset?: string | undefined
  /** Whether events are received. Use `false` for a program that only pushes positions. Default: true. */
  readonly events?: boolean | undefined
  /** Replaces the global `WebSocket`, which Node 20 lacks. */
  readonly webSocket?: typeof WebSocket | undefined
}

/** Connection that sends positions and receives events. It reconnects after interruptions until it is closed. */
export interface AssetSocket {
  /**
   * Pushes up to 1,000 positions of any of your assets. Resolves when they are stored. If the connection breaks before
   * the reply, the push throws, and the positions may have been stored. Set a `time` so that a push can be repeated.
   */
  push(body: Api.PushPositionsRequest): Promise<Api.PushPositionsReply>
  /** Yields the events until the connection is closed. Read them in one loop only. */
  events(): AsyncGenerator<LiveEvent, void, void>
  /** Ends the connection and the loop over its events. */
  close(): void
}

interface PendingPush {
  /** Length of the message. */
  readonly length: number
  readonly resolve: (reply: Api.PushPositionsReply) => void
  readonly reject: (error: FairwayError) => void
}

interface Message {
  readonly type: string
  readonly id?: string | number
  readonly data?: unknown
  readonly status?: number
  readonly busy?: boolean
  readonly code?: string
  readonly detail?: string
  readonly retry_after_s?: number
}

/**
 * Maximum number of events that wait for the loop. A WebSocket cannot be paused, so the connection is closed at this
 * number. The connection resumes after the last received event when the loop has caught up.
 */
const MAX_WAITING_EVENTS = 1000
/** Number of waiting events at which a closed connection resumes. */
const RESUME_WAITING_EVENTS = 500
/** Close code for a key that is no longer valid. */
const POLICY_VIOLATION = 1008
/** Close code for a message above the limit of the service. */
const MESSAGE_TOO_BIG = 1009

export function openAssetSocket(caller: Caller, options: SocketOptions): AssetSocket {
  if ((options.webSocket ?? globalThis.WebSocket) === undefined)
    throw new TypeError('this runtime has no WebSocket; use Node 22 or newer, or pass webSocket')
  const connection = new Connection(caller, options)
  void connection.run()
  return connection
}

class Connection implements AssetSocket {
  private readonly caller: Caller
  private readonly options: SocketOptions
  private readonly stop = new AbortController()
  private readonly pushes = new Map<number, PendingPush>()
  private readonly waiting: LiveEvent[] = []
  private lastEventId: string
  private lastPush = 0
  private socket: WebSocket | undefined
  private error: FairwayError | undefined
  /** Called when an event arrives, the loop has caught up, or the connection opens or ends. */
  private readonly listeners = new Set<() => void>()

  constructor(caller: Caller, options: SocketOptions) {
    this.caller = caller
    this.options = options
    this.lastEventId = options.lastEventId ?? ''
    const { signal } = options
    if (signal?.aborted) this.close()
    else signal?.addEventListener('abort', () => this.close(), { once: true, signal: this.stop.signal })
  }

  async push(body: Api.PushPositionsRequest): Promise<Api.PushPositionsReply> {
    const deadlineMs = Date.now() + this.caller.timeoutMs
    while (this.socket?.readyState !== 1) {
      if (this.stop.signal.aborted) throw this.error ?? networkError('the socket', 1, 'it was closed')
      await this.waitForChange(deadlineMs - Date.now())
      if (Date.now() >= deadlineMs) throw timeoutError('the socket', this.caller.timeoutMs, 1)
    }
    const { socket } = this
    const id = ++this.lastPush
    return await new Promise((resolve, reject) => {
      // Without a reply, the connection is probably dead, which a browser does not notice by itself.
      const timer = setTimeout(() => {
        this.settle(id)?.reject(timeoutError('push', this.caller.timeoutMs, 1))
        socket.close()
      }, deadlineMs - Date.now())
      const whenSettled = <T>(listener: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          listener(value)
        }
      }
      const text = JSON.stringify({ ...body, id })
      this.pushes.set(id, { length: text.length, resolve: whenSettled(resolve), reject: whenSettled(reject) })
      socket.send(text)
    })
  }

  async *events(): AsyncGenerator<LiveEvent, void, void> {
    try {
      for (;;) {
        const event = this.waiting.shift()
        if (event) {
          if (this.waiting.length === RESUME_WAITING_EVENTS) this.change()
          yield event
          if (event.type === 'removed' && event.data.removed === this.options.asset) return
        } else if (this.stop.signal.aborted) {
          if (this.error) throw this.error
          return
        } else {
          await this.waitForChange()
        }
      }
    } finally {
      this.close()
    }
  }

  close(): void {
    this.stop.abort()
    this.socket?.close()
    this.change()
  }

  /** Keeps the connection open until it is closed or refused. */
  async run(): Promise<void> {
    let wasOpen = false
    for (let failures = 0; !this.stop.signal.aborted; ) {
      const { isOpened, code, reason } = await this.connect()
      if (code === MESSAGE_TOO_BIG) this.failLargestPush(reason)
      this.failPushes()
      if (this.stop.signal.aborted) return
      wasOpen ||= isOpened
      failures = isOpened ? 1 : failures + 1
      const error = code === POLICY_VIOLATION ? makeRefusal(401, reason) : isOpened ? undefined : await this.findError()
      if (error && (!error.busy || (!wasOpen && failures > this.caller.retries))) {
        this.error = error
        return this.close()
      }
      while (this.waiting.length > RESUME_WAITING_EVENTS && !this.stop.signal.aborted) await this.waitForChange()
      const delayMs = computeDelayMs(failures, error?.retryAfterS, Math.random(), DEFAULT_RETRY_MS)
      this.options.onBreak?.({ failures, delayMs, error })
      await sleep(delayMs, this.stop.signal)
    }
  }

  /** Opens a connection and resolves when it has ended. */
  private connect(): Promise<{ readonly isOpened: boolean; readonly code: number; readonly reason: string }> {
    const { asset, channel, events = true, webSocket = globalThis.WebSocket } = this.options
    const query = { asset, channel, last_event_id: this.lastEventId || undefined, stream: events ? undefined : false }
    const { url, protocols } = this.caller.toSocketTarget('/v1/assets/socket', query)
    return new Promise((resolve) => {
      let isOpened = false
      const socket = new webSocket(url, protocols)
      this.socket = socket
      socket.onopen = () => {
        isOpened = true
        this.change()
      }
      socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as Message, socket)
      socket.onerror = () => undefined
      socket.onclose = ({ code, reason }) => resolve({ isOpened, code, reason })
    })
  }

  private receive(message: Message, socket: WebSocket): void {
    const { type, id, data } = message
    if (type === 'accepted') return this.settle(id)?.resolve(message as unknown as Api.PushPositionsReply)
    if (type === 'error') return this.settle(id)?.reject(toError(message))
    // Events that a closing connection still delivers are sent again after the reconnection.
    if (!isLiveEventType(type) || socket.readyState !== 1) return
    if (id !== undefined) this.lastEventId = String(id)
    this.waiting.push({ id: this.lastEventId, type, data } as LiveEvent)
    if (this.waiting.length >= MAX_WAITING_EVENTS) socket.close()
    this.change()
  }

  private settle(id: Message['id']): PendingPush | undefined {
    const push = this.pushes.get(Number(id))
    this.pushes.delete(Number(id))
    return push
  }

  /** Fails the push that the service cannot have accepted, so that nobody repeats it. The others can be repeated. */
  private failLargestPush(detail: string): void {
    const [largest] = [...this.pushes].sort(([, a], [, b]) => b.length - a.length)
    if (largest) this.settle(largest[0])?.reject(makeRefusal(413, detail, 'message-too-large'))
  }

  private failPushes(): void {
    const error = networkError('push', 1, 'the connection ended before the reply')
    for (const id of [...this.pushes.keys()]) this.settle(id)?.reject(error)
  }

  /**
   * Finds the reason for a refused handshake, which a WebSocket does not report. The request is the one that the service
   * checks at the handshake, except that its position has no asset and is not stored.
   */
  private async findError(): Promise<FairwayError> {
    const { asset, channel, events = true } = this.options
    const callOptions = { retries: 0, signal: this.stop.signal }
    const headers = {
      ...(channel === undefined ? {} : { 'x-service-live-channel': channel }),
      ...(this.lastEventId === '' ? {} : { 'last-event-id': this.lastEventId }),
    }
    const input = { query: { seconds: 0 }, headers }
    try {
      if (!events) await this.caller.call('pushPositions', { body: { positions: [{}] } }, callOptions)
      else if (asset === undefined) await this.caller.call('streamAssets', input, callOptions)
      else await this.caller.call('streamAsset', { ...input, id: asset }, callOptions)
    } catch (error) {
      if (error instanceof FairwayError) return error
    }
    return networkError('the socket', 1, 'the connection was refused')
  }

  private waitForChange(maxMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = maxMs === undefined ? undefined : setTimeout(() => listener(), maxMs)
      const listener = () => {
        clearTimeout(timer)
        this.listeners.delete(listener)
        resolve()
      }
      this.listeners.add(listener)
    })
  }

  private change(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

function makeRefusal(status: number, detail: string, code?: string): FairwayError {
  return new FairwayError({ kind: 'reply', status, busy: false, code, detail, attempts: 1 })
}

function toError({ status = 0, busy = false, code, detail = '', retry_after_s: retryAfterS }: Message): FairwayError {
  return new FairwayError({ kind: 'reply', status, busy, code, detail, retryAfterS, attempts: 1 })
}
