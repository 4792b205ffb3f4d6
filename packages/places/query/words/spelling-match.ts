import { labelOf } from '../../index/place-index.ts'
import type { PlaceIndex } from '../../index/schema.ts'
import { writtenKey } from '../../text/written.ts'
import type { FoundPlace } from '../search-types.ts'

/** Decides between what is equal but for dots and accents of the name that is shown. */
const SAME_LETTERS = 0.004
/** A name in just these letters says more than the difference between a village and a town, less than that to a country. */
const WRITTEN_SO = 0.13
/** Three capital letters are an airport, although some have them as a name of the city too. */
const CODE = 0.1
/** Below this something else is wrong with it. */
const NEARLY_WHOLE = 0.95

/** Moves up what is written just as it was asked for, in the same script and with the same marks; best first. */
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

/** A name is kept as its number, or, where it is shown in that language, as it is. */
function keysOf(text: string): Uint8Array[] {
  const key = writtenKey(text)
  return key === undefined ? [] : [encoder.encode(key), encoder.encode(`"${text.trim()}"`)]
}

/** Looked for among the bytes of what is known of the entry: to decode them would take longer than the search. */
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
