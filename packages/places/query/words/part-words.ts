import { type Dictionary, findWord } from '../../index/dictionary.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { isHan } from '../../text/tokenize.ts'
import { hasNameWords } from '../same-place.ts'
import type { QueryWord } from './query-words.ts'

/** Shorter parts occur in too many words. */
const MIN_PART_LENGTH = 3

/**
 * Splits unknown words that consist of two known ones, joined directly or by a letter in place of the space. Undefined
 * when no word can be split.
 */
export function splitJoinedWords(words: Dictionary, query: readonly QueryWord[]): string | undefined {
  let hasSplitWord = false
  const splitWords = query.map(({ text, isNumeric }) => {
    const parts = isNumeric || isHan(text) || findWord(words, text) >= 0 ? undefined : splitWord(words, text)
    hasSplitWord ||= parts !== undefined
    return parts ?? text
  })
  return hasSplitWord ? splitWords.join(' ') : undefined
}

/** Of several splits, picks the one whose shorter part is longest, because short words are too frequent. */
function splitWord(words: Dictionary, text: string): string | undefined {
  for (const gapLength of [0, 1]) {
    const lastSplitPosition = text.length - gapLength - MIN_PART_LENGTH
    const middlePosition = (text.length - gapLength) / 2
    const splitPositions: number[] = []
    for (let splitAt = MIN_PART_LENGTH; splitAt <= lastSplitPosition; splitAt++) splitPositions.push(splitAt)
    splitPositions.sort((a, b) => Math.abs(a - middlePosition) - Math.abs(b - middlePosition))
    for (const splitAt of splitPositions) {
      const [first, second] = [text.slice(0, splitAt), text.slice(splitAt + gapLength)]
      if (findWord(words, first) >= 0 && findWord(words, second) >= 0) return `${first} ${second}`
    }
  }
  return undefined
}

/** True if one of the names of the entry consists of exactly these words. */
export function isNameOfWords(index: PlaceIndex, entry: number, query: readonly QueryWord[]): boolean {
  return hasNameWords(
    index,
    entry,
    query.map(({ text }) => text),
  )
}
