import { MAX_VALUE_LENGTH } from '../access/permission.ts'
import type { TrafficRegion } from '../rules.ts'
import { getNationalLimits, KMH_PER_MPH, livingStreetLimits, milesCountries, UNLIMITED_KMH } from './national-limits.ts'

/** Walking speed in km/h as defined by courts (Schrittgeschwindigkeit, gångfart). */
const WALKING_KMH = 7

const limitByWord = new Map<string, number>([
  ['none', UNLIMITED_KMH],
  ['unlimited', UNLIMITED_KMH],
  ['walk', WALKING_KMH],
  ['walking', WALKING_KMH],
])

/** Words in symbolic limits and the national limits that they refer to. */
const zoneByWord = new Map<string, 'urban' | 'rural' | 'trunk' | 'motorway'>([
  ['urban', 'urban'],
  ['nsl_restricted', 'urban'],
  ['rural', 'rural'],
  ['nsl_single', 'rural'],
  ['single_carriageway', 'rural'],
  ['trunk', 'trunk'],
  ['nsl_dual', 'trunk'],
  ['dual_carriageway', 'trunk'],
  ['expressway', 'trunk'],
  ['motorroad', 'trunk'],
  ['motorway', 'motorway'],
])

/**
 * Parses symbolic limits such as `RO:urban`, `GB:nsl_single`, `BE-VLG:rural`, `DE:zone:30`, `FR:zone30`, `zone30`,
 * `none` and `walk`. If the value contains no country, the country of the road applies. Values such as `signals` and
 * `sign` have no number.
 */
export function findSymbolicLimit(tagValue: string, region: TrafficRegion): number | undefined {
  if (tagValue.length > MAX_VALUE_LENGTH) return undefined
  const name = tagValue.trim().toLowerCase()
  const wordLimit = limitByWord.get(name)
  if (wordLimit !== undefined) return wordLimit
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const hasCountryPrefix = /^[a-z]{2}(-[a-z\d]{1,3})?$/.test(prefix)
  const code = hasCountryPrefix ? toCountryCode(prefix) : region.country
  const kind = hasCountryPrefix ? name.slice(colon + 1) : name
  return findZoneLimit(kind, code) ?? findLegalLimit(kind, code)
}

function toCountryCode(prefix: string): string {
  return prefix === 'uk' ? 'GB' : prefix.toUpperCase()
}

/** Parses "zone:30", "zone30" and "30", in the unit of the country's signs. */
function findZoneLimit(kind: string, code: string | undefined): number | undefined {
  const digits = /^(?:zone)?:?(\d{1,3})(?:\s*mph)?$/.exec(kind)?.[1]
  if (digits === undefined) return undefined
  const isInMiles = kind.endsWith('mph') || (code !== undefined && milesCountries.has(code))
  return Number(digits) * (isInMiles ? KMH_PER_MPH : 1) || undefined
}

function findLegalLimit(kind: string, code: string | undefined): number | undefined {
  if (code === undefined) return undefined
  if (kind === 'living_street') return livingStreetLimits.get(code) ?? findLivingStreetLimit(code)
  const zone = zoneByWord.get(kind)
  return zone === undefined ? undefined : getNationalLimits(code)[zone]
}

const walkingSpeedCountries = new Set(['AT', 'BA', 'DE', 'HR', 'NO', 'SE'])

function findLivingStreetLimit(code: string): number | undefined {
  return walkingSpeedCountries.has(code) ? WALKING_KMH : undefined
}
