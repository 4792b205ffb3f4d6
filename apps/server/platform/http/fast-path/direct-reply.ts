import type { FrameReply } from '../body/exchange.ts'

/** What goes out on the wire. */
export interface Outgoing {
  readonly status: number
  /** Lines of the head, each with its line end. */
  readonly headers: string
  readonly body: string | Uint8Array
}

/** A reply of the shortcut, as the frame and the handlers see it. */
export class DirectReply implements FrameReply {
  readonly copiesAtOnce = true
  statusCode = 200
  sent = false
  private headers = ''
  private contentType = 'application/json; charset=utf-8'
  private readonly begun = performance.now()
  private readonly leave: (reply: DirectReply, payload: unknown) => unknown
  private readonly write: (reply: DirectReply, outgoing: Outgoing) => void

  /** `leave` sees a payload before it is written, and may change it. */
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

  /** Names and values are the frame's own; what callers send never gets here unchecked. */
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
    // A handler that fails after its reply has nothing left to say; the failure is in the log.
    if (this.sent) return this
    const written = isWritten(payload) ? payload : JSON.stringify(payload)
    if (written === undefined) throw new Error('the handler gave no reply')
    const body = this.leave(this, written) as Outgoing['body']
    const headers = `content-type: ${this.contentType}\r\n${this.headers}`
    // Only now: whoever failed above may still send why.
    this.sent = true
    this.write(this, { status: this.statusCode, headers, body })
    return this
  }
}

function isWritten(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}
