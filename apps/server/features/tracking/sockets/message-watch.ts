import { MAX_UNCOUNTED_BYTES } from '../../../platform/http/body/bytes-in-flight.ts'
import { MAX_INLINE_BODY_BYTES } from '../../../platform/http/body/large-bodies.ts'
import { REQUEST_TIMEOUT_MS } from '../../../platform/http/connections/socket-progress.ts'
import type { HttpFailure } from '../../../platform/http/http-problems.ts'
import type { MessageFailure } from './failures.ts'
import { FrameReader } from './frame-reader.ts'

/** Maximum size of a message. A larger one would go to another thread if it were a request body. */
export const MAX_MESSAGE_BYTES = MAX_INLINE_BODY_BYTES
/** Maximum time in which a message must arrive, as for a request. */
export const MAX_ARRIVAL_MS = REQUEST_TIMEOUT_MS
/**
 * Maximum number of frames and chunks per message. Each of them occupies some 200 bytes until the message is complete,
 * even if it holds only one byte. In the slowest networks, chunks have about 500 bytes.
 */
export const MAX_PIECES = 4096

export interface MessageWatchOptions {
  readonly maxBytes: number
  /** Reserves bytes as for a request body. Returns a function that releases them, or a failure. */
  readonly reserveBytes: (bytes: number) => (() => void) | HttpFailure
  /** Refuses the message that is arriving. */
  readonly refuse: (failure: MessageFailure | HttpFailure) => void
}

/**
 * Applies the limits of request bodies to a message that is still arriving: its size, its time, and the bytes that a
 * client may have in flight.
 */
export class MessageWatch {
  private readonly options: MessageWatchOptions
  private readonly frames = new FrameReader({
    beginFrame: (bytes, isFinal) => this.beginFrame(bytes, isFinal),
    endMessage: () => this.endMessage(),
  })
  /** Size of the incomplete message up to the end of its latest frame, which may not have arrived yet. */
  private bytes = 0
  private pieces = 0
  private isArriving = false
  private isLastFrame = false
  /** A complete message stops the reading until the server has handled it. */
  private isReading = true
  private isStopped = false
  private timer: NodeJS.Timeout | undefined
  private releaseBytes: (() => void) | undefined

  constructor(options: MessageWatchOptions) {
    this.options = options
  }

  /** Adds received bytes. Call this method before the library handles them. */
  add(chunk: Buffer): void {
    if (this.isStopped) return
    this.frames.add(chunk)
    if (this.isArriving) this.countPiece()
    this.checkArrival()
  }

  /** Releases the bytes of the complete message. Its request reserves them again. */
  release(): void {
    this.releaseBytes?.()
    this.releaseBytes = undefined
  }

  /** Continues when the server has handled all complete messages. */
  resume(): void {
    this.release()
    this.isReading = true
    this.checkArrival()
  }

  stop(): void {
    this.isStopped = true
    this.clearTimer()
    this.release()
  }

  private beginFrame(bytes: number, isFinal: boolean): void {
    this.isArriving = true
    this.isLastFrame = isFinal
    this.bytes += bytes
    this.countPiece()
    const { maxBytes } = this.options
    if (this.bytes > maxBytes) this.refuse({ kind: 'message-too-large', limitBytes: maxBytes })
  }

  private countPiece(): void {
    if (++this.pieces > MAX_PIECES) this.refuse({ kind: 'message-in-pieces', max: MAX_PIECES })
  }

  private endMessage(): void {
    this.isArriving = false
    this.isReading = false
    this.bytes = 0
    this.pieces = 0
    this.clearTimer()
  }

  /** Limits the time of an incomplete message, and reserves its bytes. The time in which nobody reads does not count. */
  private checkArrival(): void {
    if (!this.isArriving || !this.isReading || this.isStopped) return
    this.timer ??= setTimeout(() => this.refuse({ kind: 'message-too-slow', limitMs: MAX_ARRIVAL_MS }), MAX_ARRIVAL_MS)
    this.timer.unref()
    if (this.bytes <= MAX_UNCOUNTED_BYTES || this.releaseBytes) return
    // A message whose further frames are unknown counts as the largest allowed message, like a body of unknown length.
    const reservation = this.options.reserveBytes(this.isLastFrame ? this.bytes : this.options.maxBytes)
    if (typeof reservation === 'function') this.releaseBytes = reservation
    else this.refuse(reservation)
  }

  private refuse(failure: MessageFailure | HttpFailure): void {
    if (this.isStopped) return
    this.stop()
    this.options.refuse(failure)
  }

  private clearTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
