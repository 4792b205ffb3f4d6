import { type Dictionary, findWord } from '../../index/dictionary.ts'
import { isHan } from '../../text/tokenize.ts'
import type { QueryWord } from './query-words.ts'

/** Shorter ones are parts of too many words. */
const SHORTEST_PART = 3

/**
 * The words again, with a blank in those that nobody knows and that are two known ones: written as one, or with a letter
 * where the blank should be. Undefined when there is none.
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

/** Of several ways the one whose shorter part is the longest: short words are everywhere. */
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
