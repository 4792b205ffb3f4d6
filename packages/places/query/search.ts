import { importanceOf, packCountry } from '../index/place-index.ts'
import { entryCount, type PlaceIndex } from '../index/schema.ts'
import { TypoSearch } from '../index/typo-search.ts'
import { isKindWord } from '../text/synonyms.ts'
import { writtenKey } from '../text/written.ts'
import { BestPlaces, NEAR_WEIGHT, rankOf, toPlace } from './best-places.ts'
import { Candidates } from './candidates.ts'
import { gatherAreas, gatherLeaves, gatherNear, type Stretch } from './gather.ts'
import { gatherCommon } from './gather-common.ts'
import { EntryScorer } from './score-entry.ts'
import { NameScorer } from './score-names.ts'
import { DEFAULT_LIMIT, type FoundPlace, GOOD_MATCH, type SearchOptions } from './search-types.ts'
import { lowerDoubtful, scaled } from './words/doubt.ts'
import { matchMistypedBeginning, matchPlainly, matchWithTypos } from './words/match-words.ts'
import { partWords } from './words/part-words.ts'
import { clipText, endsOpen, parseWords, type QueryWord } from './words/query-words.ts'
import { preferAsWritten } from './words/spelling-match.ts'
import { knownWeights, weighWords } from './words/weight-words.ts'
import { WordMatches } from './words/word-matches.ts'

const CAPACITY = 12_000
/** Up to this many words are searched at full width. More words get less each, to bound the total time. */
const FULL_WIDTH_WORDS = 6
const CONTEXTS = 16
const RARE_BEGINNING = 4
/**
 * Number of results whose spelling is compared. Of many places with the same name, the exactly spelled ones may rank
 * low.
 */
const COMPARED = 30
/** For plain Latin letters only the top results are compared, to break ties. */
const COMPARED_PLAIN = 8
/** A search for "airport" means a nearby one, whatever else in the world has that word as its full name. */
const NEAR_OF_A_KIND = 0.9
/** Factor for a match after a missing space was inserted. */
const PARTED = 0.95
/** Minimum confidence of results that are only guesses, because random letters name nothing. */
const MIN_GUESS = 0.45

/** Searches one index. Owns the scratch memory of a search, so each thread needs its own instance. */
export class PlaceSearch {
  readonly index: PlaceIndex
  private readonly typos: TypoSearch
  private readonly matches: WordMatches
  private readonly candidates: Candidates
  private readonly scorer: EntryScorer
  private weights: Float64Array = new Float64Array(0)

  constructor(index: PlaceIndex) {
    this.index = index
    this.typos = new TypoSearch(index.words, { forward: index.beginnings, backward: index.endings })
    this.matches = new WordMatches(index.words.weight.length)
    this.candidates = new Candidates(entryCount(index), CAPACITY)
    this.scorer = new EntryScorer(index, new NameScorer(index, this.matches), this.matches)
  }

  /** Best first. Empty when no word is known. */
  find(whole: string, options: SearchOptions = {}): FoundPlace[] {
    const text = clipText(whole)
    const query = parseWords(text)
    const places = this.findWritten(text, query, options)
    if (options.mayBeMistyped === false || (places[0]?.confidence ?? 0) >= GOOD_MATCH) return places
    const parted = partWords(this.index.words, query)
    if (parted === undefined) return places
    const others = this.findWritten(parted, parseWords(parted), { ...options, leastWeights: undefined })
    const isBetter = (others[0]?.rank ?? 0) * PARTED > (places[0]?.rank ?? 0)
    return isBetter ? others.map((place) => scaled(place, PARTED)) : places
  }

