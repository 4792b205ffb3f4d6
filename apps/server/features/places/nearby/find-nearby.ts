import {
  categoriesIn,
  detailsOf,
  foldText,
  labelOf,
  maskOf,
  nearestPoints,
  type PlaceCategory,
  type PlaceDetails,
  type PlaceIndex,
  type Position,
  positionOf,
} from '@fairway/places'
import { type Address, addressOf } from '../geocode/address.ts'
import { translated } from '../geocode/languages.ts'
import type { PlaceBook } from '../runtime/place-index.ts'

export interface NearbyQuery extends Position {
  /** Undefined means all. */
  readonly category: PlaceCategory | undefined
  readonly brand: string | undefined
  readonly radiusMeters: number
  readonly limit: number
  readonly language: string | undefined
}

export interface NearbyPlace extends Position {
  /** Stable as long as the source has it: `node/123`. */
  readonly id: string
  readonly name: string
  readonly category: PlaceCategory
  readonly categories: readonly PlaceCategory[]
  /** Straight-line distance. */
  readonly distanceMeters: number
  readonly address: Address
  readonly tags: Readonly<Record<string, string>>
  /** The map that contains it. */
  readonly region: string | undefined
  readonly attribution: string
}

/** The precedence for places with several categories: a fuel station with an ATM is a fuel station. */
const mainFirst: readonly PlaceCategory[] = [
  'hospital',
  'police',
  'hotel',
  'fuel',
  'charging',
  'food',
  'cafe',
  'checkpoint',
  'speed_camera',
  'parking',
  'atm',
]

/** Names for places without a name. */
const words: Readonly<Record<PlaceCategory, string>> = {
  atm: 'ATM',
  cafe: 'Café',
  charging: 'Charging station',
  checkpoint: 'Checkpoint',
  food: 'Place to eat',
  fuel: 'Gas station',
  hospital: 'Hospital',
  hotel: 'Hotel',
  parking: 'Car park',
  police: 'Police',
  speed_camera: 'Speed camera',
}

const EVERYTHING = mainFirst.reduce((mask, category) => mask | maskOf(category), 0)

interface Near {
  readonly entry: number
  readonly distanceMeters: number
}

/** Sorted by distance. A place that is on two maps is returned once, from the first map. */
export function findNearby(books: readonly PlaceBook[], query: NearbyQuery): NearbyPlace[] {
  const found = books.flatMap((book) => nearIn(book, query).map((near) => ({ book, near })))
  found.sort((a, b) => a.near.distanceMeters - b.near.distanceMeters)
  const places = new Map<string, NearbyPlace>()
  for (const { book, near } of found) {
    if (places.size >= query.limit) break
    const place = describe(book, near, query)
    if (!places.has(place.id)) places.set(place.id, place)
  }
  return [...places.values()]
}

function nearIn({ index, nearby }: PlaceBook, { latitude, longitude, ...query }: NearbyQuery): Near[] {
  const mask = query.category ? maskOf(query.category) : EVERYTHING
  const brand = query.brand === undefined ? undefined : brandKey(query.brand)
  const { category } = index.entries
  const entryOf = (point: number) => nearby.entry[point] ?? 0
  const accepts = (point: number) =>
    ((category[entryOf(point)] ?? 0) & mask) !== 0 && (brand === undefined || isOfBrand(index, entryOf(point), brand))
  const { radiusMeters, limit } = query
  const found = nearestPoints(nearby, nearby.order, latitude, longitude, { limit, radiusMeters, accepts })
  return found.map(({ point, distanceMeters }) => ({ entry: entryOf(point), distanceMeters }))
}

/** Small shops of a chain often have its name but no brand. */
function isOfBrand(index: PlaceIndex, entry: number, brand: string): boolean {
  if (brandKey(labelOf(index, entry)) === brand) return true
  const tags = detailsOf(index, entry)?.tags ?? {}
  return [tags.brand, tags.operator].some((name) => name && brandKey(name) === brand)
}

/** McDonalds matches McDonald's, and 7 Eleven matches 7-Eleven. */
function brandKey(name: string): string {
  const folded = foldText(name)
  return folded.replace(/[^\p{L}\p{N}]+/gu, '') || folded.trim()
}

function describe(book: PlaceBook, near: Near, { category: asked, language }: NearbyQuery): NearbyPlace {
  const { index, attribution } = book
  const { entry, distanceMeters } = near
  const { latitude, longitude } = positionOf(index, entry)
  const details = detailsOf(index, entry)
  const categories = categoriesIn(index.entries.category[entry] ?? 0)
  const category = asked ?? mainFirst.find((one) => categories.includes(one)) ?? 'food'
  return {
    // Tile fragments may have lost their OSM id, but their position is stable.
    id: details?.osm ?? `at/${latitude},${longitude}`,
    name: nameOf(index, entry, details, language) ?? words[category],
    category,
    categories,
    latitude,
    longitude,
    distanceMeters,
    address: addressOf(index, entry, language, undefined, details),
    tags: details?.tags ?? {},
    region: book.region,
    attribution,
  }
}

function nameOf(
  index: PlaceIndex,
  entry: number,
  details: PlaceDetails | undefined,
  language: string | undefined,
): string | undefined {
  const { brand, operator } = details?.tags ?? {}
  return translated(details, language) ?? (labelOf(index, entry) || brand || operator)
}
