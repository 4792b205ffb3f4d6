import type { PlaceIndex } from '../../index/schema.ts'
import { computeWordWeight, decodeWeight } from '../../index/word-weight.ts'
import { MAX_SURE_COST } from './match-words.ts'
import type { QueryWord } from './query-words.ts'
import type { WordMatches } from './word-matches.ts'

/** Weight of unknown words. They lower the confidence, but less than rare words that exist elsewhere. */
const UNKNOWN_WORD_WEIGHT = 0.45
const HOUSE_NUMBER_WEIGHT = 0.35
/**
 * Weight of a number after a comma, which is usually a postcode. A postcode distinguishes streets with the same name,
 * but users and maps often disagree on it.
 */
const POSTCODE_WEIGHT = { known: 0.25, unknown: 0.1 } as const
/** Factor for repeated words and area types, because omitting them must not lower the confidence. */
const GENERIC_WORD_FACTOR = 0.2
const areaTypes = new Set(
  `departamento department departement dept provincia province provinz region estado state land bundesland county condado
  municipio municipality municipalidad comune commune gemeinde kommune distrito district distrikt distretto okres oblast
  kray krai rayon raion prefecture canton kanton cantone ciudad cidade ville stadt citta gorod`.split(/\s+/),
)

/**
 * Computes the weight of each query word, which is the weight of the most common word that it matches without a typo.
 */
export function weightWords(
  index: PlaceIndex,
  query: readonly QueryWord[],
  matches: WordMatches,
  minWeights?: Float64Array | undefined,
): Float64Array {
  const weights = new Float64Array(query.length).fill(-1)
  const minCosts = new Float64Array(query.length).fill(2)
  for (const { word, bits, cost } of matches.listMatches()) {
    const weight = decodeWeight(index.words.weight[word])
    for (const [wordIndex, { bit }] of query.entries()) {
      if ((bits & bit) === 0 || cost > minCosts[wordIndex]) continue
      weights[wordIndex] = cost < minCosts[wordIndex] ? weight : Math.min(weights[wordIndex], weight)
      minCosts[wordIndex] = cost
    }
  }
  const hasDifferentWords = query.some(({ text }) => text !== query[0].text)
  for (const [wordIndex, word] of query.entries()) {
    if (weights[wordIndex] < 0) weights[wordIndex] = weightWithoutMatch(index, word, matches)
    // The guess may be wrong, so a rare guessed word must not outweigh words that match as written.
    else if (minCosts[wordIndex] > MAX_SURE_COST) weights[wordIndex] = Math.min(weights[wordIndex], UNKNOWN_WORD_WEIGHT)
    // A word that another index contains is valid, so an entry without this word is not the requested place.
    if (minWeights !== undefined && minCosts[wordIndex] > MAX_SURE_COST)
      weights[wordIndex] = Math.max(weights[wordIndex], minWeights[wordIndex] ?? 0)
    if (word.text.length === 1) weights[wordIndex] *= 0.5
    if ((word.isRepeated && hasDifferentWords) || (query.length > 1 && areaTypes.has(word.text)))
      weights[wordIndex] *= GENERIC_WORD_FACTOR
    // A number may be a house number even if it is also part of a name.
    if (word.isNumeric)
      weights[wordIndex] = Math.min(weights[wordIndex], looksLikePostcode(word) ? POSTCODE_WEIGHT.known : 0.6)
  }
  return weights
}

function looksLikePostcode({ part, text }: QueryWord): boolean {
  return part > 0 && /^\d{4,6}$/.test(text)
}

function weightWithoutMatch({ postings, entries }: PlaceIndex, word: QueryWord, { prefix }: WordMatches): number {
  if (word.isNumeric) return looksLikePostcode(word) ? POSTCODE_WEIGHT.unknown : HOUSE_NUMBER_WEIGHT
  if (!prefix || (prefix.bits & word.bit) === 0) return UNKNOWN_WORD_WEIGHT
  return computeWordWeight(postings.first[prefix.to] - postings.first[prefix.from], entries.kind.length)
}

/** Returns the weights of words that the index contains as written, and 0 for all other words. */
export function weightKnownWords(index: PlaceIndex, query: readonly QueryWord[], matches: WordMatches): Float64Array {
  const weights = weightWords(index, query, matches)
  for (const [wordIndex, { bit }] of query.entries()) if ((matches.wholeWordBits & bit) === 0) weights[wordIndex] = 0
  return weights
}
