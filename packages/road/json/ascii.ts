/** A constant string (keys, brackets, words), stored so that eight bytes can be copied at a time. */
export interface Literal {
  /**
   * The bytes of the string as doubles, with the first character in the lowest byte. The last double is padded with
   * zeros that the next write overwrites. No UTF-8 bytes form a NaN, whose bits might not be preserved. The field is a
   * plain array because, unlike a larger typed array, it is on the heap next to other live data.
   */
  readonly words: readonly number[]
  /** Length in bytes. */
  readonly length: number
}

/** Creates a literal. Call this function once per string, at module level. */
export function asciiLiteral(value: string): Literal {
  const literal = utf8Literal(value)
  if (literal.length !== value.length) throw new RangeError(`not ASCII: ${value}`)
  return literal
}

export const WORD_BYTES = 8

const encoder = new TextEncoder()

export function utf8Literal(value: string): Literal {
  const bytes = encoder.encode(value)
  const view = new DataView(new ArrayBuffer(Math.ceil(bytes.length / WORD_BYTES) * WORD_BYTES))
  bytes.forEach((byte, i) => {
    view.setUint8(i, byte)
  })
  const words = Array.from({ length: view.byteLength / WORD_BYTES }, (_, i) => view.getFloat64(i * WORD_BYTES, true))
  return { words, length: bytes.length }
}

/** Writes a literal and returns the offset after it. The view must have room for one extra word. */
export function writeLiteral(view: DataView, offset: number, { words, length }: Literal): number {
  for (let i = 0, wordOffset = offset; i < words.length; i++, wordOffset += WORD_BYTES)
    view.setFloat64(wordOffset, words[i], true)
  return offset + length
}
