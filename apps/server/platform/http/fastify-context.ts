import type { FastifyRequest } from 'fastify'
import type { OperationContext } from '../../operations/define-operation.ts'
import type { Clock } from '../clock.ts'

/**
 * Fields of the client's request. A call from another node contains the values that this node received from the client.
 */
type ClientRequest = Pick<OperationContext, 'url' | 'ip'>

/** Context of a call that arrived through Fastify, either from a client or from another node. */
export class FastifyContext implements OperationContext {
  private readonly request: FastifyRequest
  private readonly clock: Pick<Clock, 'now'>
  private readonly clientRequest: ClientRequest

  constructor(request: FastifyRequest, clock: Pick<Clock, 'now'>, clientRequest: ClientRequest = request) {
    this.request = request
    this.clock = clock
    this.clientRequest = clientRequest
  }

  get id(): string {
    return this.request.id
  }

  get method(): string {
    return this.request.method
  }

  get url(): string {
    return this.clientRequest.url
  }

  get ip(): string {
    return this.clientRequest.ip
  }

  get caller(): OperationContext['caller'] {
    return this.request.caller
  }

  get prepared(): unknown {
    return this.request.prepared
  }

  get ignored(): readonly string[] | null {
    return this.request.ignored
  }

  set ignored(fields: readonly string[] | null) {
    this.request.ignored = fields
  }

  get log(): OperationContext['log'] {
    return this.request.log
  }

  now(): number {
    return this.clock.now()
  }

  onDisconnect(listener: () => void): () => void {
    const { socket } = this.request.raw
    // The client may have disconnected while the request waited for its turn.
    if (socket.destroyed) listener()
    else socket.once('close', listener)
    return () => void socket.off('close', listener)
  }
}
