import type { PlaceIndex } from '../../index/schema.ts'
import { unpackWeight, wordWeight } from '../../index/word-weight.ts'
import { SURE } from './match-words.ts'
import type { QueryWord } from './query-words.ts'
import type { WordMatches } from './word-matches.ts'

/** Unknown words lower the confidence, but less than rare words that exist elsewhere. */
const UNKNOWN = 0.45
const HOUSE_NUMBER = 0.35
/**
 * A number after a comma is a postcode. It distinguishes streets of one name, but users and maps often disagree on it.
 */
const POSTCODE = { known: 0.25, unknown: 0.1 } as const
/** Repeated words and area types. Omitting them must not cost anything. */
const SAYS_LITTLE = 0.2
const areaTypes = new Set(
  `departamento department departement dept provincia province provinz region estado state land bundesland county condado
  municipio municipality municipalidad comune commune gemeinde kommune distrito district distrikt distretto okres oblast
  kray krai rayon raion prefecture canton kanton cantone ciudad cidade ville stadt citta gorod`.split(/\s+/),
)

/** Weight of each query word: that of the most common word it matches without a typo. */
export function weighWords(
  index: PlaceIndex,
  query: readonly QueryWord[],
  matches: WordMatches,
  least?: Float64Array | undefined,
): Float64Array {
  const weights = new Float64Array(query.length).fill(-1)
  const cheapest = new Float64Array(query.length).fill(2)
  for (const { word, bits, cost } of matches.all()) {
    const weight = unpackWeight(index.words.weight[word])
    for (const [at, { bit }] of query.entries()) {
      if ((bits & bit) === 0 || cost > cheapest[at]) continue
      weights[at] = cost < cheapest[at] ? weight : Math.min(weights[at], weight)
      cheapest[at] = cost
    }
  }
  const isVaried = query.some(({ text }) => text !== query[0].text)
  for (const [at, word] of query.entries()) {
    if (weights[at] < 0) weights[at] = weightWithoutMatch(index, word, matches)
    // The guess may be wrong. A rare word that was guessed must not outweigh certain words.
    else if (cheapest[at] > SURE) weights[at] = Math.min(weights[at], UNKNOWN)
    // A word that another index contains is valid, so an entry without it here is not the requested one.
    if (least !== undefined && cheapest[at] > SURE) weights[at] = Math.max(weights[at], least[at] ?? 0)
    if (word.text.length === 1) weights[at] *= 0.5
    if ((word.isRepeated && isVaried) || (query.length > 1 && areaTypes.has(word.text))) weights[at] *= SAYS_LITTLE
    // A number may be a house number even if it is also part of a name.
    if (word.isNumeric) weights[at] = Math.min(weights[at], isLikePostcode(word) ? POSTCODE.known : 0.6)
  }
  return weights
}

function isLikePostcode({ part, text }: QueryWord): boolean {
  return part > 0 && /^\d{4,6}$/.test(text)
}

function weightWithoutMatch({ postings, entries }: PlaceIndex, word: QueryWord, { prefix }: WordMatches): number {
  if (word.isNumeric) return isLikePostcode(word) ? POSTCODE.unknown : HOUSE_NUMBER
  if (!prefix || (prefix.bits & word.bit) === 0) return UNKNOWN
  return wordWeight(postings.first[prefix.to] - postings.first[prefix.from], entries.kind.length)
}

/** The weights of words that the index contains as written; 0 for the others. */
export function knownWeights(index: PlaceIndex, query: readonly QueryWord[], matches: WordMatches): Float64Array {
  const weights = weighWords(index, query, matches)
  for (const [at, { bit }] of query.entries()) if ((matches.wholeBits & bit) === 0) weights[at] = 0
  return weights
}
