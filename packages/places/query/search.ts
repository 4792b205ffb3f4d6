import { encodeCountry, getImportance } from '../index/place-index.ts'
import { countEntries, type PlaceIndex } from '../index/schema.ts'
import { TypoSearch } from '../index/typo-search.ts'
import { isPlaceTypeWord } from '../text/synonyms.ts'
import { toSpellingKey } from '../text/written.ts'
import { CandidateSet } from './candidates.ts'
import { findByCode, findByCountryCode } from './find-code.ts'
import { addAreaCandidates, addLeafCandidates, type EntryRange, gatherNearbyAreas } from './gather.ts'
import { addCommonWordEntries } from './gather-common.ts'
import { BestPlaces, NEAR_WEIGHT, rankOf, toPlace } from './rank-places.ts'
import { EntryScorer } from './score-entry.ts'
import { NameScorer } from './score-names.ts'
import { DEFAULT_LIMIT, GOOD_MATCH, type PlaceMatch, type SearchOptions } from './search-types.ts'
import { lowerDoubtfulMatches, scaleMatch } from './words/doubt.ts'
import { matchExactly, matchMistypedPrefix, matchWithTypos } from './words/match-words.ts'
import { correctSpaces, isNameOfWords } from './words/part-words.ts'
import { clipText, endsInsideWord, parseWords, type QueryWord } from './words/query-words.ts'
import { preferExactSpelling } from './words/spelling-match.ts'
import { weightKnownWords, weightWords } from './words/weight-words.ts'
import { WordMatches } from './words/word-matches.ts'

const MAX_CANDIDATES = 12_000
/**
 * Maximum number of words that are searched with full effort. With more words, each word gets less effort, which limits
 * the total time.
 */
const MAX_FULL_EFFORT_WORDS = 6
const MAX_CONTEXT_AREAS = 16
const MAX_RARE_PREFIX_ENTRIES = 4
/**
 * Number of results whose spelling is compared. Among many places with the same name, exactly spelled names may rank
 * low.
 */
const MAX_COMPARED_RESULTS = 30
/**
 * Number of results whose spelling is compared for plain Latin letters. Only the top results are compared, to break
 * ties.
 */
const MAX_COMPARED_LATIN_RESULTS = 8
/**
 * Weight of proximity for a type word. A search for "airport" means a nearby airport, even if "airport" is the full
 * name of a place elsewhere.
 */
const NEAR_WEIGHT_FOR_TYPE_WORD = 0.9
/** Factor for a match after a missing space was inserted. */
const SPLIT_WORD_FACTOR = 0.95
/** Minimum confidence of results that are only guesses, so that random letters return no results. */
const MIN_GUESS_CONFIDENCE = 0.45

/** Searches one index. Each instance has scratch memory, so each thread needs a separate instance. */
export class PlaceSearch {
  readonly index: PlaceIndex
  private readonly typoSearch: TypoSearch
  private readonly matches: WordMatches
  private readonly candidates: CandidateSet
  private readonly scorer: EntryScorer
  private weights: Float64Array = new Float64Array(0)

  constructor(index: PlaceIndex) {
    this.index = index
    this.typoSearch = new TypoSearch(index.words, { forward: index.beginnings, backward: index.endings })
    this.matches = new WordMatches(index.words.weight.length)
    this.candidates = new CandidateSet(countEntries(index), MAX_CANDIDATES)
    this.scorer = new EntryScorer(index, new NameScorer(index, this.matches), this.matches)
  }

  /** Returns the best places first. The list is empty if no word is known. */
  find(input: string, options: SearchOptions = {}): PlaceMatch[] {
    const clippedText = clipText(input)
    const query = parseWords(clippedText)
    const namedPlaces = this.findInClippedText(clippedText, query, options)
    const country = findByCountryCode(this.index, clippedText, options)
    const places = putFirst(findByCode(this.index, clippedText, options), putFirst(country, namedPlaces))
    if (options.allowTypos === false || (places[0]?.confidence ?? 0) >= GOOD_MATCH) return places
    const splitText = correctSpaces(this.index.words, query)
    if (splitText === undefined) return places
    const splitQuery = parseWords(splitText)
    // Almost any letters can be split into codes and foreign names of places, so the parts of a single word must form a
    // complete name.
    const splitResults = this.findInClippedText(splitText, splitQuery, { ...options, minWeights: undefined }).filter(
      ({ entry }) => query.length > 1 || isNameOfWords(this.index, entry, splitQuery),
    )
    const isBetter = (splitResults[0]?.rank ?? 0) * SPLIT_WORD_FACTOR > (places[0]?.rank ?? 0)
    return isBetter ? splitResults.map((place) => scaleMatch(place, SPLIT_WORD_FACTOR)) : places
  }

