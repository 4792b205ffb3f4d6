/** A text that stays the same (keys, brackets, words), as it is copied fastest: eight bytes at a time. */
export interface Literal {
  /**
   * Doubles, of which only the bits count: the first byte in the lowest one, behind the last one zeros, which are
   * overwritten by what comes next. No bytes of UTF-8 are those of a NaN, whose bits might not be kept. In a plain array,
   * because it lies on the heap with all that is in use, and a typed array of some size elsewhere.
   */
  readonly words: readonly number[]
  /** In bytes. */
  readonly length: number
}

/** Made once per text, at the top of a file. */
export function ascii(text: string): Literal {
  const literal = utf8(text)
  if (literal.length !== text.length) throw new RangeError(`not ASCII: ${text}`)
  return literal
}

export const WORD_BYTES = 8

const encoder = new TextEncoder()

export function utf8(text: string): Literal {
  const bytes = encoder.encode(text)
  const view = new DataView(new ArrayBuffer(Math.ceil(bytes.length / WORD_BYTES) * WORD_BYTES))
  bytes.forEach((byte, i) => {
    view.setUint8(i, byte)
  })
  const words = Array.from({ length: view.byteLength / WORD_BYTES }, (_, i) => view.getFloat64(i * WORD_BYTES, true))
  return { words, length: bytes.length }
}

/** Needs room for a word more; returns the offset behind it. */
export function writeLiteral(view: DataView, offset: number, { words, length }: Literal): number {
  for (let i = 0, at = offset; i < words.length; i++, at += WORD_BYTES) view.setFloat64(at, words[i], true)
  return offset + length
}
