import type { ClassifiedFeature } from './classify.ts'
import { FeatureFlag } from './schema.ts'

type Tags = ReadonlyMap<string, string>

/** Symbols by tag, sorted by importance, with the lowest zoom level at which tiles contain them. */
const poiClasses: readonly (readonly [key: string, value: string, name: string, minZoom: number])[] = [
  ['aeroway', 'aerodrome', 'airport', 9],
  ['railway', 'station', 'railway', 12],
  ['amenity', 'hospital', 'hospital', 13],
  ['amenity', 'university', 'school', 14],
  ['tourism', 'museum', 'museum', 14],
  ['tourism', 'attraction', 'attraction', 14],
  ['tourism', 'zoo', 'attraction', 14],
  ['leisure', 'stadium', 'stadium', 14],
  ['natural', 'peak', 'peak', 11],
  ['railway', 'halt', 'railway', 14],
  ['railway', 'subway_entrance', 'railway', 16],
  ['amenity', 'ferry_terminal', 'ferry', 14],
  ['amenity', 'bus_station', 'bus', 14],
  ['historic', 'castle', 'attraction', 14],
  ['amenity', 'townhall', 'civic', 15],
  ['amenity', 'theatre', 'theatre', 15],
  ['amenity', 'arts_centre', 'theatre', 15],
  ['amenity', 'cinema', 'cinema', 15],
  ['amenity', 'library', 'library', 15],
  ['amenity', 'police', 'police', 15],
  ['amenity', 'fire_station', 'civic', 15],
  ['amenity', 'school', 'school', 15],
  ['amenity', 'college', 'school', 15],
  ['amenity', 'post_office', 'post', 16],
  ['amenity', 'place_of_worship', 'worship', 15],
  ['amenity', 'marketplace', 'shop', 15],
  ['amenity', 'casino', 'attraction', 15],
  ['tourism', 'viewpoint', 'viewpoint', 15],
  ['tourism', 'hotel', 'hotel', 15],
  ['tourism', 'hostel', 'hotel', 16],
  ['tourism', 'guest_house', 'hotel', 16],
  ['tourism', 'information', 'information', 16],
  ['amenity', 'fuel', 'fuel', 15],
  ['amenity', 'charging_station', 'charging', 16],
  ['amenity', 'parking', 'parking', 15],
  ['amenity', 'pharmacy', 'pharmacy', 16],
  ['amenity', 'doctors', 'hospital', 16],
  ['amenity', 'clinic', 'hospital', 16],
  ['amenity', 'bank', 'bank', 16],
  ['amenity', 'atm', 'atm', 16],
  ['amenity', 'restaurant', 'food', 16],
  ['amenity', 'fast_food', 'food', 16],
  ['amenity', 'cafe', 'cafe', 16],
  ['amenity', 'bar', 'bar', 16],
  ['amenity', 'pub', 'bar', 16],
  ['amenity', 'toilets', 'toilets', 16],
  ['shop', 'supermarket', 'shop', 16],
  ['shop', 'mall', 'shop', 15],
  ['shop', 'department_store', 'shop', 15],
  ['shop', 'bakery', 'shop', 16],
  ['leisure', 'playground', 'playground', 16],
  ['highway', 'bus_stop', 'bus', 16],
  ['railway', 'tram_stop', 'bus', 15],
  ['barrier', 'toll_booth', 'checkpoint', 15],
  ['barrier', 'border_control', 'checkpoint', 14],
  ['highway', 'speed_camera', 'speed_camera', 16],
]

const poisByTag = new Map(
  poiClasses.map(([key, value, name, minZoom], index) => [`${key}=${value}`, { name, minZoom, rank: index + 1 }]),
)

/** Symbols that are shown even without a name, such as parking areas and fuel stations. */
const unnamedClasses = new Set(['parking', 'fuel', 'charging', 'atm', 'toilets', 'bus', 'playground', 'speed_camera'])

const poiKeys = [
  'aeroway',
  'railway',
  'amenity',
  'tourism',
  'leisure',
  'natural',
  'historic',
  'shop',
  'highway',
  'barrier',
]

/** Returns the symbol of a node, or the symbol at the center of an area. */
export function classifyPoi(tags: Tags): ClassifiedFeature | undefined {
  let bestPlace: { name: string; minZoom: number; rank: number } | undefined
  for (const key of poiKeys) {
    const match = poisByTag.get(`${key}=${tags.get(key)}`)
    if (match && (!bestPlace || match.rank < bestPlace.rank)) bestPlace = match
  }
  if (!bestPlace && tags.has('shop') && tags.get('shop') !== 'vacant')
    bestPlace = { name: 'shop', minZoom: 16, rank: 90 }
  if (!bestPlace || (!tags.has('name') && !unnamedClasses.has(bestPlace.name))) return undefined
  if (bestPlace.name === 'parking' && isPrivate(tags)) return undefined
  return {
    layer: 'pois',
    class: bestPlace.name,
    flags: FeatureFlag.point,
    minZoom: bestPlace.minZoom,
    value: bestPlace.rank,
  }
}

function isPrivate(tags: Tags): boolean {
  const access = tags.get('access')
  return access === 'private' || access === 'no'
}

/** Area classes that are labeled at their center if they have no symbol. */
const labeledLand = new Set([
  'park',
  'reserve',
  'wood',
  'cemetery',
  'sand',
  'airport',
  'harbor',
  'sport',
  'industrial',
  'pedestrian',
])

/** Returns the label class of an area. The label of a small area appears at a higher zoom level than the area. */
export function classifyLabel({ layer, class: name }: ClassifiedFeature): string | undefined {
  if (layer === 'water' && name !== 'pool') return 'water'
  return layer === 'land' && labeledLand.has(name) ? name : undefined
}
