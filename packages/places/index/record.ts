/** Kinds of entries, from large to small. Append only: the number of a kind is stored. */
export const placeKinds = [
  'country',
  'region',
  'city',
  'town',
  'village',
  'suburb',
  'postcode',
  'airport',
  'port',
  'street',
  'address',
  'poi',
] as const

export type PlaceKind = (typeof placeKinds)[number]

/** Areas and settlements come first in the index, sorted by importance. All other entries are sorted by their area. */
export function isArea(kind: PlaceKind): boolean {
  return kind !== 'street' && kind !== 'address' && kind !== 'poi'
}

export interface HouseRecord {
  /** As written: 12, 12a, 12-14. Invalid house numbers are skipped. */
  readonly number: string
  readonly latitude: number
  readonly longitude: number
}

/** Input record for the builder. */
export interface PlaceRecord {
  readonly kind: PlaceKind
  /** All names in all languages. The first one is displayed. */
  readonly names: readonly string[]
  readonly latitude: number
  readonly longitude: number
  /** 0 to 1. */
  readonly importance?: number
  /** The containing area: the number that the builder returned for it. */
  readonly parent?: number | undefined
  /** Two-letter code. */
  readonly countryCode?: string | undefined
  readonly postcode?: string | undefined
  /** Categories of a point of interest as a bit mask (`categories.ts`). */
  readonly category?: number | undefined
  /** Id in the source (OSM, GeoNames), for looking up further data. */
  readonly ref?: number | undefined
  /** Additional data that is not searched: `PlaceDetails` as JSON, stored unchanged. */
  readonly details?: string | undefined
  readonly houses?: readonly HouseRecord[] | undefined
  /** Points along a street, including intersections: [latitude, longitude]. */
  readonly shape?: readonly (readonly [number, number])[] | undefined
}
