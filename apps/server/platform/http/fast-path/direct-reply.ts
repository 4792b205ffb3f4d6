import type { FrameReply } from '../body/exchange.ts'

/** The data to write to the socket. */
export interface Outgoing {
  readonly status: number
  /** Header lines, each with its line terminator. */
  readonly headers: string
  readonly body: string | Uint8Array
}

/** A reply on the fast path. */
export class DirectReply implements FrameReply {
  readonly copiesAtOnce = true
  statusCode = 200
  sent = false
  private headers = ''
  private contentType = 'application/json; charset=utf-8'
  private readonly begun = performance.now()
  private readonly leave: (reply: DirectReply, payload: unknown) => unknown
  private readonly write: (reply: DirectReply, outgoing: Outgoing) => void

  /** `leave` receives the payload before it is written and may change it. */
  constructor(
    leave: (reply: DirectReply, payload: unknown) => unknown,
    write: (reply: DirectReply, outgoing: Outgoing) => void,
  ) {
    this.leave = leave
    this.write = write
  }

  get elapsedTime(): number {
    return performance.now() - this.begun
  }

  /** Names and values come from the framework. Caller input never gets here unchecked. */
  header(name: string, value: string | number): this {
    this.headers += `${name}: ${value}\r\n`
    return this
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  type(contentType: string): this {
    this.contentType = contentType
    return this
  }

  send(payload: unknown): this {
    // A handler that fails after its reply cannot send anything more; the failure is logged.
    if (this.sent) return this
    const written = isWritten(payload) ? payload : JSON.stringify(payload)
    if (written === undefined) throw new Error('the handler returned no reply')
    const body = this.leave(this, written) as Outgoing['body']
    const headers = `content-type: ${this.contentType}\r\n${this.headers}`
    // Set only now, so that a failure above can still be sent.
    this.sent = true
    this.write(this, { status: this.statusCode, headers, body })
    return this
  }
}

function isWritten(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}
