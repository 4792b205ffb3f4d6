import { fromSections, type SectionArray, type SectionGroups, toSections } from '@fairway/geo'

/**
 * The complete place index as plain typed arrays. The index is written to a file section by section, read back in one
 * piece, and shared by threads. Sections are named `group.name`.
 */
const trieSchema = { order: Uint32Array, label: Uint16Array, end: Uint32Array, first: Uint32Array } as const

const placeSchema = {
  /**
   * Arrays with one element per entry, except that `…First` arrays have one more. Areas come first, sorted by
   * importance.
   */
  entries: {
    kind: Uint8Array,
    /**
     * Category bits. The first 15 categories have one bit each. The last bit means that the tags contain further
     * categories.
     */
    category: Uint16Array,
    importance: Uint16Array,
    parent: Uint32Array,
    /** Two-letter country code, with the first letter in the high byte. */
    country: Uint16Array,
    /** Word number of the postcode. */
    postcode: Uint32Array,
    ref: Float64Array,
    nameFirst: Uint32Array,
    labelFirst: Uint32Array,
    houseFirst: Uint32Array,
    anchorFirst: Uint32Array,
  },
  /**
   * Entries of each area, which are contiguous from `leafFirst` up to but excluding `leafEnd`. `order` is a kd-tree.
   */
  areas: { leafFirst: Uint32Array, leafEnd: Uint32Array, order: Uint32Array },
  /** Words of all names in sequence. The last word of a name has LAST_WORD_FLAG set. */
  names: { words: Uint32Array },
  /** Display labels as UTF-8. */
  labels: { bytes: Uint8Array },
  /** Additional data about entries, as JSON in UTF-8. `first` has one element per entry plus one. */
  details: { first: Uint32Array, bytes: Uint8Array },
  words: { start: Uint32Array, text: Uint16Array, weight: Uint8Array },
  /** Entries that contain each word, in ascending order. */
  postings: { first: Uint32Array, entry: Uint32Array },
  beginnings: trieSchema,
  endings: trieSchema,
  /** House numbers, sorted by number and suffix within each entry. `order` is the kd-tree. */
  houses: {
    number: Uint32Array,
    suffix: Uint16Array,
    latitude: Int32Array,
    longitude: Int32Array,
    order: Uint32Array,
  },
  suffixes: { start: Uint32Array, text: Uint16Array },
  /**
   * Positions of all entries, followed by the points along streets, in millionths of a degree. `order` is the kd-tree.
   */
  points: { latitude: Int32Array, longitude: Int32Array, order: Uint32Array },
} as const

export type PlaceIndex = SectionGroups<typeof placeSchema>

export const NO_ID = 0xffffffff
/** Marks the last word of a name. Word numbers are smaller than this flag. */
export const LAST_WORD_FLAG = 0x80000000
export const WORD_MASK = 0x7fffffff

export const IMPORTANCE_SCALE = 65535
export const DEGREES_PER_MICRODEGREE = 1e-6

export function placesToSections(index: PlaceIndex): [name: string, array: SectionArray][] {
  return toSections('places', index)
}

export function placesFromSections(sections: ReadonlyMap<string, ArrayBufferView>): PlaceIndex {
  return fromSections('places', placeSchema, sections)
}

export function countEntries(index: PlaceIndex): number {
  return index.entries.kind.length
}

export function countAreas(index: PlaceIndex): number {
  return index.areas.leafFirst.length
}
