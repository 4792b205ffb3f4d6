import { wordLength } from '../index/dictionary.ts'
import { LAST_WORD_FLAG, type PlaceIndex, WORD_MASK } from '../index/schema.ts'
import { decodeWeight } from '../index/word-weight.ts'
import { computePrefixCost, MAX_SURE_COST } from './words/match-words.ts'
import type { QueryWord } from './words/query-words.ts'
import type { WordMatches } from './words/word-matches.ts'

/** Match between the query and the best name of an entry. */
export interface NameScore {
  /** Query words that occur in the name. */
  bits: number
  /** Weights of the matched words, minus the match costs. */
  value: number
  /** Share of the name that the query covers, from 0 to 1. */
  coverage: number
  /** Query words that match as written or as a prefix. */
  sureBits: number
}

/** Factor for alternative names, which sometimes belong to other places. The main name has slightly more weight. */
const OTHER_NAME_FACTOR = 0.985
/**
 * The same factor for a completion while the user is typing. Cities have hundreds of names, and almost any three
 * letters are the beginning of one of them.
 */
const TYPED_OTHER_NAME_FACTOR = 0.85
/** Minimum coverage of a name that begins with the typed words. The user has not yet typed the rest. */
const MIN_TYPED_COVERAGE = 0.85
const SWAPPED_WORDS_FACTOR = 0.95
const INITIAL_COST = 0.1
/** Minimum coverage of a name. With less coverage, only words such as "de" or "of" match. */
const MIN_COVERAGE = 0.25

export class NameScorer {
  private readonly index: PlaceIndex
  private readonly matches: WordMatches
  private weights: Float64Array = new Float64Array(0)
  private matchedBits = 0
  private matchCost = 0
  /** Whether the last match completes an unfinished word. */
  private isCompletion = false
  private initials: { readonly letter: number; readonly bit: number }[] = []

  constructor(index: PlaceIndex, matches: WordMatches) {
    this.index = index
    this.matches = matches
  }

  startQuery(query: readonly QueryWord[], weights: Float64Array): void {
    this.weights = weights
    // Initials exclude "y", which connects two streets, and letters after a number, because 12 c is a house number.
    this.initials = query
      .filter(
        ({ text }, wordIndex) =>
          /^[a-xz]$/.test(text) && wordIndex < query.length - 1 && !query[wordIndex - 1]?.isNumeric,
      )
      .map(({ text, bit }) => ({ letter: text.charCodeAt(0), bit }))
  }

  sumWeights(bits: number): number {
    let sum = 0
    for (let remainingBits = bits; remainingBits !== 0; remainingBits &= remainingBits - 1)
      sum += this.weights[31 - Math.clz32(remainingBits & -remainingBits)]
    return sum
  }

