import { getImportance, getKind, getLabel } from '../../index/place-index.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { isStreetType } from '../../text/synonyms.ts'
import { isHan, tokenizeToStrings } from '../../text/tokenize.ts'
import type { PlaceMatch } from '../search-types.ts'
import type { QueryWord } from './query-words.ts'

/** Maximum number of letters of a vague query. Queries this short match too many places. */
const MAX_VAGUE_LETTERS = 2
const VAGUE_FACTOR = 0.4
/** Minimum importance of a city that is known by two letters. Only cities with millions of people are. */
const MIN_CITY_IMPORTANCE = 0.85
const connectingWords = new Set(
  `and y e und et of de la the a i o u en at el los las le les l du des d del da do dos das di der die den van von zu zum
  zur il lo gli al`.split(/\s+/),
)

/** Lowers the confidence of results with weak evidence: two letters, only street types, or only guesses. */
export function lowerDoubtfulMatches(
  index: PlaceIndex,
  places: readonly PlaceMatch[],
  query: readonly QueryWord[],
): PlaceMatch[] {
  const isVague = isVagueQuery(query)
  const queryText = query.map(({ text }) => text).join(' ')
  const adjustMatch = (place: PlaceMatch): PlaceMatch => {
    if (isVague && !isExactName(index, place, queryText)) return scaleMatch(place, VAGUE_FACTOR)
    // One typo in a long word leaves little doubt, but many typos leave a lot.
    return place.isGuess ? scaleMatch(place, Math.sqrt(place.confidence)) : place
  }
  return places.map(adjustMatch).sort((a, b) => b.rank - a.rank || a.entry - b.entry)
}

export function scaleMatch<T extends PlaceMatch>(place: T, factor: number): T {
  return { ...place, confidence: place.confidence * factor, rank: place.rank * factor }
}

/** Returns true if the words are only street types and connecting words. */
export function hasOnlyStreetTypes(words: readonly string[]): boolean {
  return words.every(isUnspecific)
}

/** Returns true for street types, articles, and prepositions, which do not identify a street. */
export function isUnspecific(word: string): boolean {
  return isStreetType(word) || connectingWords.has(word)
}

/**
 * Returns true if the query has too few letters to be specific, or only generic street words. These queries are not
 * searched with typos.
 */
export function isVagueQuery(query: readonly QueryWord[]): boolean {
  const words = query.map(({ text }) => text)
  const letters = words.reduce((sum, text) => sum + (isHan(text) ? MAX_VAGUE_LETTERS + 1 : text.length), 0)
  return letters <= MAX_VAGUE_LETTERS || hasOnlyStreetTypes(words)
}

/**
 * Returns whether a query is exactly the name of a place. UK, NY, and LA are valid two-letter names, and there is a
 * village called Y.
 */
function isExactName(index: PlaceIndex, { entry, confidence }: PlaceMatch, queryText: string): boolean {
  const kind = getKind(index, entry)
  const isWellKnown = kind === 'country' || kind === 'region' || getImportance(index, entry) >= MIN_CITY_IMPORTANCE
  if (isWellKnown && confidence > 0.95) return true
  return tokenizeToStrings(getLabel(index, entry)).join(' ') === queryText
}
