import type { BasemapLayer } from './schema.ts'
import { FeatureFlag } from './schema.ts'

type Tags = ReadonlyMap<string, string>

/** Describes how a way or relation is drawn. */
export interface ClassifiedFeature {
  readonly layer: BasemapLayer
  readonly class: string
  readonly flags: number
  /** Lowest zoom level at which the feature is drawn. Small areas appear at a higher zoom level. */
  readonly minZoom: number
  readonly value?: number
  readonly minValue?: number
}

/** Tag keys of drawn elements. Elements without any of these keys are not drawn. */
export const basemapKeys: ReadonlySet<string> = new Set([
  'natural',
  'landuse',
  'leisure',
  'landcover',
  'waterway',
  'water',
  'building',
  'building:part',
  'railway',
  'aeroway',
  'aerialway',
  'highway',
  'man_made',
  'amenity',
  'tourism',
  'boundary',
  'place',
  'military',
  'historic',
  'shop',
  'office',
])

/** Class by tag key and value. An asterisk matches all other values. */
const landClasses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  leisure: {
    park: 'park',
    garden: 'park',
    recreation_ground: 'park',
    dog_park: 'park',
    playground: 'park',
    nature_reserve: 'reserve',
    golf_course: 'grass',
    pitch: 'pitch',
    track: 'pitch',
    stadium: 'sport',
    sports_centre: 'sport',
    marina: 'harbor',
  },
  landuse: {
    forest: 'wood',
    grass: 'grass',
    meadow: 'grass',
    village_green: 'park',
    recreation_ground: 'park',
    farmland: 'farmland',
    orchard: 'farmland',
    vineyard: 'farmland',
    greenhouse_horticulture: 'farmland',
    allotments: 'farmland',
    farmyard: 'farmland',
    cemetery: 'cemetery',
    residential: 'residential',
    commercial: 'commercial',
    retail: 'commercial',
    industrial: 'industrial',
    railway: 'industrial',
    port: 'industrial',
    quarry: 'rock',
    construction: 'industrial',
    brownfield: 'industrial',
    landfill: 'industrial',
    military: 'military',
    religious: 'civic',
    education: 'civic',
    institutional: 'civic',
  },
  natural: {
    wood: 'wood',
    scrub: 'scrub',
    heath: 'scrub',
    grassland: 'grass',
    grass: 'grass',
    beach: 'sand',
    sand: 'sand',
    dune: 'sand',
    bare_rock: 'rock',
    scree: 'rock',
    shingle: 'rock',
    wetland: 'wetland',
    glacier: 'glacier',
  },
  amenity: {
    school: 'civic',
    university: 'civic',
    college: 'civic',
    kindergarten: 'civic',
    hospital: 'hospital',
    parking: 'parking',
    grave_yard: 'cemetery',
  },
  tourism: { zoo: 'park', theme_park: 'park', camp_site: 'grass' },
  aeroway: { aerodrome: 'airport', apron: 'apron', helipad: 'apron' },
  military: { '*': 'military' },
  place: { square: 'pedestrian' },
  boundary: { national_park: 'reserve', protected_area: 'reserve' },
}

const waterClasses: Readonly<Record<string, string>> = {
  river: 'river',
  canal: 'river',
  stream: 'river',
  ditch: 'river',
  reservoir: 'lake',
  basin: 'basin',
  wastewater: 'basin',
  pond: 'pond',
}

const railClasses: Readonly<Record<string, number>> = {
  rail: 9,
  narrow_gauge: 10,
  preserved: 12,
  funicular: 13,
  light_rail: 11,
  subway: 12,
  monorail: 12,
  tram: 13,
}

/** Classes of `highway` values for ways that the car network does not include. */
const pathClasses: Readonly<Record<string, readonly [name: string, minZoom: number]>> = {
  footway: ['footway', 15],
  path: ['path', 14],
  steps: ['steps', 15],
  cycleway: ['cycleway', 14],
  bridleway: ['path', 14],
  pedestrian: ['pedestrian', 13],
  corridor: ['footway', 17],
}

const waterways: Readonly<Record<string, number>> = { river: 8, canal: 10, stream: 13, drain: 14, ditch: 14 }

/** Returns whether the tag is present with a value other than `no`. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no'
}

function toStructureFlags(tags: Tags): number {
  const isTunnel = isSet(tags.get('tunnel')) || tags.get('covered') === 'yes' || tags.get('location') === 'underground'
  const isBridge = isSet(tags.get('bridge'))
  return (isTunnel ? FeatureFlag.tunnel : 0) | (isBridge ? FeatureFlag.bridge : 0)
}

/** Returns how to draw an element, or undefined if it is not drawn. Only closed ways and relations can be areas. */
export function classifyFeature(tags: Tags, isClosed: boolean): ClassifiedFeature | undefined {
  return (isClosed ? classifyArea(tags) : undefined) ?? classifyLine(tags, isClosed)
}

