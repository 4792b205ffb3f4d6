import { categoryKeys } from '@fairway/places'
import { type Names, parseNames } from './names.ts'
import type { Tags } from './tags.ts'

/** Marks elements with a house number. Most of these elements have no other searchable tag. */
export const HOUSE_MARK = 1
/** Marks elements that can be found by name or by category. */
export const NAME_MARK = 2

/** Keys of searchable elements. Elements without any of these keys are not searchable. */
export const placeKeys: ReadonlyMap<string, number> = new Map([
  ['addr:housenumber', HOUSE_MARK],
  ...['name', 'addr:interpolation', 'place', 'boundary', 'highway', 'man_made', ...categoryKeys].map(
    (key) => [key, NAME_MARK] as const,
  ),
])

/** Values of `place` for populated places, with the default population for places without a population tag. */
export const defaultSettlementPopulation: Readonly<Record<string, number>> = {
  city: 300_000,
  municipality: 20_000,
  town: 15_000,
  township: 5_000,
  village: 1_500,
  hamlet: 150,
  isolated_dwelling: 10,
  borough: 60_000,
  suburb: 15_000,
  quarter: 6_000,
  neighbourhood: 2_000,
}

/** Values of `place` for parts of another settlement. */
export const suburbValues: ReadonlySet<string> = new Set(['borough', 'suburb', 'quarter', 'neighbourhood'])

/**
 * Minimum administrative level of boundaries. Countries and states come from other sources, because an extract seldom
 * contains their whole border.
 */
const MIN_ADMIN_LEVEL = 5

export interface AreaTags {
  readonly names: Names
  readonly placeTag: string | undefined
  readonly adminLevel: number | undefined
  readonly postcode: string | undefined
  readonly isPostcode: boolean
  readonly population: number | undefined
}

/** Parses the tags of an area. Returns undefined for an element that is neither a settlement nor a boundary. */
export function parseArea(tags: Tags): AreaTags | undefined {
  const value = tags.get('place') ?? ''
  const placeTag = value in defaultSettlementPopulation ? value : undefined
  const boundary = tags.get('boundary')
  const adminLevel = boundary === 'administrative' ? Number(tags.get('admin_level') ?? Number.NaN) : Number.NaN
  const isAdmin = adminLevel >= MIN_ADMIN_LEVEL && adminLevel <= 11
  const isPostcode = boundary === 'postal_code'
  const postcode = tags.get('postal_code') ?? tags.get('addr:postcode') ?? (isPostcode ? tags.get('name') : undefined)
  if (!isAdmin && placeTag === undefined && !(isPostcode && postcode !== undefined)) return undefined
  const names = isPostcode ? { all: [postcode ?? ''], byLanguage: {} } : parseNames(tags)
  if (!names) return undefined
  const population = Number.parseInt((tags.get('population') ?? '').replace(/[\s.,']/g, ''), 10)
  return {
    names,
    placeTag,
    adminLevel: isAdmin ? adminLevel : undefined,
    postcode,
    isPostcode,
    population: Number.isFinite(population) ? population : undefined,
  }
}

const nonStreetHighways = new Set([
  'platform',
  'proposed',
  'construction',
  'abandoned',
  'razed',
  'rest_area',
  'services',
])

/**
 * Returns the names of a street, or undefined if the way is not a street. Roads outside towns often have only a number.
 */
export function findStreetNames(tags: Tags): Names | undefined {
  const highway = tags.get('highway')
  if (highway === undefined || nonStreetHighways.has(highway)) return undefined
  return parseNames(tags, ['ref'])
}

/** Returns the reference numbers of a road that also has a name. */
export function listRoadRefs(tags: Tags): readonly string[] {
  const ref = tags.has('name') ? tags.get('ref') : undefined
  return ref === undefined ? [] : ref.split(';').map((part) => part.trim())
}
