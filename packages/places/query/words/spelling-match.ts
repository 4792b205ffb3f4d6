import { getLabel } from '../../index/place-index.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { normalizeSpelling, toSpellingKey } from '../../text/written.ts'
import { containsBytes } from '../details-bytes.ts'
import type { PlaceMatch } from '../search-types.ts'

/** Bonus that breaks ties between labels that differ only in punctuation and accents. */
const SAME_LABEL_BONUS = 0.004
/** Bonus for a label whose accents are also in the query. Sägenstrasse 28 is not Sagenstrasse 28 in a larger town. */
const SAME_ACCENTS_BONUS = 0.03
/**
 * Bonus for an exact spelling. It outweighs the difference between a village and a town, but not the difference between
 * a village and a country.
 */
const EXACT_SPELLING_BONUS = 0.13
/**
 * Minimum confidence of a full match. With less confidence, the match differs from the query in more than its spelling.
 */
const MIN_FULL_CONFIDENCE = 0.95

/**
 * Boosts results whose spelling matches the query exactly, in script and diacritics. Returns the best results first.
 */
export function preferExactSpelling(index: PlaceIndex, places: readonly PlaceMatch[], text: string): PlaceMatch[] {
  const lowercaseQuery = text.toLowerCase()
  const fullKeys = toSpellingKeys(text)
  const firstPartKeys = toSpellingKeys(text.split(/[,،、;]/)[0])
  const adjustMatch = (place: PlaceMatch): PlaceMatch => {
    const { entry, confidence, rank } = place
    const label = getLabel(index, entry).toLowerCase()
    const isSpelledSo = fullKeys.length > 0 && normalizeSpelling(label) === normalizeSpelling(text)
    if (isSpelledSo || fullKeys.some((key) => containsBytes(index, entry, key))) {
      const adjustedConfidence = confidence > MIN_FULL_CONFIDENCE ? 1 : confidence
      return {
        ...place,
        confidence: adjustedConfidence,
        rank: (rank * adjustedConfidence) / confidence + EXACT_SPELLING_BONUS * adjustedConfidence,
      }
    }
    if (firstPartKeys.some((key) => containsBytes(index, entry, key)))
      return { ...place, rank: rank + EXACT_SPELLING_BONUS }
    if (label.length === 0 || !lowercaseQuery.includes(label)) return place
    return { ...place, rank: rank + (isPlainLetters(label) ? SAME_LABEL_BONUS : SAME_ACCENTS_BONUS) }
  }
  return places.map(adjustMatch).sort((a, b) => b.rank - a.rank || a.entry - b.entry)
}

function isPlainLetters(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

const encoder = new TextEncoder()

/**
 * Returns the keys under which a name may be stored. A name is stored as its hash key, or unchanged if it is the
 * display name in a language.
 */
function toSpellingKeys(text: string): Uint8Array[] {
  const key = toSpellingKey(text)
  return key === undefined ? [] : [encoder.encode(key), encoder.encode(`"${text.trim()}"`)]
}
