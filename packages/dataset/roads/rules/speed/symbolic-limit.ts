import { LONGEST_VALUE } from '../access/permission.ts'
import type { Place } from '../rules.ts'
import { KMH_PER_MPH, livingStreetLimits, milesCountries, nationalLimits, UNLIMITED_KMH } from './national-limits.ts'

/** Walking speed as courts accept it (Schrittgeschwindigkeit, gångfart). */
const WALKING_KMH = 7

const wordsWithoutCountry = new Map<string, number>([
  ['none', UNLIMITED_KMH],
  ['unlimited', UNLIMITED_KMH],
  ['walk', WALKING_KMH],
  ['walking', WALKING_KMH],
])

/** Road kind names for national defaults, in addition to urban, rural, trunk and motorway. */
const kinds = new Map<string, 'urban' | 'rural' | 'trunk' | 'motorway'>([
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
 * Symbolic limits: `RO:urban`, `GB:nsl_single`, `BE-VLG:rural`, `DE:zone:30`, `FR:zone30`, `zone30`, `none`, `walk`.
 * Without a country in the value, the road's country applies. `signals`, `sign` and similar values have no number.
 */
export function findSymbolicLimit(text: string, place: Place): number | undefined {
  if (text.length > LONGEST_VALUE) return undefined
  const name = text.trim().toLowerCase()
  const plain = wordsWithoutCountry.get(name)
  if (plain !== undefined) return plain
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const named = /^[a-z]{2}(-[a-z\d]{1,3})?$/.test(prefix)
  const code = named ? toCode(prefix) : place.country
  const kind = named ? name.slice(colon + 1) : name
  return findZoneLimit(kind, code) ?? findLegalLimit(kind, code)
}

function toCode(prefix: string): string {
  return prefix === 'uk' ? 'GB' : prefix.toUpperCase()
}

/** "zone:30", "zone30", "30", in the unit of the country's signs. */
function findZoneLimit(kind: string, code: string | undefined): number | undefined {
  const digits = /^(?:zone)?:?(\d{1,3})(?:\s*mph)?$/.exec(kind)?.[1]
  if (digits === undefined) return undefined
  const inMiles = kind.endsWith('mph') || (code !== undefined && milesCountries.has(code))
  return Number(digits) * (inMiles ? KMH_PER_MPH : 1) || undefined
}

function findLegalLimit(kind: string, code: string | undefined): number | undefined {
  if (code === undefined) return undefined
  if (kind === 'living_street') return livingStreetLimits.get(code) ?? findWalkingStreet(code)
  const column = kinds.get(kind)
  return column === undefined ? undefined : nationalLimits(code)[column]
}

const walkingStreets = new Set(['AT', 'BA', 'DE', 'HR', 'NO', 'SE'])

function findWalkingStreet(code: string): number | undefined {
  return walkingStreets.has(code) ? WALKING_KMH : undefined
}