function classifyArea(tags: Tags): ClassifiedFeature | undefined {
  const area = (layer: BasemapLayer, name: string, minZoom: number): ClassifiedFeature => ({
    layer,
    class: name,
    flags: FeatureFlag.polygon,
    minZoom,
  })
  const building = tags.get('building:part') ?? tags.get('building')
  if (isSet(building)) return classifyBuilding(tags)
  // Underground areas are not visible on the map.
  if (Number(tags.get('layer')) < 0 && (tags.has('amenity') || tags.has('railway'))) return undefined
  const [natural, waterway] = [tags.get('natural'), tags.get('waterway')]
  if (natural === 'water' || waterway === 'riverbank' || waterway === 'dock' || tags.get('landuse') === 'reservoir') {
    const flags = tags.get('intermittent') === 'yes' ? FeatureFlag.intermittent : 0
    const name = waterClasses[tags.get('water') ?? waterway ?? ''] ?? 'lake'
    return { ...area('water', name, 4), flags: FeatureFlag.polygon | flags }
  }
  if (tags.get('landuse') === 'basin') return area('water', 'basin', 10)
  if (tags.get('leisure') === 'swimming_pool') return area('water', 'pool', 16)
  const manMade = tags.get('man_made')
  if (manMade === 'pier' || manMade === 'breakwater' || manMade === 'groyne' || manMade === 'quay')
    return area('piers', manMade, 12)
  if (manMade === 'bridge') return area('piers', 'bridge', 14)
  const { aeroway, highway } = Object.fromEntries(tags)
  if (aeroway === 'runway' || aeroway === 'taxiway') return area('aeroways', aeroway, 11)
  if (highway === 'pedestrian' || (highway === 'footway' && tags.get('area') === 'yes'))
    return tags.get('area') === 'yes' || tags.get('type') === 'multipolygon'
      ? area('land', 'pedestrian', 13)
      : undefined
  if (tags.get('railway') === 'platform' || tags.get('public_transport') === 'platform')
    return area('piers', 'platform', 15)
  for (const [key, classes] of Object.entries(landClasses)) {
    const value = tags.get(key)
    const name = value === undefined ? undefined : (classes[value] ?? classes['*'])
    if (name !== undefined) return area('land', name, name === 'parking' ? 15 : 6)
  }
  return undefined
}

const METERS_PER_LEVEL = 3
const DEFAULT_BUILDING_METERS = 6

function classifyBuilding(tags: Tags): ClassifiedFeature | undefined {
  if (tags.get('location') === 'underground' || Number(tags.get('layer')) < 0) return undefined
  const levels = parseMeters(tags.get('building:levels'))
  const roofLevels = parseMeters(tags.get('roof:levels')) ?? 0
  const minLevel = parseMeters(tags.get('building:min_level'))
  const height =
    parseMeters(tags.get('height')) ??
    parseMeters(tags.get('building:height')) ??
    (levels === undefined ? DEFAULT_BUILDING_METERS : (levels + roofLevels) * METERS_PER_LEVEL)
  const minHeight = parseMeters(tags.get('min_height')) ?? (minLevel === undefined ? 0 : minLevel * METERS_PER_LEVEL)
  const isPart = isSet(tags.get('building:part'))
  return {
    layer: 'buildings',
    class: isPart ? 'part' : 'building',
    flags: FeatureFlag.polygon,
    minZoom: isPart ? 15 : 13,
    value: toDecimeters(Math.max(height, minHeight)),
    minValue: toDecimeters(minHeight),
  }
}

function toDecimeters(meters: number): number {
  return Math.max(0, Math.min(65_535, Math.round(meters * 10)))
}

/** Converts lengths such as "12", "12 m", "12.5m" and "40'" to meters. */
function parseMeters(value: string | undefined): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(m|ft|')?/.exec(value ?? '')
  if (!match) return undefined
  const number = Number(match[1])
  return match[2] === 'ft' || match[2] === "'" ? number * 0.3048 : number
}

function classifyLine(tags: Tags, isClosed: boolean): ClassifiedFeature | undefined {
  const line = (layer: BasemapLayer, name: string, minZoom: number, flags = 0): ClassifiedFeature => ({
    layer,
    class: name,
    flags,
    minZoom,
  })
  const flags = toStructureFlags(tags)
  if (tags.get('natural') === 'coastline') return line('coastline', 'coastline', 0)
  const path = pathClasses[tags.get('highway') ?? '']
  if (path && tags.get('area') !== 'yes') return line('paths', path[0], path[1], flags)
  const railway = tags.get('railway') ?? ''
  const railZoom = railClasses[railway]
  if (railZoom !== undefined) {
    const isService = tags.has('service')
    return line('rails', railway, isService ? 14 : railZoom, flags | (isService ? FeatureFlag.service : 0))
  }
  if (railway === 'platform') return line('piers', 'platform', 16)
  if (isSet(tags.get('aerialway')) && !isClosed) return line('rails', 'aerialway', 12, flags)
  const aeroway = tags.get('aeroway')
  if (aeroway === 'runway' || aeroway === 'taxiway') return line('aeroways', aeroway, aeroway === 'runway' ? 10 : 12)
  const waterway = tags.get('waterway') ?? ''
  const waterwayZoom = waterways[waterway]
  if (waterwayZoom !== undefined) {
    const intermittent = tags.get('intermittent') === 'yes' ? FeatureFlag.intermittent : 0
    return line('waterways', waterway, waterwayZoom, flags | intermittent)
  }
  const manMade = tags.get('man_made')
  if (manMade === 'pier' || manMade === 'breakwater' || manMade === 'groyne') return line('piers', manMade, 13)
  return classifyBorder(tags)
}

/** Classifies the borders of countries and of their states or provinces. */
export function classifyBorder(tags: Tags): ClassifiedFeature | undefined {
  const level = Number(tags.get('admin_level'))
  if (tags.get('boundary') !== 'administrative' || !(level >= 2 && level <= 4) || tags.get('maritime') === 'yes')
    return undefined
  return { layer: 'borders', class: 'border', flags: 0, minZoom: level === 2 ? 2 : 5, value: level }
}
