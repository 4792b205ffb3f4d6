import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { allowBrowser } from '../browser-access.ts'
import { type RunnableOperation, runOperation } from '../run-operation.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { DirectReply } from './direct-reply.ts'
import { type DirectOptions, DirectRequest } from './direct-request.ts'
import { RequestReader, type WholeRequest } from './whole-request.ts'

export interface FastPathOptions extends DirectOptions {
  readonly server: Server
  readonly keepAliveMs: number
  readonly nextId: (request: { headers: Record<string, unknown> }) => string
}

export interface DirectOperation extends RunnableOperation {
  /** Larger bodies take the regular path. */
  readonly maxBodyBytes: number
}

/**
 * The fast path from the socket to an operation. Node's HTTP server and Fastify together cost more per request than
 * finding a route. Most of that is for features such requests do not use: streams, chunks, upgrades, parameters.
 * Complete, plain requests to operations that opt in are answered here, with the same steps in the same order. All
 * others take the regular path on the same port, and callers cannot see a difference.
 */
export class FastPath {
  private readonly options: FastPathOptions
  private readonly operations = new Map<string, DirectOperation>()
  private readonly connections = new Set<Connection>()
  private readonly reader = new RequestReader()
  private draining = false
  private dateSecond = -1
  private closing = ''

  constructor(options: FastPathOptions) {
    this.options = options
    const { server, keepAliveMs } = options
    const listeners = server.listeners('connection')
    if (listeners.length === 0) throw new Error('the server does not listen to connections')
    server.removeAllListeners('connection')
    const each: ConnectionOptions = {
      keepAliveMs,
      take: (bytes, connection) => this.take(bytes, connection),
      handOver: (socket) => {
        for (const listener of listeners) listener.call(server, socket)
      },
      closingLines: () => this.closingLines(),
      isDraining: () => this.draining,
      onClose: (connection) => this.connections.delete(connection),
    }
    server.on('connection', (socket: Socket) => this.connections.add(new Connection(socket, each)))
  }

  add(operation: DirectOperation): void {
    const { name, method, params, query, headers, prepare, replyHeaders } = operation.steps.operation
    if (method !== 'POST' || params || query || headers || prepare || replyHeaders) {
      throw new Error(`${name} cannot take the fast path: only a POST with nothing but a body can`)
    }
    this.operations.set(operation.steps.operation.path, operation)
  }

  /** Closes connections after their reply from now on, and idle ones immediately. */
  drain(): void {
    this.draining = true
    this.closing = ''
    for (const connection of this.connections) connection.drain()
  }

  private take(bytes: Buffer, connection: Connection): boolean {
    const whole = this.reader.read(bytes)
    const operation = whole && this.operations.get(whole.head.path)
    if (!operation || bytes.length - whole.bodyStart > operation.maxBodyBytes) return false
    this.answer(whole, operation, bytes, connection)
    return true
  }

  private answer(whole: WholeRequest, operation: DirectOperation, bytes: Buffer, connection: Connection): void {
    const { options } = this
    const request = new DirectRequest(options.nextId(whole.head), whole, bytes, connection.socket, options)
    const reply = new DirectReply(operation, request, connection)
    reply.header('x-request-id', request.id)
    allowBrowser(request, reply)
    runOperation(operation, request, reply)
  }

  /** Built once per second. */
  private closingLines(): string {
    const now = this.options.clock.now()
    const second = Math.floor(now / 1000)
    if (second !== this.dateSecond || this.closing === '') {
      this.dateSecond = second
      const keep = `connection: keep-alive\r\nkeep-alive: timeout=${this.options.keepAliveMs / 1000}\r\n`
      this.closing = `date: ${new Date(now).toUTCString()}\r\n${this.draining ? 'connection: close\r\n' : keep}`
    }
    return this.closing
  }
}
