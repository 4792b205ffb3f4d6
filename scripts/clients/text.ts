/** Splits a text into lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.replaceAll(/\s+/g, ' ').trim().split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Returns the text with exactly one period at its end. */
export function toSentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
}
