import type { Socket } from 'node:net'
import type { FrameRequest } from '../body/exchange.ts'
import type { Caller } from '../guard/caller.ts'
import type { Addressed } from './address.ts'
import type { PlainHead, WholeRequest } from './whole-request.ts'

const NOBODY = { kind: 'anonymous', address: '' } as const
const NO_QUERY = {}

/** A request on the fast path. */
export class DirectRequest implements FrameRequest, Addressed {
  readonly id: string
  readonly method = 'POST'
  readonly url: string
  readonly headers: PlainHead['headers']
  readonly socket: Socket
  readonly query = NO_QUERY
  readonly is404 = false
  body: unknown = undefined
  operation: FrameRequest['operation'] = null
  caller: Caller = NOBODY
  reservation: FrameRequest['reservation'] = null
  ignored: FrameRequest['ignored'] = null
  private readonly bytes: Buffer
  private readonly bodyStart: number
  private readonly addressOf: (request: Addressed) => string

  constructor(
    id: string,
    { head, bodyStart }: WholeRequest,
    bytes: Buffer,
    socket: Socket,
    addressOf: (request: Addressed) => string,
  ) {
    this.id = id
    this.url = head.path
    this.headers = head.headers
    this.bytes = bytes
    this.bodyStart = bodyStart
    this.socket = socket
    this.addressOf = addressOf
  }

  get ip(): string {
    return this.addressOf(this)
  }

  /** The raw body. */
  text(): string {
    return this.bytes.toString('utf8', this.bodyStart)
  }
}
