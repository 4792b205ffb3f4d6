import { Readable } from 'node:stream'
import { threadTurns } from '../../../platform/compute/turns.ts'

/**
 * Stream that generates a reply chunk by chunk at the speed of its reader. The stream closes when the reader stalls for
 * too long, because unsent data occupies memory.
 */
export class ReplyStream extends Readable {
  private readonly chunks: Iterator<Buffer>
  private readonly ownerId: string
  private readonly readTimeoutMs: number
  private timer: NodeJS.Timeout | undefined

  constructor(chunkSource: Iterable<Buffer>, ownerId: string, readTimeoutMs: number) {
    // The stream buffers only one chunk ahead, because chunk buffers are reused.
    super({ highWaterMark: 1 })
    this.chunks = chunkSource[Symbol.iterator]()
    this.ownerId = ownerId
    this.readTimeoutMs = readTimeoutMs
  }

  override _read(): void {
    clearTimeout(this.timer)
    const turn = threadTurns.take(this.ownerId)
    if (turn) turn.then(() => this.writeChunk()).catch((error: Error) => this.destroy(error))
    else this.writeChunk()
  }

  private writeChunk(): void {
    // The client may have disconnected in the meantime.
    if (this.destroyed) return
    const { value, done } = this.chunks.next()
    if (done) {
      this.push(null)
      return
    }
    this.timer = setTimeout(
      () => this.destroy(new Error('the reader of a large reply has stalled')),
      this.readTimeoutMs,
    )
    this.push(value)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.timer)
    this.chunks.return?.()
    callback(error)
  }
}
