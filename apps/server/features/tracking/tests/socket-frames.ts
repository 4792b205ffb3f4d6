const TEXT = 1
const CONTINUATION = 0
const PONG = 10

interface FrameOptions {
  readonly opcode?: number
  readonly isFinal?: boolean
}

/** Returns a masked frame as a client sends it. The mask is zero, so the content is readable. */
export function toFrame(content: string, { opcode = TEXT, isFinal = true }: FrameOptions = {}): Buffer {
  const length = Buffer.byteLength(content)
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const header = Buffer.alloc(2 + lengthBytes + 4)
  header[0] = (isFinal ? 0x80 : 0) | opcode
  header[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127)
  if (lengthBytes === 2) header.writeUInt16BE(length, 2)
  else if (lengthBytes === 8) header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, Buffer.from(content)])
}

/** Returns the frames of one message, one frame for each part. */
export function toFragments(parts: readonly string[]): Buffer[] {
  return parts.map((part, index) =>
    toFrame(part, { opcode: index === 0 ? TEXT : CONTINUATION, isFinal: index === parts.length - 1 }),
  )
}

export const toPong = (content = ''): Buffer => toFrame(content, { opcode: PONG })
