/** What there is to find, from large to small. Append only: the number of a kind is stored. */
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

/** Areas and settlements come first in the index, by importance; the others by the area they lie in. */
export function isArea(kind: PlaceKind): boolean {
  return kind !== 'street' && kind !== 'address' && kind !== 'poi'
}

export interface HouseRecord {
  /** As it is written: 12, 12a, 12-14. What is no house number is left out. */
  readonly number: string
  readonly latitude: number
  readonly longitude: number
}

/** One thing to find, as the builder takes it. */
export interface PlaceRecord {
  readonly kind: PlaceKind
  /** All names in all languages; the first one is shown. */
  readonly names: readonly string[]
  readonly latitude: number
  readonly longitude: number
  /** 0 to 1. */
  readonly importance?: number
  /** What it lies in: the number that the builder gave for it. */
  readonly parent?: number | undefined
  /** Two letters. */
  readonly countryCode?: string | undefined
  readonly postcode?: string | undefined
  /** Of a point of interest: the kinds it is of, one bit each (`categories.ts`). */
  readonly category?: number | undefined
  /** The number at the source (OSM, GeoNames), to find the rest of what is known about it. */
  readonly ref?: number | undefined
  /** What is known beyond what is searched: the JSON text of `PlaceDetails`, kept as it is. */
  readonly details?: string | undefined
  readonly houses?: readonly HouseRecord[] | undefined
  /** Points along a street, crossings among them: [latitude, longitude]. */
  readonly shape?: readonly (readonly [number, number])[] | undefined
}