  /**
   * Scores the best name of an entry. Returns undefined if no name contains any of the words. `context` returns the
   * value that containing areas add to a name with these words. For example, "Cambridge" in Massachusetts is better
   * than "Cambridge i Massachusetts".
   */
  scoreNames(entry: number, context?: (bits: number) => number): NameScore | undefined {
    const { entries, names } = this.index
    const { matches } = this
    const end = entries.nameFirst[entry + 1]
    let bestScore: NameScore | undefined
    let bestMerit = 0
    let bits = 0
    let value = 0
    let coveredWeight = 0
    const hasInitials = this.initials.length > 0
    let hasNameMatch = false
    let sureBits = 0
    let factor = 1
    const isTyping = matches.prefix?.isTyping === true
    let startsName = false
    let isCompleted = false
    let nameStart = entries.nameFirst[entry]
    for (let nameWordIndex = nameStart; nameWordIndex < end; nameWordIndex++) {
      const packedWord = names.words[nameWordIndex]
      const word = packedWord & WORD_MASK
      // Cities have hundreds of names, and most of them match no query word, so this check comes first.
      const isWordMatched = matches.mayMatch(word) && this.chooseMatch(word, bits)
      if (isWordMatched || (hasInitials && this.matchInitial(word, bits))) {
        if (isWordMatched) hasNameMatch = true
        if (nameWordIndex === nameStart) startsName = true
        if (this.isCompletion) isCompleted = true
        if (isWordMatched && (this.matchCost <= MAX_SURE_COST || matches.isPrefixMatch(word)))
          sureBits |= this.matchedBits
        // The words of a name may appear in any order, but they are rarely out of order.
        const orderFactor = this.matchedBits < bits ? SWAPPED_WORDS_FACTOR : 1
        bits |= this.matchedBits
        value += this.sumWeights(this.matchedBits) * (1 - this.matchCost) * orderFactor
        coveredWeight += decodeWeight(this.index.words.weight[word])
      }
      if (packedWord < LAST_WORD_FLAG) continue
      if (bits !== 0) {
        const coveredShare = coveredWeight / this.totalWeight(nameStart, nameWordIndex)
        const coverage = isTyping && startsName ? Math.max(coveredShare, MIN_TYPED_COVERAGE) : coveredShare
        if (isTyping && isCompleted && factor < 1) value *= TYPED_OTHER_NAME_FACTOR
        const merit = (value * factor + (context === undefined ? 0 : context(bits))) * coverageFactor(coverage)
        if (hasNameMatch && merit > bestMerit) {
          bestMerit = merit
          bestScore = { bits, value: value * factor, coverage, sureBits }
        }
        bits = 0
        value = 0
        coveredWeight = 0
        hasNameMatch = false
        sureBits = 0
        startsName = false
        isCompleted = false
      }
      factor = OTHER_NAME_FACTOR
      nameStart = nameWordIndex + 1
    }
    return bestScore
  }

  private totalWeight(from: number, last: number): number {
    const { names, words } = this.index
    let total = 0
    for (let nameWordIndex = from; nameWordIndex <= last; nameWordIndex++)
      total += decodeWeight(words.weight[names.words[nameWordIndex] & WORD_MASK])
    return total
  }

  /** Matches an initial with a word: L. A. de Herrera matches Luis Alberto de Herrera. */
  private matchInitial(word: number, usedBits: number): boolean {
    const { start, text } = this.index.words
    const initial = this.initials.find(({ letter, bit }) => letter === text[start[word]] && (bit & usedBits) === 0)
    if (!initial) return false
    this.matchedBits = initial.bit
    this.matchCost = INITIAL_COST
    this.isCompletion = false
    return true
  }

  /** Chooses the cheapest match of a name word with unused query words. */
  private chooseMatch(word: number, usedBits: number): boolean {
    this.matchedBits = 0
    this.matchCost = 2
    this.isCompletion = false
    const matches = this.matches.matchesOf(word)
    for (let matchIndex = 0; matchIndex < matches.length; matchIndex++) {
      const { bits, cost } = matches[matchIndex]
      if ((bits & usedBits) === 0 && cost < this.matchCost) {
        this.matchedBits = bits
        this.matchCost = cost
      }
    }
    const { prefix } = this.matches
    if (prefix && word >= prefix.from && word < prefix.to && (prefix.bits & usedBits) === 0) {
      const length = wordLength(this.index.words, word)
      const cost = computePrefixCost(prefix.length, length, prefix.isTyping) + prefix.wholeWordCost
      if (cost < this.matchCost) {
        this.isCompletion = length > prefix.length
        this.matchedBits = prefix.bits
        this.matchCost = cost
      }
    }
    return this.matchedBits !== 0
  }
}

/** Returns a factor for the coverage. A name with more words than the query is slightly less likely. */
export function coverageFactor(coverage: number): number {
  const baseFactor = 0.72 + 0.28 * coverage
  return coverage < MIN_COVERAGE ? baseFactor - 0.6 * (MIN_COVERAGE - coverage) : baseFactor
}
