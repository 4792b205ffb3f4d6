import {
  findNearestPoints,
  foldText,
  getLabel,
  getPosition,
  hasCategory,
  isOfKind,
  listCategories,
  type PlaceCategory,
  type PlaceDetails,
  type PlaceIndex,
  type PlaceKindTag,
  type Position,
  readCategories,
  readDetails,
  toMask,
  toPlaceId,
} from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import { type Address, buildAddress } from '../geocode/address.ts'
import { findTranslatedName } from '../geocode/languages.ts'

export interface NearbyQuery extends Position {
  /** Category of the places, or undefined for all categories. */
  readonly category: PlaceCategory | undefined
  /** Kind of the places, which may be narrower than a category. */
  readonly kind?: PlaceKindTag | undefined
  readonly brand: string | undefined
  readonly radiusMeters: number
  readonly limit: number
  readonly language: string | undefined
}

export interface NearbyPlace extends Position {
  /** Id such as `node/123`, which is stable as long as the source contains the place. */
  readonly id: string
  readonly name: string
  readonly category: PlaceCategory
  readonly categories: readonly PlaceCategory[]
  /** Straight-line distance in meters. */
  readonly distanceMeters: number
  readonly address: Address
  readonly tags: Readonly<Record<string, string>>
  /** Map that contains the place. */
  readonly region: string | undefined
  readonly attribution: string
}

/** Precedence for places with multiple categories. For example, a fuel station with an ATM is a fuel station. */
const categoriesByPriority: readonly PlaceCategory[] = [
  'hospital',
  'police',
  'hotel',
  'fuel',
  'charging',
  'food',
  'cafe',
  'checkpoint',
  'speed_camera',
  'pharmacy',
  'airport',
  'train_station',
  'bus_station',
  'supermarket',
  'mall',
  'convenience',
  'bar',
  'doctor',
  'dentist',
  'bank',
  'post_office',
  'university',
  'school',
  'library',
  'museum',
  'car_repair',
  'car_wash',
  'toilets',
  'parking',
  'atm',
]

/** Names for places that have no name, by category. */
const categoryNames: Readonly<Record<PlaceCategory, string>> = {
  airport: 'Airport',
  atm: 'ATM',
  bank: 'Bank',
  bar: 'Bar',
  bus_station: 'Bus station',
  cafe: 'Café',
  car_repair: 'Car repair',
  car_wash: 'Car wash',
  charging: 'Charging station',
  checkpoint: 'Checkpoint',
  convenience: 'Convenience store',
  dentist: 'Dentist',
  doctor: 'Doctor',
  food: 'Place to eat',
  fuel: 'Gas station',
  hospital: 'Hospital',
  hotel: 'Hotel',
  library: 'Library',
  mall: 'Shopping mall',
  museum: 'Museum',
  other: 'Place',
  parking: 'Car park',
  pharmacy: 'Pharmacy',
  police: 'Police',
  post_office: 'Post office',
  school: 'School',
  speed_camera: 'Speed camera',
  supermarket: 'Supermarket',
  toilets: 'Toilets',
  train_station: 'Train station',
  university: 'University',
}

/** Mask of all categories. A search without a category omits places that belong to no category. */
const ALL_CATEGORIES = categoriesByPriority.reduce((mask, category) => mask | toMask(category), 0)
const ANY_CATEGORY = ALL_CATEGORIES | toMask('other')

interface NearEntry {
  readonly entry: number
  readonly distanceMeters: number
}

/**
 * Finds places, sorted by distance. Hospitals with an emergency department and other hospitals come before clinics. A
 * place on two maps is returned once, from the first map.
 */
export function findNearby(indexes: readonly LoadedPlaceIndex[], query: NearbyQuery): NearbyPlace[] {
  if (query.category !== 'hospital') return findNearest(indexes, query, acceptAll)
  const hospitals = findNearest(indexes, query, isHospital)
  const limit = query.limit - hospitals.length
  if (limit <= 0) return hospitals
  return [...hospitals, ...findNearest(indexes, { ...query, limit }, (index, entry) => !isHospital(index, entry))]
}

type EntryFilter = (index: PlaceIndex, entry: number) => boolean
const acceptAll: EntryFilter = () => true

