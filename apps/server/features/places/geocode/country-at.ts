import tzLookup from '@photostructure/tz-lookup'
import { isCountryCode, loadCountries } from './country-codes.ts'

type LongitudeLatitude = [number, number]

/**
 * Returns the two-letter country code in capitals; in Greenland, the code of Greenland. Undefined on the high seas and
 * on disputed land. Waters between and around islands count as part of the country, sometimes far from the coast.
 */
export function findCountryAt(latitude: number, longitude: number): string | undefined {
  const { iso1A2Code } = loadCountries()
  const position = moveInsideBounds(latitude, longitude)
  const code = iso1A2Code(position, { level: 'territory' })
  // Ceuta has a reserved code, which is not a country code.
  return (code !== null && isCountryCode(code) ? code : iso1A2Code(position, selectCountryLevel())) ?? undefined
}

/**
 * The borders of archipelagos contain whole seas: Brazil's reach beyond the middle of the Atlantic. Time zones of a
 * country end 22 km off its coasts, so a position with only a nautical time zone is at sea. Straits and waters between
 * islands are ambiguous and do not count as sea.
 */
export function isAtSea(latitude: number, longitude: number): boolean {
  if (loadCountries().feature(moveInsideBounds(latitude, longitude), selectCountryLevel()) === null) return true
  return tzLookup(latitude, longitude).startsWith('Etc/')
}

/**
 * A new object every time: the library modifies the object that it is given, or its own default object if it is given
 * none.
 */
function selectCountryLevel(): { level: 'country' } {
  return { level: 'country' }
}

/** The borders end slightly before the antimeridian and the poles. */
function moveInsideBounds(latitude: number, longitude: number): LongitudeLatitude {
  const clampDegrees = (degrees: number, limit: number) => Math.max(-limit, Math.min(limit, degrees))
  return [clampDegrees(longitude, 179.99999), clampDegrees(latitude, 89.99999)]
}
