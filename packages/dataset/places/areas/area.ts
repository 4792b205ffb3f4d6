import { type PlaceKind, tokenizeToStrings } from '@fairway/places'
import { defaultSettlementPopulation, suburbValues } from '../collect/classify.ts'
import type { RawArea } from '../collect/raw-places.ts'
import type { Polygon } from './polygon.ts'

/** Level of an area. A county contains settlements, and a settlement contains parts. */
export type AreaLevel = 'county' | 'settlement' | 'part'

/** An area that contains other entries, merged from a node, a boundary and the gazetteer. */
export interface Area {
  readonly level: AreaLevel
  readonly kind: PlaceKind
  names: string[]
  readonly byLanguage: Readonly<Record<string, string>>
  readonly latitude: number
  readonly longitude: number
  population: number
  importance: number
  polygon: Polygon | undefined
  /** Administrative level of the boundary polygon. */
  adminLevel: number | undefined
  readonly postcode: string | undefined
  readonly osm: string
  readonly countryCode: string | undefined
  /** Region code in the gazetteer, if the gazetteer contains the place. */
  regionCode: string | undefined
}

/** Returns the radius of a settlement without a boundary. The radius is 10 km for a population of one million. */
export function influenceRadiusMeters({ population }: Pick<Area, 'population'>): number {
  return Math.max(300, 10 * Math.sqrt(population))
}

export function toOsmArea(rawArea: RawArea, countryCode: string | undefined): Area {
  const { placeTag, adminLevel } = rawArea
  const level = toAreaLevel(placeTag, adminLevel)
  const population = rawArea.population ?? defaultSettlementPopulation[placeTag ?? ''] ?? 1000
  return {
    level,
    kind: toPlaceKind(level, placeTag),
    names: [...rawArea.names.all],
    byLanguage: rawArea.names.byLanguage,
    latitude: rawArea.latitude,
    longitude: rawArea.longitude,
    population,
    importance: toImportance(population, level),
    polygon: rawArea.polygon,
    adminLevel,
    postcode: rawArea.postcode,
    osm: rawArea.osm,
    countryCode,
    regionCode: undefined,
  }
}

function toAreaLevel(placeTag: string | undefined, adminLevel: number | undefined): AreaLevel {
  if (placeTag !== undefined) return suburbValues.has(placeTag) ? 'part' : 'settlement'
  if (adminLevel === undefined || adminLevel >= 9) return 'part'
  return adminLevel <= 6 ? 'county' : 'settlement'
}

function toPlaceKind(level: AreaLevel, placeTag: string | undefined): PlaceKind {
  if (level === 'part') return 'suburb'
  if (level === 'county') return 'region'
  if (placeTag === 'city') return 'city'
  return placeTag === 'town' || placeTag === 'municipality' || placeTag === undefined ? 'town' : 'village'
}

/**
 * Returns the importance on the same scale as the gazetteer. The value is slightly lower than for a gazetteer place
 * with the same population, because important places are usually in the gazetteer.
 */
export function toImportance(population: number, level: AreaLevel): number {
  const base = (0.9 * Math.log10(Math.max(100, population))) / 7.5
  return level === 'settlement' ? base : base * 0.85
}

/** Normalizes a name so that case, diacritics and extra whitespace do not affect comparisons. */
export function foldName(name: string): string {
  return tokenizeToStrings(name).join(' ')
}
