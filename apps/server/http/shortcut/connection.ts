import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Outgoing } from './direct-reply.ts'

export interface ConnectionOptions {
  readonly keepAliveMs: number
  /** Answers a request by `reply` and says true, or says false: then the connection goes to Node's own server. */
  take(bytes: Buffer, connection: Connection): boolean
  handOver(socket: Socket): void
  /** The lines about the date and the connection. */
  closingLines(): string
  isDraining(): boolean
  onClose(connection: Connection): void
}

/** Copied together: two pieces in one packet cost more than the copy. */
function joined(head: string, body: Uint8Array): Buffer {
  const both = Buffer.allocUnsafe(head.length + body.byteLength)
  both.write(head, 'latin1')
  both.set(body, head.length)
  return both
}

/**
 * One client's connection, one request at a time. The first request that is not taken takes the connection with it:
 * from then on it belongs to Node's own server.
 */
export class Connection {
  readonly socket: Socket
  private readonly options: ConnectionOptions
  private busy = false
  /** What arrived while a request was being answered. */
  private held: Buffer[] = []
  private ended = false

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket
    this.options = options
    socket.setTimeout(options.keepAliveMs)
    socket.on('data', this.onData)
    socket.on('end', this.onEnd)
    socket.on('error', this.onError)
    socket.on('timeout', this.closeIfIdle)
    socket.on('close', this.onClose)
  }

  /** Writes the reply to the request at hand; then the next one may come. */
  reply({ status, headers, body }: Outgoing): void {
    const { socket } = this
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}content-length: ${bytes}\r\n${this.options.closingLines()}\r\n`
    if (typeof body === 'string') socket.write(head + body, bytes === body.length ? 'latin1' : 'utf8')
    else socket.write(joined(head, body))
    this.busy = false
    if (this.ended || this.options.isDraining()) socket.end()
    else if (socket.writableNeedDrain) this.waitForDrain()
    else if (this.held.length > 0) this.goOn()
  }

  closeIfIdle = (): void => {
    if (!this.busy) this.socket.destroy()
  }

  private readonly onData = (bytes: Buffer): void => {
    if (this.busy) {
      this.held.push(bytes)
      this.socket.pause()
      return
    }
    this.busy = true
    if (!this.options.take(bytes, this)) this.handOver(bytes)
  }

  /** A client that reads slower than it asks must not fill our memory with replies. */
  private waitForDrain(): void {
    this.busy = true
    this.socket.pause()
    this.socket.once('drain', () => {
      this.busy = false
      this.goOn()
    })
  }

  /** Not at once: a client that sends many requests in one breath takes turns with the others. */
  private goOn(): void {
    setImmediate(() => {
      if (this.socket.destroyed) return
      const held = this.held
      this.held = []
      this.socket.resume()
      if (held.length > 0) this.onData(held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held))
    })
  }

  private handOver(bytes: Buffer): void {
    const { socket } = this
    socket.off('data', this.onData)
    socket.off('end', this.onEnd)
    socket.off('error', this.onError)
    socket.off('timeout', this.closeIfIdle)
    socket.off('close', this.onClose)
    this.options.onClose(this)
    socket.setTimeout(0)
    socket.pause()
    socket.unshift(bytes)
    this.options.handOver(socket)
    socket.resume()
  }

  private readonly onEnd = (): void => {
    this.ended = true
    if (!this.busy) this.socket.end()
  }

  /** A client that has gone away is no fault of ours. */
  private readonly onError = (): void => {
    this.socket.destroy()
  }

  private readonly onClose = (): void => {
    this.options.onClose(this)
  }
}
