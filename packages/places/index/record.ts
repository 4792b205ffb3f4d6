/** Kinds of entries, from large to small. Only append to this list, because the number of a kind is stored. */
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

/**
 * Returns whether a kind is an area or a settlement. Areas come first in the index, sorted by importance. All other
 * entries are sorted by their area.
 */
export function isArea(kind: PlaceKind): boolean {
  return kind !== 'street' && kind !== 'address' && kind !== 'poi'
}

export interface HouseRecord {
  /** House number as written, such as 12, 12a, or 12-14. Invalid house numbers are skipped. */
  readonly number: string
  readonly latitude: number
  readonly longitude: number
}

/** Input record for the builder. */
export interface PlaceRecord {
  readonly kind: PlaceKind
  /** All names in all languages. The first name is displayed. */
  readonly names: readonly string[]
  readonly latitude: number
  readonly longitude: number
  /** Importance from 0 to 1. */
  readonly importance?: number
  /** Number of the containing area, as returned by the builder. */
  readonly parent?: number | undefined
  /** Two-letter country code. */
  readonly countryCode?: string | undefined
  readonly postcode?: string | undefined
  /** Categories of a point of interest as a bit mask (see categories.ts). */
  readonly category?: number | undefined
  /** ID in the source (OSM, GeoNames), for looking up further data. */
  readonly ref?: number | undefined
  /** Additional data that is not searched. This is `PlaceDetails` as JSON, stored unchanged. */
  readonly details?: string | undefined
  readonly houses?: readonly HouseRecord[] | undefined
  /** Points along a street, including intersections, as [latitude, longitude]. */
  readonly shape?: readonly (readonly [number, number])[] | undefined
}
