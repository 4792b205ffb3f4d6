import { Readable } from 'node:stream'

/**
 * Stream that generates a reply chunk by chunk at the speed of its reader. The stream closes when the reader stalls for
 * too long, because unsent data occupies memory.
 */
export class ReplyStream extends Readable {
  private readonly chunks: Iterator<Buffer>
  private readonly readTimeoutMs: number
  private timer: NodeJS.Timeout | undefined

  constructor(chunkSource: Iterable<Buffer>, readTimeoutMs: number) {
    // The stream buffers only one chunk ahead, because chunk buffers are reused.
    super({ highWaterMark: 1 })
    this.chunks = chunkSource[Symbol.iterator]()
    this.readTimeoutMs = readTimeoutMs
  }

  override _read(): void {
    clearTimeout(this.timer)
    const { value, done } = this.chunks.next()
    if (done) {
      this.push(null)
      return
    }
    this.timer = setTimeout(
      () => this.destroy(new Error('the reader of a large reply has stalled')),
      this.readTimeoutMs,
    )
    // The deferred call gives other requests a turn.
    setImmediate(() => this.push(value))
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.timer)
    this.chunks.return?.()
    callback(error)
  }
}
