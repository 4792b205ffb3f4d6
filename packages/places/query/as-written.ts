import { labelOf } from '../index/place-index.ts'
import type { PlaceIndex } from '../index/schema.ts'
import { writtenKey } from '../text/written.ts'
import type { FoundPlace } from './search-types.ts'

/** Decides between what is equal but for dots and accents of the name that is shown. */
const SAME_LETTERS = 0.004
/** A name in just these letters says more than the difference between a village and a town, less than that to a country. */
const WRITTEN_SO = 0.13
/** Below this something else is wrong with it. */
const NEARLY_WHOLE = 0.95

/** Moves up what is written just as it was asked for, in the same script and with the same marks; best first. */
export function preferAsWritten(index: PlaceIndex, places: readonly FoundPlace[], text: string): FoundPlace[] {
  const asked = text.toLowerCase()
  const whole = bytesOf(writtenKey(text))
  const beginning = bytesOf(writtenKey(text.split(/[,،、;]/)[0]))
  const judge = (place: FoundPlace): FoundPlace => {
    const { entry, confidence, rank } = place
    if (whole && holdsKey(index, entry, whole)) {
      const sure = confidence > NEARLY_WHOLE ? 1 : confidence
      return { ...place, confidence: sure, rank: (rank * sure) / confidence + WRITTEN_SO * sure }
    }
    if (beginning && holdsKey(index, entry, beginning)) return { ...place, rank: rank + WRITTEN_SO }
    const label = labelOf(index, entry).toLowerCase()
    return label.length > 0 && asked.includes(label) ? { ...place, rank: rank + SAME_LETTERS } : place
  }
  return places.map(judge).sort((a, b) => b.rank - a.rank || a.entry - b.entry)
}

function bytesOf(key: string | undefined): Uint8Array | undefined {
  return key === undefined ? undefined : Uint8Array.from(key, (letter) => letter.charCodeAt(0))
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
