import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../clock.ts'
import { allowBrowser } from '../browser-access.ts'
import type { Addressed } from './address.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { type DirectOperation, perform } from './direct-operation.ts'
import { DirectReply } from './direct-reply.ts'
import { DirectRequest } from './direct-request.ts'
import { RequestReader, type WholeRequest } from './whole-request.ts'

export interface ShortcutOptions {
  readonly server: Server
  readonly clock: Clock
  readonly keepAliveMs: number
  readonly nextId: (request: { headers: Record<string, unknown> }) => string
  readonly addressOf: (request: Addressed) => string
}

/**
 * The fast path from the socket to an operation. Node's HTTP server and Fastify together cost more per request than
 * finding a route. Most of that is for features such requests do not use: streams, chunks, upgrades, parameters.
 * Complete, plain requests to operations that opt in are answered here, with the same steps in the same order. All
 * others take the regular path on the same port, and callers cannot see a difference.
 */
export class Shortcut {
  private readonly options: ShortcutOptions
  private readonly operations = new Map<string, DirectOperation>()
  private readonly connections = new Set<Connection>()
  private readonly reader = new RequestReader()
  private draining = false
  private dateSecond = -1
  private closing = ''

  constructor(options: ShortcutOptions) {
    this.options = options
    const { server, keepAliveMs } = options
    const [longWay] = server.listeners('connection')
    if (!longWay) throw new Error('the server does not listen to connections')
    server.off('connection', longWay as never)
    const each: ConnectionOptions = {
      keepAliveMs,
      take: (bytes, connection) => this.take(bytes, connection),
      handOver: (socket) => longWay.call(server, socket),
      closingLines: () => this.closingLines(),
      isDraining: () => this.draining,
      onClose: (connection) => this.connections.delete(connection),
    }
    server.on('connection', (socket: Socket) => this.connections.add(new Connection(socket, each)))
  }

  add(path: string, operation: DirectOperation): void {
    this.operations.set(path, operation)
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
    if (!operation || bytes.length - whole.bodyStart > operation.mostBodyBytes) return false
    this.answer(whole, operation, bytes, connection)
    return true
  }

  private answer(whole: WholeRequest, operation: DirectOperation, bytes: Buffer, connection: Connection): void {
    const { nextId, addressOf } = this.options
    const request = new DirectRequest(nextId(whole.head), whole, bytes, connection.socket, addressOf)
    const reply = new DirectReply(
      (sending, payload) => operation.leave(request, sending, payload),
      (sending, outgoing) => {
        connection.reply(outgoing)
        operation.finish(request, sending)
      },
    )
    reply.header('x-request-id', request.id)
    allowBrowser(request, reply)
    perform(operation, request, reply)
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
