import { type Dictionary, findWord } from '../../index/dictionary.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { isHan } from '../../text/tokenize.ts'
import { hasNameWords } from '../same-place.ts'
import type { QueryWord } from './query-words.ts'

/** Minimum length of a part. Shorter parts occur in too many words. */
const MIN_PART_LENGTH = 3
/**
 * Short words that are often joined to their neighbor, as in "duPortier" and "AlbertII". The other part must be longer
 * than usual.
 */
const shortParts = new Set('de du da do di la le el al of am im an st to y e ii iv vi ix xi xv xx'.split(' '))
const MIN_NEIGHBOR_LENGTH = 4

/**
 * Corrects spaces. Splits unknown words that consist of two known words, joined directly or by a letter in place of the
 * space. Also moves a letter that was typed on the wrong side of a space. Returns undefined if there is nothing to
 * correct.
 */
export function correctSpaces(words: Dictionary, query: readonly QueryWord[]): string | undefined {
  const texts = query.map(({ text }) => text)
  let isCorrected = false
  for (const [wordIndex, { text, isNumeric }] of query.entries()) {
    if (isNumeric || isHan(text) || texts[wordIndex] !== text || findWord(words, text) >= 0) continue
    const parts = splitWord(words, text)
    if (parts !== undefined) texts[wordIndex] = parts
    const isMoved = parts === undefined && moveLetter(words, texts, wordIndex)
    isCorrected ||= parts !== undefined || isMoved
  }
  return isCorrected ? texts.join(' ') : undefined
}

/**
 * Moves a letter across a space. In "le sEscoles", the first letter belongs to the word before it. In "lesE scoles",
 * the last letter belongs to the word after it.
 */
function moveLetter(words: Dictionary, texts: string[], wordIndex: number): boolean {
  const text = texts[wordIndex]
  const previousWord = wordIndex > 0 ? texts[wordIndex - 1] : undefined
  const nextWord = texts.at(wordIndex + 1)
  const moves: { readonly at: number; readonly pair: readonly [string, string] }[] = []
  if (previousWord !== undefined) {
    const neighborIndex = wordIndex - 1
    moves.push(
      { at: neighborIndex, pair: [previousWord + text[0], text.slice(1)] },
      { at: neighborIndex, pair: [previousWord.slice(0, -1), previousWord.slice(-1) + text] },
    )
  }
  if (nextWord !== undefined) {
    const neighborIndex = wordIndex
    moves.push(
      { at: neighborIndex, pair: [text.slice(0, -1), text.slice(-1) + nextWord] },
      { at: neighborIndex, pair: [text + nextWord[0], nextWord.slice(1)] },
    )
  }
  const move = moves.find(({ pair }) => pair.every((word) => findWord(words, word) >= 0))
  if (move) texts.splice(move.at, 2, ...move.pair)
  return move !== undefined
}

/**
 * Splits a word in two. Of all possible splits, chooses the one whose shorter part is longest, because short words are
 * too frequent.
 */
function splitWord(words: Dictionary, text: string): string | undefined {
  for (const gapLength of [0, 1]) {
    const middlePosition = (text.length - gapLength) / 2
    const splitPositions: number[] = []
    for (let splitAt = 1; splitAt < text.length - gapLength; splitAt++) {
      if (canSplit(text.slice(0, splitAt), text.slice(splitAt + gapLength))) splitPositions.push(splitAt)
    }
    splitPositions.sort((a, b) => Math.abs(a - middlePosition) - Math.abs(b - middlePosition))
    for (const splitAt of splitPositions) {
      const [first, second] = [text.slice(0, splitAt), text.slice(splitAt + gapLength)]
      if (findWord(words, first) >= 0 && findWord(words, second) >= 0) return `${first} ${second}`
    }
  }
  return undefined
}

function canSplit(first: string, second: string): boolean {
  if (first.length >= MIN_PART_LENGTH && second.length >= MIN_PART_LENGTH) return true
  if (first.length >= MIN_NEIGHBOR_LENGTH) return shortParts.has(second)
  return second.length >= MIN_NEIGHBOR_LENGTH && shortParts.has(first)
}

/** Returns true if one of the names of the entry consists of exactly these words. */
export function isNameOfWords(index: PlaceIndex, entry: number, query: readonly QueryWord[]): boolean {
  return hasNameWords(
    index,
    entry,
    query.map(({ text }) => text),
  )
}
