import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addCorsHeaders } from '../browser-access.ts'
import type { Mounts } from '../mounts.ts'
import { runOperation } from '../run-operation.ts'
import { Connection, type ConnectionOptions, type RequestAcceptance } from './connection.ts'
import { DirectReply } from './direct-reply.ts'
import { DirectRequest, type DirectRequestOptions } from './direct-request.ts'
import { type DirectOperation, FastOperations, type OperationMatch } from './fast-operations.ts'
import { type PlainRequest, RequestReader } from './plain-request.ts'

export interface FastPathOptions extends DirectRequestOptions {
  readonly server: Server
  readonly keepAliveMs: number
  readonly compressesReplies: boolean
  readonly createRequestId: (request: { headers: Record<string, unknown> }) => string
  readonly mounts: Pick<Mounts, 'isEmpty' | 'isMounted'>
}

/**
 * Maximum size of a request that the fast path collects from several chunks. A single chunk never exceeds this size, so
 * collecting chunks never uses more memory than a request in one chunk.
 */
export const MAX_INCOMPLETE_BYTES = 65_536
/**
 * Interval after which a request that is still incomplete moves to Node's own server, which limits how long a request
 * may take to arrive.
 */
const INCOMPLETE_SWEEP_MS = 1000

/**
 * Fast path from the socket to an operation. Node's HTTP server and Fastify together cost more per request than finding
 * a route. Most of that cost is for streams, chunks, upgrades and hooks, which plain requests do not use. The fast
 * path handles plain requests to operations that opt in, with the same steps in the same order. All other
 * requests take the regular path on the same port. Callers cannot see a difference.
 */
export class FastPath {
  private readonly options: FastPathOptions
  private readonly operations = new FastOperations()
  private readonly connections = new Set<Connection>()
  private readonly reader = new RequestReader()
  private readonly sweepTimer: NodeJS.Timeout
  private isDraining = false
  private cachedDateSecond = -1
  private cachedHeaderLines = ''

  constructor(options: FastPathOptions) {
    this.options = options
    const { server, keepAliveMs } = options
    const listeners = server.listeners('connection')
    if (listeners.length === 0) throw new Error('the server has no connection listeners')
    server.removeAllListeners('connection')
    const connectionOptions: ConnectionOptions = {
      keepAliveMs,
      tryHandle: (bytes, connection) => this.tryHandle(bytes, connection),
      handOverToNode: (socket) => {
        for (const listener of listeners) listener.call(server, socket)
      },
      getConnectionHeaderLines: () => this.getConnectionHeaderLines(),
      isDraining: () => this.isDraining,
      onClose: (connection) => this.connections.delete(connection),
    }
    server.on('connection', (socket: Socket) => this.connections.add(new Connection(socket, connectionOptions)))
    this.sweepTimer = setInterval(() => {
      for (const connection of this.connections) connection.sweep()
    }, INCOMPLETE_SWEEP_MS)
    this.sweepTimer.unref()
  }

  add(operation: DirectOperation): void {
    this.operations.add(operation)
  }

  /** Closes idle connections immediately, and every other connection after its reply. */
  drain(): void {
    this.isDraining = true
    clearInterval(this.sweepTimer)
    this.cachedHeaderLines = ''
    for (const connection of this.connections) connection.drain()
  }

  private tryHandle(bytes: Buffer, connection: Connection): RequestAcceptance {
    const plainRequest = this.reader.read(bytes)
    const match = plainRequest && this.operations.find(plainRequest.head)
    if (!match || (plainRequest.head.bodyBytes ?? 0) > match.operation.maxBodyBytes) return 'rejected'
    const { mounts } = this.options
    // The regular path rewrites the paths of mounts, which do not serve the other parts of the API.
    if (!mounts.isEmpty && mounts.isMounted(plainRequest.head, connection.socket)) return 'rejected'
    if (plainRequest.bodyEnd > bytes.length)
      return plainRequest.bodyEnd > MAX_INCOMPLETE_BYTES ? 'rejected' : 'incomplete'
    if (plainRequest.bodyEnd < bytes.length) connection.keepForLater(bytes.subarray(plainRequest.bodyEnd))
    this.handleRequest(plainRequest, match, bytes, connection)
    return 'handled'
  }

  private handleRequest(
    plainRequest: PlainRequest,
    match: OperationMatch,
    bytes: Buffer,
    connection: Connection,
  ): void {
    const { options } = this
    const request = new DirectRequest(
      options.createRequestId(plainRequest.head),
      plainRequest,
      match,
      bytes,
      connection.socket,
      options,
    )
    const reply = new DirectReply(match.operation, request, connection, options.compressesReplies)
    reply.header('x-request-id', request.id)
    addCorsHeaders(request, reply)
    runOperation(match.operation, request, reply)
  }

  /** Returns the cached header lines, which are rebuilt once per second. */
  private getConnectionHeaderLines(): string {
    const now = this.options.clock.now()
    const second = Math.floor(now / 1000)
    if (second !== this.cachedDateSecond || this.cachedHeaderLines === '') {
      this.cachedDateSecond = second
      const keepAliveLines = `connection: keep-alive\r\nkeep-alive: timeout=${this.options.keepAliveMs / 1000}\r\n`
      this.cachedHeaderLines = `date: ${new Date(now).toUTCString()}\r\n${this.isDraining ? 'connection: close\r\n' : keepAliveLines}`
    }
    return this.cachedHeaderLines
  }
}
