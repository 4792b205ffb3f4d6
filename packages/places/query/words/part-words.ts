import { type Dictionary, findWord } from '../../index/dictionary.ts'
import { isHan } from '../../text/tokenize.ts'
import type { QueryWord } from './query-words.ts'

/** Shorter parts occur in too many words. */
const SHORTEST_PART = 3

/**
 * Splits unknown words that consist of two known ones, joined directly or by a letter in place of the space. Undefined
 * when no word can be split.
 */
export function partWords(words: Dictionary, query: readonly QueryWord[]): string | undefined {
  let isParted = false
  const texts = query.map(({ text, isNumeric }) => {
    const parts = isNumeric || isHan(text) || findWord(words, text) >= 0 ? undefined : partsOf(words, text)
    isParted ||= parts !== undefined
    return parts ?? text
  })
  return isParted ? texts.join(' ') : undefined
}

/** Of several splits, picks the one with the longest shorter part, because short words are too frequent. */
function partsOf(words: Dictionary, text: string): string | undefined {
  for (const gap of [0, 1]) {
    const last = text.length - gap - SHORTEST_PART
    const middle = (text.length - gap) / 2
    const ends: number[] = []
    for (let end = SHORTEST_PART; end <= last; end++) ends.push(end)
    ends.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    for (const end of ends) {
      const [first, second] = [text.slice(0, end), text.slice(end + gap)]
      if (findWord(words, first) >= 0 && findWord(words, second) >= 0) return `${first} ${second}`
    }
  }
  return undefined
}
