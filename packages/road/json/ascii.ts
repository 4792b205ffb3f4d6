/** A text that stays the same (keys, brackets, words), as it is copied fastest: four bytes at a time. */
export interface Literal {
  /** The first character in the lowest byte; behind the last one zeros, which are overwritten by what comes next. */
  readonly words: Int32Array
  readonly length: number
}

/** Made once per text, at the top of a file. */
export function ascii(text: string): Literal {
  const words = new Int32Array(Math.ceil(text.length / 4))
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) throw new RangeError(`not ASCII: ${text}`)
    words[i >> 2] |= code << (8 * (i & 3))
  }
  return { words, length: text.length }
}
