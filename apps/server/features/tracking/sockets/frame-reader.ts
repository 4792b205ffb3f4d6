const FINAL_BIT = 0x80
const OPCODE_BITS = 0x0f
/** Ping, pong and close frames, which may arrive between the frames of a message. */
const FIRST_CONTROL_OPCODE = 8
const MASK_BIT = 0x80
const LENGTH_BITS = 0x7f
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127
const MASK_BYTES = 4
const MIN_HEADER_BYTES = 2
const MAX_HEADER_BYTES = MIN_HEADER_BYTES + 8 + MASK_BYTES

interface FrameListener {
  /** Called for the header of each frame of a message, with the size of the content that follows. */
  beginFrame(contentBytes: number, isFinal: boolean): void
  endMessage(): void
}

/**
 * Reads the frame headers of a WebSocket (RFC 6455, section 5.2), and skips the content. The library reports a message
 * only when it is complete, so it cannot limit an incomplete one.
 */
export class FrameReader {
  private readonly listener: FrameListener
  private readonly header = Buffer.alloc(MAX_HEADER_BYTES)
  private headerBytes = 0
  private remainingBytes = 0
  private isInContent = false
  private endsMessage = false

  constructor(listener: FrameListener) {
    this.listener = listener
  }

  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.isInContent) {
        const skippedBytes = Math.min(this.remainingBytes, chunk.length - at)
        at += skippedBytes
        this.remainingBytes -= skippedBytes
      } else {
        this.header[this.headerBytes++] = chunk[at++] ?? 0
        if (this.headerBytes === this.countHeaderBytes()) this.beginContent()
      }
      if (this.isInContent && this.remainingBytes === 0) this.endFrame()
    }
  }

  /** Returns the size of the header, which depends on its second byte. */
  private countHeaderBytes(): number {
    if (this.headerBytes < MIN_HEADER_BYTES) return MAX_HEADER_BYTES
    const second = this.header.readUInt8(1)
    const length = second & LENGTH_BITS
    const lengthBytes = length === LENGTH_IN_8_BYTES ? 8 : length === LENGTH_IN_2_BYTES ? 2 : 0
    return MIN_HEADER_BYTES + lengthBytes + (second & MASK_BIT ? MASK_BYTES : 0)
  }

  private beginContent(): void {
    const { header } = this
    const first = header.readUInt8(0)
    this.headerBytes = 0
    this.isInContent = true
    this.remainingBytes = readLength(header)
    this.endsMessage = false
    if ((first & OPCODE_BITS) >= FIRST_CONTROL_OPCODE) return
    this.endsMessage = (first & FINAL_BIT) !== 0
    this.listener.beginFrame(this.remainingBytes, this.endsMessage)
  }

  private endFrame(): void {
    this.isInContent = false
    if (this.endsMessage) this.listener.endMessage()
  }
}

function readLength(header: Buffer): number {
  const length = header.readUInt8(1) & LENGTH_BITS
  if (length === LENGTH_IN_2_BYTES) return header.readUInt16BE(2)
  return length === LENGTH_IN_8_BYTES ? Number(header.readBigUInt64BE(2)) : length
}
