import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'

/** Reply that is ready to be written to the socket. */
export interface OutgoingReply {
  readonly status: number
  /** Header lines with their line terminators. */
  readonly headers: string
  /** A stream is sent in chunks while it is read. */
  readonly body: string | Uint8Array | Readable
}

/**
 * Result of offering the received bytes to the fast path. A handled request gets a reply. An incomplete request is
 * offered again with more bytes. After a rejected request, Node's own server takes over the connection.
 */
export type RequestAcceptance = 'handled' | 'incomplete' | 'rejected'

export interface ConnectionOptions {
  readonly keepAliveMs: number
  tryHandle(bytes: Buffer, connection: Connection): RequestAcceptance
  handOverToNode(socket: Socket): void
  /** Returns the Date and Connection header lines. */
  getConnectionHeaderLines(): string
  isDraining(): boolean
  onClose(connection: Connection): void
}

/**
 * Maximum number of chunks of a request. Many clients send the head and the body separately. A client that sends many
 * tiny chunks would make the server copy the request again and again.
 */
export const MAX_CHUNKS = 8

/** Copies the head and the body into one buffer, because two writes cost more than the copy. */
function concatReply(head: string, body: Uint8Array): Buffer {
  const replyBytes = Buffer.allocUnsafe(head.length + body.byteLength)
  replyBytes.write(head, 'latin1')
  replyBytes.set(body, head.length)
  return replyBytes
}

/**
 * Client connection that handles one request at a time. The first request that the fast path does not accept moves the
 * connection permanently to Node's own server.
 */
export class Connection {
  readonly socket: Socket
  private readonly options: ConnectionOptions
  /**
   * State of the connection. In `receiving`, a part of a request has arrived. In `flushing`, the reply is written, but
   * the client has not read all of it.
   */
  private state: 'idle' | 'receiving' | 'busy' | 'flushing' | 'closing' = 'idle'
  /** Bytes of an incomplete request. */
  private incompleteBytes: Buffer | undefined
  private incompleteChunkCount = 0
  /** True if the request was already incomplete in the last sweep. */
  private wasIncomplete = false
  /** Chunks that arrived during a request. */
  private bufferedChunks: Buffer[] = []
  /** True if the client has closed its side. */
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

  /** Keeps bytes until the reply to the current request is sent. */
  keepForLater(bytes: Buffer): void {
    this.bufferedChunks.push(bytes)
    this.socket.pause()
  }

  /** Writes the reply to the current request and accepts the next request. */
  reply({ status, headers, body }: OutgoingReply): void {
    const { socket } = this
    if (body instanceof Readable) return this.replyWithStream(status, headers, body)
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}content-length: ${bytes}\r\n${this.options.getConnectionHeaderLines()}\r\n`
    if (typeof body === 'string') socket.write(head + body, bytes === body.length ? 'latin1' : 'utf8')
    else socket.write(concatReply(head, body))
    this.endReply()
  }

  private replyWithStream(status: number, headers: string, body: Readable): void {
    const { socket } = this
    if (socket.destroyed) return void body.destroy()
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}transfer-encoding: chunked\r\n${this.options.getConnectionHeaderLines()}\r\n`
    socket.write(head, 'latin1')
    const resume = (): void => void body.resume()
    const destroyBody = (): void => void body.destroy()
    body.on('data', (chunk: Buffer) => {
      socket.cork()
      socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1')
      socket.write(chunk)
      socket.write('\r\n', 'latin1')
      socket.uncork()
      // The stream may reuse the memory of a chunk after the next one, so the chunk must be written before.
      if (socket.writableNeedDrain) body.pause()
    })
    socket.on('drain', resume)
    socket.once('close', destroyBody)
    // The client recognizes an incomplete body by its missing last chunk.
    body.once('error', () => socket.destroy())
    body.once('close', () => {
      socket.off('drain', resume)
      socket.off('close', destroyBody)
      if (!body.readableEnded) return void socket.destroy()
      if (socket.destroyed) return
      socket.write('0\r\n\r\n', 'latin1')
      this.endReply()
    })
  }

  private endReply(): void {
    const { socket } = this
    // The reply announced that the connection closes, so pipelined requests must not run.
    if (this.options.isDraining()) this.close()
    else if (socket.writableNeedDrain) this.waitForDrain()
    else this.continueReading()
  }

  /** Stops accepting requests. A reply in progress is still sent, and Node's own server completes other requests. */
  drain(): void {
    if (this.state === 'idle') this.socket.destroy()
    else if (this.state === 'receiving') this.handOverIncomplete()
    else if (this.state === 'flushing') this.close()
  }

  /**
   * Hands over a request that is still incomplete at the second sweep. Only Node's own server limits how long a request
   * may take to arrive.
   */
  sweep(): void {
    if (this.state !== 'receiving') return
    if (this.wasIncomplete) this.handOverIncomplete()
    else this.wasIncomplete = true
  }

  private readonly onData = (chunk: Buffer): void => {
    if (this.state === 'closing') return
    if (this.state === 'busy' || this.state === 'flushing') {
      this.keepForLater(chunk)
      return
    }
    const bytes = this.incompleteBytes ? Buffer.concat([this.incompleteBytes, chunk]) : chunk
    const chunkCount = this.incompleteBytes ? this.incompleteChunkCount + 1 : 1
    this.incompleteBytes = undefined
    this.state = 'busy'
    const acceptance = this.options.tryHandle(bytes, this)
    if (acceptance === 'handled') return
    if (acceptance === 'rejected' || this.hasEnded || chunkCount === MAX_CHUNKS) this.handOverToNode(bytes)
    else this.waitForRest(bytes, chunkCount)
  }

  private waitForRest(bytes: Buffer, chunkCount: number): void {
    if (chunkCount === 1) this.wasIncomplete = false
    this.incompleteBytes = bytes
    this.incompleteChunkCount = chunkCount
    this.state = 'receiving'
  }

  private handOverIncomplete(): void {
    this.handOverToNode(this.incompleteBytes ?? Buffer.alloc(0))
  }

  /** Waits until the client reads, so that replies to a slow client do not fill the memory. */
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

  /**
   * Handles the next buffered request in a later turn, so that a client with many pipelined requests does not block
   * other clients.
   */
  private handleBuffered(): void {
    this.state = 'busy'
    setImmediate(() => {
      if (this.socket.destroyed) return
      const [firstChunk = Buffer.alloc(0), ...otherChunks] = this.bufferedChunks
      const bytes = otherChunks.length === 0 ? firstChunk : Buffer.concat(this.bufferedChunks)
      this.bufferedChunks = []
      this.state = 'idle'
      this.socket.resume()
      this.onData(bytes)
    })
  }

  /** Closes the connection when everything is sent, even if the client does not close its side. */
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

  /**
   * Hands over a connection whose client has closed its side. Data cannot be pushed back into an ended stream, so the
   * `end` event is emitted again.
   */
  private handOverEndedToNode(bytes: Buffer): void {
    const { socket } = this
    this.options.handOverToNode(socket)
    socket.emit('data', bytes)
    socket.emit('end')
  }

  private readonly onEnd = (): void => {
    this.hasEnded = true
    if (this.state === 'idle') this.close()
    else if (this.state === 'receiving') this.handOverIncomplete()
  }

  private readonly onTimeout = (): void => {
    if (this.state !== 'busy') this.socket.destroy()
  }

  /** Closes the socket without logging, because a client disconnect is not an error of the server. */
  private readonly onError = (): void => {
    this.socket.destroy()
  }

  private readonly onClose = (): void => {
    this.options.onClose(this)
  }
}