/** Returns whether an entry is a hospital. A clinic may be a practice for cosmetic surgery, so it does not count. */
function isHospital(index: PlaceIndex, entry: number): boolean {
  return isHospitalTags(readDetails(index, entry)?.tags ?? {})
}

export function isHospitalTags(tags: Readonly<Record<string, string>>): boolean {
  return (
    [tags.amenity, tags.healthcare].some((value) => value?.split(';').includes('hospital')) || tags.emergency === 'yes'
  )
}

function findNearest(indexes: readonly LoadedPlaceIndex[], query: NearbyQuery, filter: EntryFilter): NearbyPlace[] {
  const matches = indexes.flatMap((placeIndex) =>
    findNearbyInIndex(placeIndex, query, filter).map((nearEntry) => ({ book: placeIndex, near: nearEntry })),
  )
  matches.sort((a, b) => a.near.distanceMeters - b.near.distanceMeters)
  const places = new Map<string, NearbyPlace>()
  for (const { book: placeIndex, near } of matches) {
    if (places.size >= query.limit) break
    const place = describeNearbyPlace(placeIndex, near, query)
    if (!places.has(place.id)) places.set(place.id, place)
  }
  return [...places.values()]
}

function findNearbyInIndex(
  { index, nearbyTree }: LoadedPlaceIndex,
  { latitude, longitude, ...query }: NearbyQuery,
  filter: EntryFilter,
): NearEntry[] {
  const { kind } = query
  const categoryMask = query.category ? toMask(query.category) : kind ? ANY_CATEGORY : ALL_CATEGORIES
  const brand = query.brand === undefined ? undefined : toBrandKey(query.brand)
  const getEntry = (point: number) => nearbyTree.entry[point] ?? 0
  const accepts = (point: number) =>
    hasCategory(index, getEntry(point), categoryMask) &&
    (kind === undefined || isOfKind(index, getEntry(point), kind)) &&
    (brand === undefined || isOfBrand(index, getEntry(point), brand)) &&
    filter(index, getEntry(point))
  const { radiusMeters, limit } = query
  const points = findNearestPoints(nearbyTree, nearbyTree.order, latitude, longitude, { limit, radiusMeters, accepts })
  return points.map(({ point, distanceMeters }) => ({ entry: getEntry(point), distanceMeters }))
}

/** Returns whether a place belongs to a brand. Small shops of a chain often have its name but no brand. */
function isOfBrand(index: PlaceIndex, entry: number, brand: string): boolean {
  if (toBrandKey(getLabel(index, entry)) === brand) return true
  const tags = readDetails(index, entry)?.tags ?? {}
  return [tags.brand, tags.operator].some((name) => name && toBrandKey(name) === brand)
}

/** Normalizes a brand, so that McDonalds matches McDonald's and 7 Eleven matches 7-Eleven. */
function toBrandKey(name: string): string {
  const foldedName = foldText(name)
  return foldedName.replace(/[^\p{L}\p{N}]+/gu, '') || foldedName.trim()
}

export function describeNearbyPlace(
  placeIndex: LoadedPlaceIndex,
  nearEntry: NearEntry,
  { category: requestedCategory, language }: Pick<NearbyQuery, 'category' | 'language'>,
): NearbyPlace {
  const { index, attribution } = placeIndex
  const { entry, distanceMeters } = nearEntry
  const { latitude, longitude } = getPosition(index, entry)
  const details = readDetails(index, entry)
  const categories = listCategories(readCategories(index, entry))
  const category =
    requestedCategory ?? categoriesByPriority.find((candidate) => categories.includes(candidate)) ?? 'other'
  return {
    id: toPlaceId(index, { entry }, { latitude, longitude }, details),
    name: getDisplayName(index, entry, details, language) ?? categoryNames[category],
    category,
    categories,
    latitude,
    longitude,
    distanceMeters,
    address: buildAddress(index, entry, language, undefined, details),
    tags: details?.tags ?? {},
    region: placeIndex.region,
    attribution,
  }
}

function getDisplayName(
  index: PlaceIndex,
  entry: number,
  details: PlaceDetails | undefined,
  language: string | undefined,
): string | undefined {
  const { brand, operator } = details?.tags ?? {}
  return findTranslatedName(details, language) ?? (getLabel(index, entry) || brand || operator)
}
