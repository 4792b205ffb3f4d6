import { kindOf, labelOf } from '../../index/place-index.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { isStreetType } from '../../text/synonyms.ts'
import { isHan, tokenTexts } from '../../text/tokenize.ts'
import type { FoundPlace } from '../search-types.ts'
import type { QueryWord } from './query-words.ts'

/** Queries this short match too many places. */
const FEW_LETTERS = 2
const SAYS_LITTLE = 0.5
const joiners = new Set('and y e und et of de la the a i o u en at'.split(' '))

/** Lowers the confidence of results with weak evidence: two letters, only street types, or only guesses. */
export function lowerDoubtful(
  index: PlaceIndex,
  places: readonly FoundPlace[],
  query: readonly QueryWord[],
): FoundPlace[] {
  const isVague = saysLittle(query)
  const asked = query.map(({ text }) => text).join(' ')
  const judge = (place: FoundPlace): FoundPlace => {
    if (isVague && !isJustThat(index, place, asked)) return scaled(place, SAYS_LITTLE)
    // One typo in a long word leaves little doubt; many typos leave a lot.
    return place.isGuess ? scaled(place, Math.sqrt(place.confidence)) : place
  }
  return places.map(judge).sort((a, b) => b.rank - a.rank || a.entry - b.entry)
}

export function scaled<T extends FoundPlace>(place: T, factor: number): T {
  return { ...place, confidence: place.confidence * factor, rank: place.rank * factor }
}

/** True if the words are only street types and connecting words. */
export function isOnlyTypes(words: readonly string[]): boolean {
  return words.every((word) => isStreetType(word) || joiners.has(word))
}

/**
 * True if the query has too few letters to be specific, or only generic street words. Such queries are not searched
 * with typos.
 */
export function saysLittle(query: readonly QueryWord[]): boolean {
  const texts = query.map(({ text }) => text)
  const letters = texts.reduce((sum, text) => sum + (isHan(text) ? FEW_LETTERS + 1 : text.length), 0)
  return letters <= FEW_LETTERS || isOnlyTypes(texts)
}

/** UK and NY are valid two-letter names, and there is a village called Y. */
function isJustThat(index: PlaceIndex, { entry, confidence }: FoundPlace, asked: string): boolean {
  const kind = kindOf(index, entry)
  if ((kind === 'country' || kind === 'region') && confidence > 0.95) return true
  return tokenTexts(labelOf(index, entry)).join(' ') === asked
}
