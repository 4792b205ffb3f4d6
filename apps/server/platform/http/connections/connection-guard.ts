import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { toLimitedIp } from '../guard/caller.ts'
import { endWithProblem } from '../malformed-http.ts'
import type { ConnectionCounter } from './connection-counts.ts'
import { ConnectionPace } from './connection-pace.ts'
import { SocketProgress } from './socket-progress.ts'

export interface ConnectionGuardOptions {
  readonly counter: ConnectionCounter
  /** Returns whether an address belongs to a trusted proxy, which may open any number of connections. */
  readonly isProxy: (ip: string) => boolean
  readonly createRequestId: () => string
  readonly log: { warn(fields: object, message: string): void }
  /** Interval at which slow connections are closed, in milliseconds, for tests. */
  readonly sweepIntervalMs?: number
  readonly now?: () => number
}

const SWEEP_INTERVAL_MS = 2000
/**
 * Maximum number of rejected connections that stay open briefly, so that the client can read the reply. Further
 * connections are closed immediately.
 */
const MAX_LINGERING = 100
const LINGER_MS = 1000

/** Limits the number of open connections, and closes connections whose client reads or writes too slowly. */
export class ConnectionGuard {
  private readonly options: ConnectionGuardOptions
  private readonly now: () => number
  private readonly progressBySocket = new Map<Socket, SocketProgress>()
  private readonly sweepTimer: NodeJS.Timeout
  private lingeringCount = 0
  private refusedCount = 0
  private droppedCount = 0

  /**
   * Creates the guard. All other listeners must already be added to the server, because the guard decides which
   * connections they receive.
   */
  constructor(server: Server, options: ConnectionGuardOptions) {
    this.options = options
    this.now = options.now ?? (() => performance.now())
    const listeners = server.listeners('connection')
    server.removeAllListeners('connection')
    const pace = new ConnectionPace((socket) => {
      for (const listener of listeners) listener.call(server, socket)
    })
    server.on('connection', (socket: Socket) => {
      if (this.tryAccept(socket)) pace.add(socket)
    })
    server.prependListener('request', (request: IncomingMessage) => {
      this.progressBySocket.get(request.socket)?.beginRequest(request, this.now())
    })
    this.sweepTimer = setInterval(() => this.sweep(), options.sweepIntervalMs ?? SWEEP_INTERVAL_MS)
    this.sweepTimer.unref()
  }

  close(): void {
    clearInterval(this.sweepTimer)
  }

  /** Closes connections that are too slow. */
  sweep(): void {
    const nowMs = this.now()
    for (const [socket, progress] of this.progressBySocket) {
      const problem = progress.findProblem(nowMs)
      if (!problem) continue
      this.droppedCount++
      if (problem === 'slow-request')
        endWithProblem(socket, { kind: 'request-too-slow' }, this.options.createRequestId())
      socket.destroySoon()
      // Only a client that sends too slowly can be expected to read the reply.
      if (problem !== 'slow-request') socket.destroy()
    }
    this.report()
  }

  private tryAccept(socket: Socket): boolean {
    const { counter, isProxy } = this.options
    const ip = socket.remoteAddress ?? ''
    const address = isProxy(ip) ? undefined : toLimitedIp(ip)
    const exceededLimit = counter.tryOpen(address)
    if (exceededLimit) {
      this.refuse(socket, exceededLimit)
      return false
    }
    this.progressBySocket.set(socket, new SocketProgress(socket, this.now()))
    socket.once('close', () => {
      this.progressBySocket.delete(socket)
      counter.close(address)
    })
    return true
  }

  private refuse(socket: Socket, exceededLimit: 'total' | 'address'): void {
    this.refusedCount++
    socket.on('error', () => socket.destroy())
    const { maxPerAddress } = this.options.counter.limits
    endWithProblem(
      socket,
      exceededLimit === 'address'
        ? { kind: 'connections-of-address', max: maxPerAddress }
        : { kind: 'connections-used' },
      this.options.createRequestId(),
    )
    if (this.lingeringCount >= MAX_LINGERING) return void socket.destroySoon()
    this.lingeringCount++
    // If the socket closes with unread data, the operating system discards the reply.
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    timer.unref()
    socket.once('close', () => {
      clearTimeout(timer)
      this.lingeringCount--
    })
  }

  private report(): void {
    if (this.refusedCount === 0 && this.droppedCount === 0) return
    const fields = { refused: this.refusedCount, dropped: this.droppedCount, open: this.progressBySocket.size }
    this.options.log.warn(fields, 'connections were refused at a limit, or dropped because the client was too slow')
    this.refusedCount = 0
    this.droppedCount = 0
  }
}
