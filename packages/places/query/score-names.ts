import { wordLength } from '../index/dictionary.ts'
import { LAST_WORD, type PlaceIndex, WORD_MASK } from '../index/schema.ts'
import { unpackWeight } from '../index/word-weight.ts'
import { prefixCost, SURE } from './words/match-words.ts'
import type { QueryWord } from './words/query-words.ts'
import type { WordMatches } from './words/word-matches.ts'

/** How well the best name of an entry matches the query. */
export interface NameScore {
  /** Query words that occur in the name. */
  bits: number
  /** Their weights, minus the match costs. */
  value: number
  /** Share of the name that the query covers, 0 to 1. */
  coverage: number
  /** True if any word matches as written or as a prefix. */
  isSure: boolean
}

/** Alternative names sometimes belong to other places, so the main name counts slightly more. */
const OTHER_NAME = 0.985
const SWAPPED = 0.95
const INITIAL = 0.1
/** A name with less coverage matches only words such as "de" or "of". */
const HARDLY_COVERED = 0.25

export class NameScorer {
  private readonly index: PlaceIndex
  private readonly matches: WordMatches
  private weights: Float64Array = new Float64Array(0)
  private chosenBits = 0
  private chosenCost = 0
  private initials: { readonly letter: number; readonly bit: number }[] = []

  constructor(index: PlaceIndex, matches: WordMatches) {
    this.index = index
    this.matches = matches
  }

  begin(query: readonly QueryWord[], weights: Float64Array): void {
    this.weights = weights
    // Excludes "y", which connects two streets, and letters after a number, because 12 c is a house number.
    this.initials = query
      .filter(({ text }, at) => /^[a-xz]$/.test(text) && at < query.length - 1 && !query[at - 1]?.isNumeric)
      .map(({ text, bit }) => ({ letter: text.charCodeAt(0), bit }))
  }

  weightOf(bits: number): number {
    let sum = 0
    for (let left = bits; left !== 0; left &= left - 1) sum += this.weights[31 - Math.clz32(left & -left)]
    return sum
  }

  /**
   * Undefined when no name contains any of the words. `context` returns the value that containing areas add to a name
   * with these words: "Cambridge" in Massachusetts is better than "Cambridge i Massachusetts".
   */
  score(entry: number, context?: (bits: number) => number): NameScore | undefined {
    const { entries, names } = this.index
    const { matches } = this
    const end = entries.nameFirst[entry + 1]
    let best: NameScore | undefined
    let bestMerit = 0
    let bits = 0
    let value = 0
    let covered = 0
    const hasInitials = this.initials.length > 0
    let isNamed = false
    let isSure = false
    let factor = 1
    let nameStart = entries.nameFirst[entry]
    for (let at = nameStart; at < end; at++) {
      const nameWord = names.words[at]
      const word = nameWord & WORD_MASK
      // Cities have hundreds of names, most of which match no query word, so this check comes first.
      const isChosen = matches.mayHold(word) && this.choose(word, bits)
      if (isChosen || (hasInitials && this.chooseInitial(word, bits))) {
        if (isChosen) isNamed = true
        if (isChosen && !isSure) isSure = this.chosenCost <= SURE || matches.isBeginning(word)
        // Words of a name may be in any order, but rarely are.
        const order = this.chosenBits < bits ? SWAPPED : 1
        bits |= this.chosenBits
        value += this.weightOf(this.chosenBits) * (1 - this.chosenCost) * order
        covered += unpackWeight(this.index.words.weight[word])
      }
      if (nameWord < LAST_WORD) continue
      if (bits !== 0) {
        const coverage = covered / this.totalWeight(nameStart, at)
        const merit = (value * factor + (context === undefined ? 0 : context(bits))) * nameFactor(coverage)
        if (isNamed && merit > bestMerit) {
          bestMerit = merit
          best = { bits, value: value * factor, coverage, isSure }
        }
        bits = 0
        value = 0
        covered = 0
        isNamed = false
        isSure = false
      }
      factor = OTHER_NAME
      nameStart = at + 1
    }
    return best
  }

  private totalWeight(from: number, last: number): number {
    const { names, words } = this.index
    let total = 0
    for (let at = from; at <= last; at++) total += unpackWeight(words.weight[names.words[at] & WORD_MASK])
    return total
  }

  /** L. A. de Herrera matches Luis Alberto de Herrera. */
  private chooseInitial(word: number, used: number): boolean {
    const { start, text } = this.index.words
    const initial = this.initials.find(({ letter, bit }) => letter === text[start[word]] && (bit & used) === 0)
    if (!initial) return false
    this.chosenBits = initial.bit
    this.chosenCost = INITIAL
    return true
  }

  /** Picks the cheapest match of a name word with unused query words. */
  private choose(word: number, used: number): boolean {
    this.chosenBits = 0
    this.chosenCost = 2
    const matches = this.matches.of(word)
    for (let at = 0; at < matches.length; at++) {
      const { bits, cost } = matches[at]
      if ((bits & used) === 0 && cost < this.chosenCost) {
        this.chosenBits = bits
        this.chosenCost = cost
      }
    }
    const { prefix } = this.matches
    if (prefix && word >= prefix.from && word < prefix.to && (prefix.bits & used) === 0) {
      const cost = prefixCost(prefix.length, wordLength(this.index.words, word)) + prefix.isWordCost
      if (cost < this.chosenCost) {
        this.chosenBits = prefix.bits
        this.chosenCost = cost
      }
    }
    return this.chosenBits !== 0
  }
}

/** A name with more words than the query is slightly less likely. */
export function nameFactor(coverage: number): number {
  const usual = 0.72 + 0.28 * coverage
  return coverage < HARDLY_COVERED ? usual - 0.6 * (HARDLY_COVERED - coverage) : usual
}
