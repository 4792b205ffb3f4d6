import { findWord, getWord, prefixRange, wordLength } from '../../index/dictionary.ts'
import { toSkeletonWord } from '../../index/name-words.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { maxTyposForLength, type TypoSearch } from '../../index/typo-search.ts'
import { isRomanNumeral } from '../../text/regnal-numbers.ts'
import { findNameInCompound, formatOrdinal, isPlaceTypeWord, listSynonyms } from '../../text/synonyms.ts'
import { isHan } from '../../text/tokenize.ts'
import type { QueryWord } from './query-words.ts'
import type { WordMatches } from './word-matches.ts'

const MATCH_COSTS = {
  synonym: 0.06,
  /** Cost of a synonym for a lone category word. A search for "airport" must not match a town called Apt. */
  loneSynonym: 0.3,
  /** Cost of a single letter in a name. Such a letter is rarely an abbreviation. Calle 13 is not Pasaje C 13. */
  letter: 0.3,
  joined: 0.04,
  /** Cost of joining short, frequent words, because "to go" is not Togo. */
  joinedShort: 0.25,
  isWord: 0.2,
  compound: 0.2,
  ordinal: 0.15,
  skeleton: 0.42,
  typo: 0.9,
  /** Cost of swapped letters, which are more likely than a wrong letter. 231th more likely means 213th than 211th. */
  swap: 0.8,
  firstLetter: 0.06,
  veryShort: 0.12,
} as const
/** Maximum number of typo matches. Only the closest matches are kept. */
const MAX_TYPO_MATCHES = 32
/**
 * Maximum number of words in a query that is searched with two typos per word. Longer queries rarely have two typos in
 * a word, and the search would take too long.
 */
const MAX_WORDS_WITH_TWO_TYPOS = 6
const MIN_MISTYPED_PREFIX = 4
const TYPED_PREFIX_COST = 0.05
/** Maximum cost of a sure match. A match with a higher cost is a guess. */
export const MAX_SURE_COST = 0.1

/** Matches exact words, synonyms, two words joined into one, and completions of an unfinished last word. */
export function matchExactly(
  { words }: PlaceIndex,
  query: readonly QueryWord[],
  isOpen: boolean,
  matches: WordMatches,
  /** Whether the user is still typing, so that an existing word may be incomplete. */
  isTyping = false,
): void {
  const addMatch = (text: string, bits: number, cost: number): void => {
    const word = findWord(words, text)
    if (word >= 0) matches.add({ word, bits, cost })
  }
  const isSingleTypeWord = query.length === 1 && isPlaceTypeWord(query[0].text)
  const synonymCost = isSingleTypeWord ? MATCH_COSTS.loneSynonym : MATCH_COSTS.synonym
  for (const [wordIndex, { text, bit }] of query.entries()) {
    addMatch(text, bit, 0)
    for (const synonym of listSynonyms(text)) {
      const isLetter = synonym.length === 1 && text.length > 1
      addMatch(synonym, bit, isLetter ? MATCH_COSTS.letter : synonymCost)
    }
    const name = findNameInCompound(text)
    if (name !== undefined) addMatch(name, bit, MATCH_COSTS.compound)
    const next = query[wordIndex + 1]
    if (next === undefined || isHan(text)) continue
    const areBothShort = text.length < 3 && next.text.length < 3 && !next.isNumeric
    addMatch(text + next.text, bit | next.bit, areBothShort ? MATCH_COSTS.joinedShort : MATCH_COSTS.joined)
  }
  const last = query.at(-1)
  // In "Kerkstraat 8 A", the letter belongs to the house number and does not begin the name of a town.
  const isHouseLetter = !isTyping && last?.text.length === 1 && query.at(-2)?.isNumeric === true
  if (!isOpen || last === undefined || last.isNumeric || isHouseLetter) return
  const [from, to] = prefixRange(words, last.text)
  // A single word that is being typed may still continue. After other words, an existing word is more likely complete.
  const wholeWordCost = !isTyping && query.length > 1 && findWord(words, last.text) >= 0 ? MATCH_COSTS.isWord : 0
  if (to > from) matches.prefix = { from, to, bits: last.bit, length: last.text.length, wholeWordCost, isTyping }
}

/**
 * Matches words with typos. By default, only the words with the fewest typos match. In thorough mode, all words within
 * the limit match.
 */
