import { readDetails } from './index/details.ts'
import type { PlaceIndex } from './index/schema.ts'

/** Categories for nearby search. Only append to this list, because the position of a category is its bit number. */
export const placeCategories = [
  'atm',
  'cafe',
  'charging',
  'checkpoint',
  'food',
  'fuel',
  'hospital',
  'hotel',
  'parking',
  'police',
  'speed_camera',
  'pharmacy',
  'supermarket',
  'bank',
  'toilets',
  'airport',
  'train_station',
  'bus_station',
  'doctor',
  'dentist',
  'post_office',
  'school',
  'university',
  'mall',
  'convenience',
  'bar',
  'car_repair',
  'car_wash',
  'museum',
  'library',
  'other',
] as const

export type PlaceCategory = (typeof placeCategories)[number]

/** OpenStreetMap tags for each category. A tag with multiple values, such as `cafe;bar`, matches each value. */
export const categoryTags: Readonly<Record<PlaceCategory, Readonly<Record<string, readonly string[]>>>> = {
  // Banks and shops with an ATM have a separate tag.
  atm: { amenity: ['atm'], atm: ['yes'] },
  cafe: { amenity: ['cafe'] },
  charging: { amenity: ['charging_station'] },
  checkpoint: {
    barrier: ['border_control', 'checkpoint'],
    military: ['checkpoint'],
    police: ['checkpoint'],
    government: ['border_control'],
  },
  food: {
    amenity: ['restaurant', 'fast_food', 'food_court', 'biergarten', 'pub', 'ice_cream'],
    shop: ['bakery', 'pastry', 'deli'],
  },
  fuel: { amenity: ['fuel'] },
  hospital: { amenity: ['hospital', 'clinic'], healthcare: ['hospital', 'clinic'] },
  hotel: { tourism: ['hotel', 'motel', 'hostel', 'guest_house'] },
  // parking_entrance is excluded, because the parking lot itself is also mapped.
  parking: { amenity: ['parking'] },
  police: { amenity: ['police'] },
  speed_camera: { highway: ['speed_camera'] },
  pharmacy: { amenity: ['pharmacy'], healthcare: ['pharmacy'] },
  supermarket: { shop: ['supermarket'] },
  bank: { amenity: ['bank'] },
  toilets: { amenity: ['toilets'] },
  airport: { aeroway: ['aerodrome'] },
  train_station: { railway: ['station', 'halt'] },
  bus_station: { amenity: ['bus_station'] },
  doctor: { amenity: ['doctors'], healthcare: ['doctor'] },
  dentist: { amenity: ['dentist'], healthcare: ['dentist'] },
  post_office: { amenity: ['post_office'] },
  school: { amenity: ['school'] },
  university: { amenity: ['university', 'college'] },
  mall: { shop: ['mall'] },
  convenience: { shop: ['convenience'] },
  bar: { amenity: ['bar', 'nightclub'] },
  car_repair: { shop: ['car_repair'] },
  car_wash: { amenity: ['car_wash'] },
  museum: { tourism: ['museum'] },
  library: { amenity: ['library'] },
  // This category covers all places without another category. No tag sets its bit.
  other: {},
}

/** Categories whose private facilities are excluded, because the public cannot use them. */
const publicOnlyCategories: readonly PlaceCategory[] = ['parking', 'fuel', 'charging', 'toilets']

/**
 * Category bits by tag. Former or planned features use prefixed keys such as `disused:amenity`, so they never match.
 */
const bitsByTag = new Map<string, Map<string, number>>()
for (const [categoryIndex, category] of placeCategories.entries()) {
  for (const [key, values] of Object.entries(categoryTags[category])) {
    const bitsByValue = bitsByTag.get(key) ?? new Map<string, number>()
    bitsByTag.set(key, bitsByValue)
    for (const value of values) bitsByValue.set(value, (bitsByValue.get(value) ?? 0) | (1 << categoryIndex))
  }
}

const publicOnlyMask = publicOnlyCategories.reduce((mask, category) => mask | toMask(category), 0)

/** Tag keys that can assign a category. */
export const categoryKeys: readonly string[] = [...bitsByTag.keys()]

/** Returns the categories for these tags as a bit mask, or 0 if there are none. */
export function toCategoryMask(tags: ReadonlyMap<string, string>): number {
  let mask = 0
  for (const [key, bitsByValue] of bitsByTag) {
    const value = tags.get(key)
    if (value === undefined) continue
    for (const tagValue of value.split(';')) mask |= bitsByValue.get(tagValue.trim()) ?? 0
  }
  const access = tags.get('access')
  return access === 'private' || access === 'no' ? mask & ~publicOnlyMask : mask
}

/** Stored category bits. The index has 16 bits: one for each of the first 15 categories, and one for all others. */
const STORED_BITS = 0x7fff
const FURTHER_BIT = 0x8000

/** Returns the bits of a mask as the index stores them. */
export function toStoredCategories(mask: number): number {
  return (mask & STORED_BITS) | ((mask & ~STORED_BITS) === 0 ? 0 : FURTHER_BIT)
}

/** Reads the category mask of an entry. Categories beyond the stored bits are read from its tags. */
export function readCategories(index: PlaceIndex, entry: number): number {
  const storedCategory = index.entries.category[entry] ?? 0
  if (storedCategory === 0) return toMask('other')
  if ((storedCategory & FURTHER_BIT) === 0) return storedCategory
  return (storedCategory & STORED_BITS) | toCategoryMask(new Map(Object.entries(readDetails(index, entry)?.tags ?? {})))
}

/** Returns true if the entry has a category in the mask. Tags are read only if the stored bits are not sufficient. */
export function hasCategory(index: PlaceIndex, entry: number, mask: number): boolean {
  const storedCategory = index.entries.category[entry] ?? 0
  if ((storedCategory & mask & STORED_BITS) !== 0) return true
  const isUndecided = storedCategory === 0 || ((storedCategory & FURTHER_BIT) !== 0 && (mask & ~STORED_BITS) !== 0)
  return isUndecided && (readCategories(index, entry) & mask) !== 0
}

export function toMask(category: PlaceCategory): number {
  return 1 << placeCategories.indexOf(category)
}

export function listCategories(mask: number): PlaceCategory[] {
  return placeCategories.filter((_, index) => (mask & (1 << index)) !== 0)
}
