import { Readable } from 'node:stream'

/**
 * A reply that is made piece by piece, as fast as its reader takes it. One that takes nothing for too long is let go: what
 * is not sent yet lies in memory.
 */
export class ReplyStream extends Readable {
  private readonly made: Iterator<Buffer>
  private readonly patienceMs: number
  private timer: NodeJS.Timeout | undefined

  constructor(pieces: Iterable<Buffer>, patienceMs: number) {
    // One piece ahead and no more: pieces are written over when their turn comes again.
    super({ highWaterMark: 1 })
    this.made = pieces[Symbol.iterator]()
    this.patienceMs = patienceMs
  }

  override _read(): void {
    clearTimeout(this.timer)
    const { value, done } = this.made.next()
    if (done) {
      this.push(null)
      return
    }
    this.timer = setTimeout(() => this.destroy(new Error('the reader of a large reply has stalled')), this.patienceMs)
    // Not at once: other requests come in between.
    setImmediate(() => this.push(value))
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.timer)
    this.made.return?.()
    callback(error)
  }
}