export function matchWithTypos(
  { words, postings, houses }: PlaceIndex,
  query: readonly QueryWord[],
  typos: TypoSearch,
  matches: WordMatches,
  isThorough: boolean,
  /** Whether the query contains a number. If so, a house with this number can confirm a guess. */
  hasNumber = false,
): void {
  const canConfirm = hasNumber && houses.number.length > 0
  for (const { text, bit, isNumeric } of query) {
    const ordinalMatch = /^(\d{1,3})[a-z]{1,3}$/.exec(text)
    const ordinalWord = ordinalMatch ? findWord(words, formatOrdinal(Number(ordinalMatch[1]))) : -1
    if (ordinalWord >= 0) matches.add({ word: ordinalWord, bits: bit, cost: MATCH_COSTS.ordinal })
    const maxTypos = query.length > MAX_WORDS_WITH_TWO_TYPOS ? 1 : 2
    const typosForLength = canConfirm && text.length === 2 ? 1 : maxTyposForLength(text.length)
    const allowedTypos = isNumeric || isHan(text) || isRomanNumeral(text) ? 0 : Math.min(maxTypos, typosForLength)
    if (allowedTypos === 0) continue
    const typoMatches = [...findTypos(typos, text, allowedTypos, isThorough)]
    // A posting list starts with the most important entry of a word.
    typoMatches.sort(
      ([a, aTypos], [b, bTypos]) => aTypos - bTypos || getFirstEntry(postings, a) - getFirstEntry(postings, b),
    )
    let remainingMatches = MAX_TYPO_MATCHES
    for (const [word, count] of typoMatches) {
      const spelling = getWord(words, word)
      if (count === 0 || (text.length === 2 && spelling.length < 3)) continue
      // In a word this short, a wrong first letter leaves too little evidence, unless it is a number such as 7th.
      if (text.length < 4 && spelling[0] !== text[0] && ordinalMatch === null && !canConfirm) continue
      matches.add({ word, bits: bit, cost: computeTypoCost(text, spelling, count) })
      if (--remainingMatches === 0) break
    }
    const skeleton = toSkeletonWord(text)
    const word = skeleton === undefined ? -1 : findWord(words, skeleton)
    if (word >= 0) matches.add({ word, bits: bit, cost: MATCH_COSTS.skeleton })
  }
}

/** Matches completions of an unfinished last word with a typo. */
export function matchMistypedPrefix(
  { words, postings }: PlaceIndex,
  { text, bit, isNumeric }: QueryWord,
  typos: TypoSearch,
  matches: WordMatches,
): void {
  if (isNumeric || isHan(text) || text.length < MIN_MISTYPED_PREFIX) return
  const prefixMatches = [...typos.findPrefixMatches(text).keys()].sort(
    (a, b) => getFirstEntry(postings, a) - getFirstEntry(postings, b),
  )
  for (const word of prefixMatches.slice(0, MAX_TYPO_MATCHES)) {
    const length = wordLength(words, word)
    const cost =
      computeTypoCost(text, getWord(words, word), 1) + computePrefixCost(text.length, Math.max(length, text.length))
    matches.add({ word, bits: bit, cost: Math.min(0.7, cost) })
  }
}

/** Finds words with typos. One typo is typical, and searching for two takes five times as long. */
function findTypos(typos: TypoSearch, text: string, maxTypos: number, isThorough: boolean): Map<number, number> {
  if (isThorough || maxTypos === 1) return typos.find(text, maxTypos)
  const matches = typos.find(text, 1)
  return matches.size > 0 ? matches : typos.find(text, maxTypos)
}

function getFirstEntry({ first, entry }: PlaceIndex['postings'], word: number): number {
  return entry[first[word]]
}

/** Computes the cost of typos. A typo in a long word costs little, and the first letter is rarely wrong. */
function computeTypoCost(queryWord: string, word: string, count: number): number {
  const firstLetterCost = queryWord[0] === word[0] ? 0 : MATCH_COSTS.firstLetter
  // Almost any input is one typo away from some short word, such as a code.
  const shortWordCost = Math.min(queryWord.length, word.length) < 4 ? MATCH_COSTS.veryShort : 0
  const letterCost = isSwapped(queryWord, word) ? MATCH_COSTS.swap : MATCH_COSTS.typo * count
  return Math.min(0.7, 0.04 + letterCost / Math.max(queryWord.length, word.length) + firstLetterCost + shortWordCost)
}

/** Returns true if the words differ only by two adjacent swapped letters. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let mismatchIndex = 0
  while (mismatchIndex < a.length && a[mismatchIndex] === b[mismatchIndex]) mismatchIndex++
  return (
    a[mismatchIndex] === b[mismatchIndex + 1] &&
    a[mismatchIndex + 1] === b[mismatchIndex] &&
    a.slice(mismatchIndex + 2) === b.slice(mismatchIndex + 2)
  )
}

/**
 * Returns the cost of completing a partially typed word. While the user is typing, the missing letters are no evidence
 * against a word, so that "heid" finds Heidelberg before Heide.
 */
export function computePrefixCost(typedLetterCount: number, length: number, isTyping = false): number {
  if (length === typedLetterCount) return 0
  return isTyping ? TYPED_PREFIX_COST : 0.05 + 0.2 * (1 - typedLetterCount / length)
}
