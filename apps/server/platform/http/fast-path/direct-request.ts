import type { Socket } from 'node:net'
import type { OperationContext, RequestHeaders } from '../../../operations/define-operation.ts'
import type { Clock } from '../../clock.ts'
import type { FrameRequest } from '../body/exchange.ts'
import { parseJsonBody } from '../body/json-body.ts'
import type { Caller } from '../guard/caller.ts'
import type { RunRequest } from '../run-operation.ts'
import type { Addressed } from './address.ts'
import type { WholeRequest } from './whole-request.ts'

const NOBODY: Caller = { kind: 'anonymous', address: '' }
const NOTHING = {}

/** What all requests of the fast path share. */
export interface DirectOptions {
  readonly addressOf: (request: Addressed) => string
  readonly clock: Clock
  readonly log: OperationContext['log']
}

/** A request on the fast path, and its own context. */
export class DirectRequest implements RunRequest, Addressed {
  readonly id: string
  readonly method = 'POST'
  readonly url: string
  readonly headers: RequestHeaders
  readonly socket: Socket
  readonly params = NOTHING
  readonly query = NOTHING
  readonly is404 = false
  body: unknown = undefined
  operation: FrameRequest['operation'] = null
  caller: Caller = NOBODY
  prepared: unknown = undefined
  reservation: FrameRequest['reservation'] = null
  ignored: FrameRequest['ignored'] = null
  private readonly bytes: Buffer
  private readonly bodyStart: number
  private readonly options: DirectOptions

  constructor(id: string, { head, bodyStart }: WholeRequest, bytes: Buffer, socket: Socket, options: DirectOptions) {
    this.id = id
    this.url = head.path
    this.headers = head.headers
    this.bytes = bytes
    this.bodyStart = bodyStart
    this.socket = socket
    this.options = options
  }

  get ip(): string {
    return this.options.addressOf(this)
  }

  get log(): OperationContext['log'] {
    return this.options.log
  }

  now(): number {
    return this.options.clock.now()
  }

  readBody(): void {
    this.body = parseJsonBody(this.bytes.toString('utf8', this.bodyStart))
  }

  onDisconnect(act: () => void): () => void {
    this.socket.once('close', act)
    return () => void this.socket.off('close', act)
  }

  abandon(): void {
    this.socket.destroy()
  }
}
