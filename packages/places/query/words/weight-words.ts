import type { PlaceIndex } from '../../index/schema.ts'
import { computeWordWeight, decodeWeight } from '../../index/word-weight.ts'
import { MAX_SURE_COST } from './match-words.ts'
import type { QueryWord } from './query-words.ts'
import type { WordMatches } from './word-matches.ts'

/** Unknown words lower the confidence, but less than rare words that exist elsewhere. */
const UNKNOWN_WORD_WEIGHT = 0.45
const HOUSE_NUMBER_WEIGHT = 0.35
/**
 * A number after a comma is a postcode. It distinguishes streets with the same name, but users and maps often disagree
 * on it.
 */
const POSTCODE_WEIGHT = { known: 0.25, unknown: 0.1 } as const
/** Repeated words and area types. Omitting them must not cost anything. */
const GENERIC_WORD_FACTOR = 0.2
const areaTypes = new Set(
  `departamento department departement dept provincia province provinz region estado state land bundesland county condado
  municipio municipality municipalidad comune commune gemeinde kommune distrito district distrikt distretto okres oblast
  kray krai rayon raion prefecture canton kanton cantone ciudad cidade ville stadt citta gorod`.split(/\s+/),
)

/** Weight of each query word: that of the most common word it matches without a typo. */
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
    // The guess may be wrong. A rare word that was guessed must not outweigh certain words.
    else if (minCosts[wordIndex] > MAX_SURE_COST) weights[wordIndex] = Math.min(weights[wordIndex], UNKNOWN_WORD_WEIGHT)
    // A word that another index contains is valid, so an entry without it here is not the requested one.
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

/** The weights of words that the index contains as written; 0 for the others. */
export function weightKnownWords(index: PlaceIndex, query: readonly QueryWord[], matches: WordMatches): Float64Array {
  const weights = weightWords(index, query, matches)
  for (const [wordIndex, { bit }] of query.entries()) if ((matches.wholeWordBits & bit) === 0) weights[wordIndex] = 0
  return weights
}
