import { type PlaceKind, tokenTexts } from '@fairway/places'
import { partsOfTowns, settlementPopulation } from '../collect/classify.ts'
import type { RawArea } from '../collect/raw-places.ts'
import type { Polygon } from './polygon.ts'

/** A county contains settlements, a settlement contains parts. */
export type AreaLevel = 'county' | 'settlement' | 'part'

/** An area that contains other entries, merged from all its sources: node, boundary, and gazetteer. */
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
  /** Region code of the gazetteer, if it contains the place. */
  regionCode: string | undefined
}

/** Extent of a settlement without a boundary: ten kilometers for a million people. */
export function reachMeters({ population }: Pick<Area, 'population'>): number {
  return Math.max(300, 10 * Math.sqrt(population))
}

export function toOsmArea(raw: RawArea, countryCode: string | undefined): Area {
  const { place, adminLevel } = raw
  const level = levelOf(place, adminLevel)
  const population = raw.population ?? settlementPopulation[place ?? ''] ?? 1000
  return {
    level,
    kind: kindOf(level, place),
    names: [...raw.names.all],
    byLanguage: raw.names.byLanguage,
    latitude: raw.latitude,
    longitude: raw.longitude,
    population,
    importance: populationImportance(population, level),
    polygon: raw.polygon,
    adminLevel,
    postcode: raw.postcode,
    osm: raw.osm,
    countryCode,
    regionCode: undefined,
  }
}

function levelOf(place: string | undefined, adminLevel: number | undefined): AreaLevel {
  if (place !== undefined) return partsOfTowns.has(place) ? 'part' : 'settlement'
  if (adminLevel === undefined || adminLevel >= 9) return 'part'
  return adminLevel <= 6 ? 'county' : 'settlement'
}

function kindOf(level: AreaLevel, place: string | undefined): PlaceKind {
  if (level === 'part') return 'suburb'
  if (level === 'county') return 'region'
  if (place === 'city') return 'city'
  return place === 'town' || place === 'municipality' || place === undefined ? 'town' : 'village'
}

/**
 * Same scale as the gazetteer, but slightly lower, because a place with a known population would be in the gazetteer.
 */
export function populationImportance(population: number, level: AreaLevel): number {
  const base = (0.9 * Math.log10(Math.max(100, population))) / 7.5
  return level === 'settlement' ? base : base * 0.85
}

/** Normalizes a name for comparison: without case, diacritics, and whitespace. */
export function foldedName(name: string): string {
  return tokenTexts(name).join(' ')
}
