import { labelOf } from '../../index/place-index.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { writtenKey } from '../../text/written.ts'
import type { FoundPlace } from '../search-types.ts'

/** Breaks ties between labels that differ only in punctuation and accents. */
const SAME_LETTERS = 0.004
/**
 * An exact spelling outweighs the difference between a village and a town, but not that between a village and a
 * country.
 */
const WRITTEN_SO = 0.13
/** Three capital letters mean an airport, even when the city also lists them as a name. */
const CODE = 0.1
/** Below this confidence the match has another problem. */
const NEARLY_WHOLE = 0.95

/** Boosts results whose spelling matches the query exactly, in script and diacritics. Sorted best first. */
export function preferAsWritten(index: PlaceIndex, places: readonly FoundPlace[], text: string): FoundPlace[] {
  const asked = text.toLowerCase()
  const whole = keysOf(text)
  const beginning = keysOf(text.split(/[,،、;]/)[0])
  const code = /^[A-Z]{3}$/.test(text.trim()) ? encoder.encode(`"iata":"${text.trim()}"`) : undefined
  const judge = (place: FoundPlace): FoundPlace => {
    const { entry, confidence, rank } = place
    if (whole.some((key) => holdsKey(index, entry, key))) {
      const sure = confidence > NEARLY_WHOLE ? 1 : confidence
      return { ...place, confidence: sure, rank: (rank * sure) / confidence + WRITTEN_SO * sure }
    }
    if (code && holdsKey(index, entry, code)) return { ...place, rank: rank + CODE }
    if (beginning.some((key) => holdsKey(index, entry, key))) return { ...place, rank: rank + WRITTEN_SO }
    const label = labelOf(index, entry).toLowerCase()
    return label.length > 0 && asked.includes(label) ? { ...place, rank: rank + SAME_LETTERS } : place
  }
  return places.map(judge).sort((a, b) => b.rank - a.rank || a.entry - b.entry)
}

const encoder = new TextEncoder()

/** A name is stored as its hash key or, where it is the display name in that language, as is. */
function keysOf(text: string): Uint8Array[] {
  const key = writtenKey(text)
  return key === undefined ? [] : [encoder.encode(key), encoder.encode(`"${text.trim()}"`)]
}

/** Searches the raw bytes of the details. Decoding them would take longer than the search. */
function holdsKey({ details }: PlaceIndex, entry: number, key: Uint8Array): boolean {
  const last = details.first[entry + 1] - key.length
  let from = details.bytes.indexOf(key[0], details.first[entry])
  while (from >= 0 && from <= last) {
    let at = 1
    while (at < key.length && details.bytes[from + at] === key[at]) at++
    if (at === key.length) return true
    from = details.bytes.indexOf(key[0], from + 1)
  }
  return false
}
