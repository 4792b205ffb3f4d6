import type { Socket } from 'node:net'
import { parse } from 'node:querystring'
import type { OperationContext, RequestHeaders } from '../../../operations/define-operation.ts'
import type { Clock } from '../../clock.ts'
import { threadTurns } from '../../compute/turns.ts'
import type { HttpRequest } from '../body/exchange.ts'
import { parseJsonBody } from '../body/json-body.ts'
import { MAX_BYTES_WITHOUT_TURN } from '../body/read-json-bodies.ts'
import { type Caller, toTaskOwner } from '../guard/caller.ts'
import type { RunnableRequest } from '../run-operation.ts'
import type { RequestWithSocket } from './client-ip.ts'
import type { OperationMatch } from './fast-operations.ts'
import type { PlainRequest } from './plain-request.ts'

const ANONYMOUS_CALLER: Caller = { kind: 'anonymous', address: '' }

const NO_KEY_LIMIT = { maxKeys: 0 }

/** Dependencies that all requests on the fast path share. */
export interface DirectRequestOptions {
  readonly getIp: (request: RequestWithSocket) => string
  readonly clock: Clock
  readonly log: OperationContext['log']
}

/** Request on the fast path, which is also its own context. */
export class DirectRequest implements RunnableRequest, RequestWithSocket {
  readonly id: string
  readonly method: PlainRequest['head']['method']
  readonly url: string
  readonly headers: RequestHeaders
  readonly socket: Socket
  readonly params: object
  readonly is404 = false
  body: unknown = undefined
  operation: HttpRequest['operation'] = null
  caller: Caller = ANONYMOUS_CALLER
  prepared: unknown = undefined
  reservation: HttpRequest['reservation'] = null
  ignored: HttpRequest['ignored'] = null
  private parsedQuery: object | undefined
  private readonly queryString: string | undefined
  private readonly bytes: Buffer
  private readonly bodyStart: number
  private readonly bodyEnd: number
  private readonly options: DirectRequestOptions

  constructor(
    id: string,
    { head, bodyStart, bodyEnd }: PlainRequest,
    { operation, params }: OperationMatch,
    bytes: Buffer,
    socket: Socket,
    options: DirectRequestOptions,
  ) {
    this.id = id
    this.method = head.method
    this.url = head.url
    this.queryString = head.query
    this.params = params
    // Requests share their headers, and validation may change the type of a value.
    this.headers = operation.steps.operation.headers ? { ...head.headers } : head.headers
    this.bytes = bytes
    this.bodyStart = bodyStart
    this.bodyEnd = bodyEnd
    this.socket = socket
    this.options = options
  }

  /** Parsed query, in which validation can set default values. */
  get query(): object {
    this.parsedQuery ??= this.queryString === undefined ? {} : parse(this.queryString, '&', '=', NO_KEY_LIMIT)
    return this.parsedQuery
  }

  get ip(): string {
    return this.options.getIp(this)
  }

  get log(): OperationContext['log'] {
    return this.options.log
  }

  now(): number {
    return this.options.clock.now()
  }

  waitForTurn(): Promise<void> | undefined {
    if (this.bodyEnd - this.bodyStart <= MAX_BYTES_WITHOUT_TURN) return undefined
    return threadTurns.take(toTaskOwner(this.caller).id)
  }

  readBody(): void {
    if (this.method === 'POST') this.body = parseJsonBody(this.bytes.toString('utf8', this.bodyStart, this.bodyEnd))
  }

  onDisconnect(listener: () => void): () => void {
    if (this.socket.destroyed) listener()
    else this.socket.once('close', listener)
    return () => void this.socket.off('close', listener)
  }

  abandon(): void {
    this.socket.destroy()
  }
}
