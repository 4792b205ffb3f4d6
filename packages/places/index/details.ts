import { postcodeOf } from './place-index.ts'
import type { PlaceIndex } from './schema.ts'

/** What is known of an entry beyond what is searched. Everything is as its source writes it. */
export interface PlaceDetails {
  /** Names by language: `{ en: 'Lisbon' }`. */
  readonly names?: Readonly<Record<string, string>>
  readonly postcode?: string
  readonly houseNumber?: string
  readonly street?: string
  readonly city?: string
  /** Tags worth showing: opening hours, telephone, brand … */
  readonly tags?: Readonly<Record<string, string>>
  /** `node/123`, `way/5`, `relation/7`. */
  readonly osm?: string
}

const decoder = new TextDecoder()

/** The text for a record; undefined when there is nothing to say. */
export function writeDetails(details: PlaceDetails): string | undefined {
  const said = Object.entries(details).filter(([, value]) => value !== undefined && !isEmpty(value))
  return said.length === 0 ? undefined : JSON.stringify(Object.fromEntries(said))
}

export function detailsOf({ details }: PlaceIndex, entry: number): PlaceDetails | undefined {
  const from = details.first[entry]
  const to = details.first[entry + 1]
  if (from === to) return undefined
  // A copy: the decoder does not take memory that threads share.
  return JSON.parse(decoder.decode(details.bytes.slice(from, to))) as PlaceDetails
}

/** As it is written, where that is known; else in capitals, as most countries with letters in them do. */
export function postcodeText(index: PlaceIndex, entry: number): string | undefined {
  return detailsOf(index, entry)?.postcode ?? postcodeOf(index, entry)?.toUpperCase()
}

function isEmpty(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
