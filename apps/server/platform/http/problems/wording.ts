/** Joins words for a message: "a", "a and b", or "a, b and c". */
export function joinWords(words: readonly (string | number)[], conjunction: 'and' | 'or' = 'and'): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? String(last) : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`
}

/** Joins words like `joinWords`, but names only the first words of a long list. */
export function joinFirstWords(words: readonly (string | number)[], max: number): string {
  return words.length > max ? `${words.slice(0, max).join(', ')} and ${words.length - max} more` : joinWords(words)
}

/** Formats a number with its noun, such as "1 entry" or "1,001 entries". */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`
}

/** Introduces a list by its noun, such as "this field: via" or "these fields: via, avoid". */
export function introduceList(words: readonly string[], noun: string, plural = `${noun}s`): string {
  return `${words.length === 1 ? `this ${noun}` : `these ${plural}`}: ${words.join(', ')}`
}