  private findWritten(text: string, query: readonly QueryWord[], options: SearchOptions): FoundPlace[] {
    if (query.length === 0) return []
    this.matches.clear()
    const isOpen = options.isOpen ?? endsOpen(text)
    matchPlainly(this.index, query, isOpen, this.matches)
    const known = this.matches.matchedBits
    const last = query.at(-1)
    const isMistyped = last !== undefined && (this.matches.wholeBits & last.bit) === 0 && this.isRareBeginning()
    const unknown = query.filter(({ bit }) => (known & bit) === 0)
    matchWithTypos(this.index, unknown, this.typos, this.matches, false)
    if (isOpen && isMistyped) matchMistypedBeginning(this.index, last, this.typos, this.matches)
    const compared = writtenKey(text) === undefined ? COMPARED_PLAIN : COMPARED
    const plain = this.rank(query, options, false, compared)
    const isGood = options.mayBeMistyped === false || (plain[0]?.confidence ?? 0) >= GOOD_MATCH * this.reachable(query)
    if (!isGood) matchWithTypos(this.index, query, this.typos, this.matches, true)
    const ranked = isGood ? plain : this.rank(query, options, true, compared)
    const places = ranked.filter(({ confidence, isGuess }) => !isGuess || confidence >= MIN_GUESS)
    const judged = lowerDoubtful(this.index, preferAsWritten(this.index, places, text), query)
    return judged.slice(0, options.limit ?? DEFAULT_LIMIT)
  }

  /** Returns the weights of the query words in this index, 0 for unknown words, for searching another index. */
  weigh(text: string): Float64Array {
    const query = parseWords(clipText(text))
    this.matches.clear()
    matchPlainly(this.index, query, false, this.matches)
    return knownWeights(this.index, query, this.matches)
  }

  /** True if few or no words have this prefix, so it may be mistyped. */
  private isRareBeginning(): boolean {
    const { prefix } = this.matches
    if (!prefix) return true
    const { first } = this.index.postings
    return first[prefix.to] - first[prefix.from] <= RARE_BEGINNING
  }

  /**
   * The best match an entry can reach with all words found in the index. Unknown words do not justify a further search.
   */
  private reachable(query: readonly QueryWord[]): number {
    const known = this.matches.matchedBits
    let reached = 0
    let total = 0
    for (const [at, { bit }] of query.entries()) {
      total += this.weights[at]
      if ((known & bit) !== 0) reached += this.weights[at]
    }
    return reached / total
  }

  private rank(
    query: readonly QueryWord[],
    options: SearchOptions,
    isThorough: boolean,
    compared: number,
  ): FoundPlace[] {
    const { index, candidates, matches, scorer } = this
    this.weights = weighWords(index, query, matches, options.leastWeights)
    scorer.begin(query, this.weights)
    candidates.clear()
    candidates.limitTo(Math.ceil(CAPACITY * widthFor(query)))
    const country = packCountry(options.countryCode)
    gatherAreas(index, matches, country, widthFor(query), candidates)
    const stretches = [...this.contexts(), ...gatherNear(index, options.near, candidates)]
    gatherLeaves(index, matches, stretches, candidates)
    if (isThorough) gatherCommon(index, matches, candidates)

    const best = new BestPlaces(Math.max(compared, options.limit ?? DEFAULT_LIMIT))
    const nearWeight = query.length === 1 && isKindWord(query[0].text) ? NEAR_OF_A_KIND : NEAR_WEIGHT
    const nearBonus = options.near ? nearWeight : 0
    const mayEnter = (entry: number, match: number) =>
      rankOf(match, importanceOf(index, entry)) + match * nearBonus >= best.lowestRank
    for (const entry of candidates.entries) {
      if (country !== 0 && index.entries.country[entry] !== country) continue
      if (options.accepts && !options.accepts(entry)) continue
      const score = scorer.score(entry, mayEnter)
      if (score) best.add(toPlace(index, score, options.near, nearWeight))
    }
    return best.places
  }

  /** Entry ranges of the areas that the query most likely names. */
  private contexts(): Stretch[] {
    const { leafFirst, leafEnd } = this.index.areas
    const named: { area: number; value: number }[] = []
    for (const area of this.candidates.entries) {
      if (leafFirst[area] === leafEnd[area]) continue
      const score = this.scorer.areaScore(area)
      if (score) named.push({ area, value: score.value * score.coverage + 0.2 * importanceOf(this.index, area) })
    }
    named.sort((a, b) => b.value - a.value || a.area - b.area)
    return named.slice(0, CONTEXTS).map(({ area }) => ({ from: leafFirst[area], to: leafEnd[area] }))
  }
}

/** Search effort per word: 1 for typical queries, less for long ones. */
function widthFor(query: readonly QueryWord[]): number {
  return Math.min(1, (FULL_WIDTH_WORDS / query.length) ** 2)
}