  private findInClippedText(text: string, query: readonly QueryWord[], options: SearchOptions): PlaceMatch[] {
    if (query.length === 0) return []
    this.matches.clear()
    const isOpen = options.isOpen ?? endsInsideWord(text)
    matchExactly(this.index, query, isOpen, this.matches, options.isOpen)
    const matchedBits = this.matches.matchedBits
    const lastWord = query.at(-1)
    const isMistyped =
      lastWord !== undefined && (this.matches.wholeWordBits & lastWord.bit) === 0 && this.isRarePrefix()
    const hasNumber = query.some(({ isNumeric }) => isNumeric)
    const unmatchedWords = query.filter(({ bit }) => (matchedBits & bit) === 0)
    matchWithTypos(this.index, unmatchedWords, this.typoSearch, this.matches, false, hasNumber)
    if (isOpen && isMistyped) matchMistypedPrefix(this.index, lastWord, this.typoSearch, this.matches)
    const comparedCount = toSpellingKey(text) === undefined ? MAX_COMPARED_LATIN_RESULTS : MAX_COMPARED_RESULTS
    const exactMatches = this.rankCandidates(query, options, false, comparedCount)
    const isGoodMatch =
      options.allowTypos === false || (exactMatches[0]?.confidence ?? 0) >= GOOD_MATCH * this.maxReachableMatch(query)
    if (!isGoodMatch) matchWithTypos(this.index, query, this.typoSearch, this.matches, true, hasNumber)
    const rankedPlaces = isGoodMatch ? exactMatches : this.rankCandidates(query, options, true, comparedCount)
    const places = rankedPlaces.filter(({ confidence, isGuess }) => !isGuess || confidence >= MIN_GUESS_CONFIDENCE)
    const adjustedPlaces = lowerDoubtfulMatches(this.index, preferExactSpelling(this.index, places, text), query)
    return adjustedPlaces.slice(0, options.limit ?? DEFAULT_LIMIT)
  }

  /**
   * Returns the weights of the query words in this index for searching another index. Unknown words have a weight of 0.
   */
  computeWordWeights(text: string): Float64Array {
    const query = parseWords(clipText(text))
    this.matches.clear()
    matchExactly(this.index, query, false, this.matches)
    return weightKnownWords(this.index, query, this.matches)
  }

  /**
   * Returns true if few or no entries contain words that start with the unfinished last word, so that it may be
   * mistyped.
   */
  private isRarePrefix(): boolean {
    const { prefix } = this.matches
    if (!prefix) return true
    const { first } = this.index.postings
    return first[prefix.to] - first[prefix.from] <= MAX_RARE_PREFIX_ENTRIES
  }

  /**
   * Returns the best match that an entry can reach with all known words. Unknown words do not justify a further search.
   */
  private maxReachableMatch(query: readonly QueryWord[]): number {
    const matchedBits = this.matches.matchedBits
    let reachedWeight = 0
    let total = 0
    for (const [wordIndex, { bit }] of query.entries()) {
      total += this.weights[wordIndex]
      if ((matchedBits & bit) !== 0) reachedWeight += this.weights[wordIndex]
    }
    return reachedWeight / total
  }

  private rankCandidates(
    query: readonly QueryWord[],
    options: SearchOptions,
    isThorough: boolean,
    compared: number,
  ): PlaceMatch[] {
    const { index, candidates, matches, scorer } = this
    this.weights = weightWords(index, query, matches, options.minWeights)
    scorer.startQuery(query, this.weights)
    candidates.clear()
    candidates.setCapacity(Math.ceil(MAX_CANDIDATES * effortPerWord(query)))
    const country = encodeCountry(options.countryCode)
    addAreaCandidates(index, matches, country, effortPerWord(query), candidates)
    const ranges = [...this.listContextRanges(), ...gatherNearbyAreas(index, options.near, candidates)]
    addLeafCandidates(index, matches, ranges, candidates)
    if (isThorough) addCommonWordEntries(index, matches, candidates)

    const bestPlaces = new BestPlaces(Math.max(compared, options.limit ?? DEFAULT_LIMIT))
    const nearWeight = query.length === 1 && isPlaceTypeWord(query[0].text) ? NEAR_WEIGHT_FOR_TYPE_WORD : NEAR_WEIGHT
    const nearBonus = options.near ? nearWeight : 0
    const canRank = (entry: number, match: number) =>
      rankOf(match, getImportance(index, entry)) + match * nearBonus >= bestPlaces.lowestRank
    for (const entry of candidates.entries) {
      if (country !== 0 && index.entries.country[entry] !== country) continue
      if (options.accepts && !options.accepts(entry)) continue
      const score = scorer.scoreEntry(entry, canRank)
      if (score) bestPlaces.add(toPlace(index, score, options.near, nearWeight))
    }
    return bestPlaces.places
  }

  /** Lists the entry ranges of the areas that the query most likely names. */
  private listContextRanges(): EntryRange[] {
    const { leafFirst, leafEnd } = this.index.areas
    const areaScores: { area: number; value: number }[] = []
    for (const area of this.candidates.entries) {
      if (leafFirst[area] === leafEnd[area]) continue
      const score = this.scorer.getAreaScore(area)
      if (score) areaScores.push({ area, value: score.value * score.coverage + 0.2 * getImportance(this.index, area) })
    }
    areaScores.sort((a, b) => b.value - a.value || a.area - b.area)
    return areaScores.slice(0, MAX_CONTEXT_AREAS).map(({ area }) => ({ from: leafFirst[area], to: leafEnd[area] }))
  }
}

function putFirst(coded: PlaceMatch | undefined, places: PlaceMatch[]): PlaceMatch[] {
  return coded ? [coded, ...places.filter(({ entry }) => entry !== coded.entry)] : places
}

/** Returns the search effort per word. It is 1 for typical queries and lower for long queries. */
function effortPerWord(query: readonly QueryWord[]): number {
  return Math.min(1, (MAX_FULL_EFFORT_WORDS / query.length) ** 2)
}
