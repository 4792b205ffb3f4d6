import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** The data to write to the socket. */
export interface OutgoingReply {
  readonly status: number
  /** Header lines, each with its line terminator. */
  readonly headers: string
  readonly body: string | Uint8Array
}

export interface ConnectionOptions {
  readonly keepAliveMs: number
  /** Answers a request with `reply` and returns true. If it returns false, the connection goes to Node's own server. */
  tryHandle(bytes: Buffer, connection: Connection): boolean
  handOverToNode(socket: Socket): void
  /** The Date and Connection header lines. */
  getConnectionHeaderLines(): string
  isDraining(): boolean
  onClose(connection: Connection): void
}

/** Copied into one buffer because two writes cost more than the copy. */
function concatReply(head: string, body: Uint8Array): Buffer {
  const replyBytes = Buffer.allocUnsafe(head.length + body.byteLength)
  replyBytes.write(head, 'latin1')
  replyBytes.set(body, head.length)
  return replyBytes
}

/**
 * A client connection that handles one request at a time. The first request that the fast path does not accept hands
 * the connection over to Node's own server for good.
 */
export class Connection {
  readonly socket: Socket
  private readonly options: ConnectionOptions
  /** `flushing`: the reply has been written, but the client is reading it slowly. */
  private state: 'idle' | 'busy' | 'flushing' | 'closing' = 'idle'
  /** Data that arrived during a request. */
  private bufferedChunks: Buffer[] = []
  /** The client has closed its side. */
  private hasEnded = false

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket
    this.options = options
    socket.setTimeout(options.keepAliveMs)
    socket.on('data', this.onData)
    socket.on('end', this.onEnd)
    socket.on('error', this.onError)
    socket.on('timeout', this.onTimeout)
    socket.on('close', this.onClose)
  }

  /** Writes the reply to the current request and allows the next one. */
  reply({ status, headers, body }: OutgoingReply): void {
    const { socket } = this
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}content-length: ${bytes}\r\n${this.options.getConnectionHeaderLines()}\r\n`
    if (typeof body === 'string') socket.write(head + body, bytes === body.length ? 'latin1' : 'utf8')
    else socket.write(concatReply(head, body))
    // The reply announced that the connection closes, so pipelined requests must not be executed.
    if (this.options.isDraining()) this.close()
    else if (socket.writableNeedDrain) this.waitForDrain()
    else this.continueReading()
  }

  /** Accepts no further request. A reply in progress is still sent. */
  drain(): void {
    if (this.state === 'idle') this.socket.destroy()
    else if (this.state === 'flushing') this.close()
  }

  private readonly onData = (bytes: Buffer): void => {
    if (this.state === 'closing') return
    if (this.state !== 'idle') {
      this.bufferedChunks.push(bytes)
      this.socket.pause()
      return
    }
    this.state = 'busy'
    if (!this.options.tryHandle(bytes, this)) this.handOverToNode(bytes)
  }

  /** A client that reads more slowly than it sends must not fill the memory with replies. */
  private waitForDrain(): void {
    this.state = 'flushing'
    this.socket.pause()
    this.socket.once('drain', () => {
      if (this.state === 'flushing') this.continueReading()
    })
  }

  private continueReading(): void {
    this.state = 'idle'
    if (this.bufferedChunks.length > 0) this.handleBuffered()
    else if (this.hasEnded) this.close()
    else if (this.socket.isPaused()) this.socket.resume()
  }

  /** Deferred so that a client with many pipelined requests takes turns with the others. */
  private handleBuffered(): void {
    this.state = 'busy'
    setImmediate(() => {
      if (this.socket.destroyed) return
      const bytes = Buffer.concat(this.bufferedChunks)
      this.bufferedChunks = []
      this.state = 'idle'
      this.socket.resume()
      this.onData(bytes)
    })
  }

  /** Closes as soon as everything is sent, whether or not the client closes its side. */
  private close(): void {
    this.state = 'closing'
    this.bufferedChunks = []
    this.socket.destroySoon()
  }

  private handOverToNode(bytes: Buffer): void {
    const { socket } = this
    socket.off('data', this.onData)
    socket.off('end', this.onEnd)
    socket.off('error', this.onError)
    socket.off('timeout', this.onTimeout)
    socket.off('close', this.onClose)
    this.options.onClose(this)
    socket.setTimeout(0)
    socket.pause()
    if (this.hasEnded) this.handOverEndedToNode(bytes)
    else {
      socket.unshift(bytes)
      this.options.handOverToNode(socket)
      socket.resume()
    }
  }

  /** Data cannot be pushed back into an ended stream, so the end is emitted again for the new owner. */
  private handOverEndedToNode(bytes: Buffer): void {
    const { socket } = this
    this.options.handOverToNode(socket)
    socket.emit('data', bytes)
    socket.emit('end')
  }

  private readonly onEnd = (): void => {
    this.hasEnded = true
    if (this.state === 'idle') this.close()
  }

  private readonly onTimeout = (): void => {
    if (this.state !== 'busy') this.socket.destroy()
  }

  /** A client disconnect is not our error. */
  private readonly onError = (): void => {
    this.socket.destroy()
  }

  private readonly onClose = (): void => {
    this.options.onClose(this)
  }
}
