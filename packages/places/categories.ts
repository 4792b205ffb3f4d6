/** The kinds of places that can be asked for nearby. Append only: the place in this list is the bit in an index. */
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
] as const

export type PlaceCategory = (typeof placeCategories)[number]

/** What OpenStreetMap calls them. A value of several, like `cafe;bar`, counts as each. */
export const categoryTags: Readonly<Record<PlaceCategory, Readonly<Record<string, readonly string[]>>>> = {
  // Banks and shops say by a tag of its own that they have one.
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
  // Not parking_entrance: what it leads to is there as well.
  parking: { amenity: ['parking'] },
  police: { amenity: ['police'] },
  speed_camera: { highway: ['speed_camera'] },
}

/** Of no use to those who may not go there. */
const privateMeansNone: readonly PlaceCategory[] = ['parking', 'fuel', 'charging']

/** Things that are no longer, or not yet, have the same value under a key like `disused:amenity`: not looked at. */
const bitsByTag = new Map<string, Map<string, number>>()
for (const [at, category] of placeCategories.entries()) {
  for (const [key, values] of Object.entries(categoryTags[category])) {
    const bits = bitsByTag.get(key) ?? new Map<string, number>()
    bitsByTag.set(key, bits)
    for (const value of values) bits.set(value, (bits.get(value) ?? 0) | (1 << at))
  }
}

const privateMask = privateMeansNone.reduce((mask, category) => mask | maskOf(category), 0)

/** Keys that can make something one of the categories. */
export const categoryKeys: readonly string[] = [...bitsByTag.keys()]

/** The categories of what has these tags, one bit each; 0 when it is of none. */
export function categoriesOf(tags: ReadonlyMap<string, string>): number {
  let mask = 0
  for (const [key, bits] of bitsByTag) {
    const value = tags.get(key)
    if (value === undefined) continue
    for (const one of value.split(';')) mask |= bits.get(one.trim()) ?? 0
  }
  const access = tags.get('access')
  return access === 'private' || access === 'no' ? mask & ~privateMask : mask
}

export function maskOf(category: PlaceCategory): number {
  return 1 << placeCategories.indexOf(category)
}

export function categoriesIn(mask: number): PlaceCategory[] {
  return placeCategories.filter((_, at) => (mask & (1 << at)) !== 0)
}
