import { findPostcode } from './place-index.ts'
import type { PlaceIndex } from './schema.ts'

/** Additional data about an entry that is not searched. All values are unchanged from the source. */
export interface PlaceDetails {
  /** Names by language, such as `{ en: 'Lisbon' }`. */
  readonly names?: Readonly<Record<string, string>>
  readonly postcode?: string
  readonly houseNumber?: string
  readonly street?: string
  readonly city?: string
  /** Tags to display, such as opening hours, telephone, and brand. */
  readonly tags?: Readonly<Record<string, string>>
  /** OpenStreetMap ID, such as `node/123`, `way/5`, or `relation/7`. */
  readonly osm?: string
}

const decoder = new TextDecoder()

/** Serializes the details for a record. Returns undefined if there are none. */
export function writeDetails(details: PlaceDetails): string | undefined {
  const filledFields = Object.entries(details).filter(([, value]) => value !== undefined && !isEmpty(value))
  return filledFields.length === 0 ? undefined : JSON.stringify(Object.fromEntries(filledFields))
}

export function readDetails({ details }: PlaceIndex, entry: number): PlaceDetails | undefined {
  const from = details.first[entry]
  const to = details.first[entry + 1]
  if (from === to) return undefined
  // The decoder rejects shared memory, so the bytes are copied.
  return JSON.parse(decoder.decode(details.bytes.slice(from, to))) as PlaceDetails
}

/**
 * Returns the postcode in its original spelling if known, or otherwise in upper case. Upper case is the convention in
 * most countries with letters in postcodes.
 */
export function readPostcode(index: PlaceIndex, entry: number): string | undefined {
  return readDetails(index, entry)?.postcode ?? findPostcode(index, entry)?.toUpperCase()
}

function isEmpty(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
