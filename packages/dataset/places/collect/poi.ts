import { categoryTags, listCategories, type PlaceDetails, toCategoryMask, writeDetails } from '@fairway/places'
import { type Names, parseNames } from './names.ts'
import type { Tags } from './tags.ts'

/** A point of interest without its position. */
export interface Poi {
  readonly names: readonly string[]
  readonly category: number
  readonly importance: number
  readonly postcode: string | undefined
  readonly details: string | undefined
}

/** Keys that make a named element searchable, regardless of the value. */
const poiKeys = ['amenity', 'shop', 'tourism', 'leisure', 'office', 'historic', 'craft', 'healthcare', 'man_made']
  .concat(['natural', 'aeroway', 'building', 'landuse', 'military', 'club', 'emergency', 'attraction', 'cemetery'])
  .concat(['mountain_pass', 'geological'])
/** Keys for which only some values are places. Other values are lines or parts of other objects. */
const poiTags: Readonly<Record<string, readonly string[]>> = {
  railway: ['station', 'halt', 'tram_stop'],
  public_transport: ['station'],
  place: ['locality', 'square', 'island', 'islet', 'farm', 'archipelago', 'plot'],
  highway: ['rest_area', 'services', 'motorway_junction'],
  waterway: ['waterfall', 'dam', 'lock_gate', 'boatyard'],
  aerialway: ['station'],
  boundary: ['national_park', 'protected_area'],
}
const lineFeatures = new Set(['coastline', 'ridge', 'cliff', 'tree_row', 'arete', 'valley'])

/** Tags that are shown as details of a place. */
const detailTags: readonly string[] = `opening_hours phone contact:phone website contact:website email brand operator
  network cuisine capacity wheelchair fee access maxspeed direction maxstay parking stars rooms internet_access takeaway
  delivery outdoor_seating drive_through diet:vegetarian diet:vegan emergency wikidata religion station social_facility
  fuel:diesel fuel:octane_95
  fuel:octane_98 fuel:lpg fuel:adblue fuel:HGV_diesel hgv charge authentication:none motorcar truck ref level`.split(
  /\s+/,
)
const detailPrefixPattern = /^socket:/
const MAX_VALUE_LENGTH = 500

/** Parses a point of interest. Returns undefined if the element is not a point of interest. */
export function parsePoi(tags: Tags, osm: string): Poi | undefined {
  const category = toCategoryMask(tags)
  const names = parseNames(tags, ['brand', 'operator'])
  if (category === 0 && !(tags.has('name') && isPoi(tags))) return undefined
  return {
    names: names?.all ?? [],
    category,
    importance: toImportance(tags),
    postcode: tags.get('addr:postcode'),
    details: writeDetails(toDetails(tags, names, category, osm)),
  }
}

function isPoi(tags: Tags): boolean {
  for (const [key, values] of Object.entries(poiTags)) {
    const value = tags.get(key)
    if (value !== undefined && values.includes(value)) return true
  }
  return poiKeys.some((key) => tags.has(key)) && !lineFeatures.has(tags.get('natural') ?? '')
}

/**
 * Returns the importance. Objects with an encyclopedia article rank higher, because users search for them more often
 * than for shops.
 */
function toImportance(tags: Tags): number {
  const base = tags.has('aeroway') || tags.get('railway') === 'station' ? 0.2 : 0.1
  return base + (tags.has('wikidata') || tags.has('wikipedia') ? 0.15 : 0)
}

function toDetails(tags: Tags, names: Names | undefined, category: number, osm: string): PlaceDetails {
  const shownTags: Record<string, string> = {}
  for (const categoryId of listCategories(category)) {
    for (const key of Object.keys(categoryTags[categoryId])) {
      const value = tags.get(key)
      if (value !== undefined) shownTags[key] = value
    }
  }
  if (category === 0) {
    const key =
      poiKeys.find((categoryId) => tags.has(categoryId)) ??
      Object.keys(poiTags).find((categoryId) => tags.has(categoryId))
    if (key !== undefined) shownTags[key] = tags.get(key) ?? ''
  }
  for (const [key, value] of tags) {
    if (value.length <= MAX_VALUE_LENGTH && (detailTags.includes(key) || detailPrefixPattern.test(key)))
      shownTags[key] = value
  }
  const details = {
    names: names?.byLanguage ?? {},
    postcode: tags.get('addr:postcode') ?? '',
    houseNumber: tags.get('addr:housenumber') ?? '',
    street: tags.get('addr:street') ?? tags.get('addr:place') ?? '',
    city: tags.get('addr:city') ?? '',
    tags: shownTags,
    osm,
  }
  return details
}
