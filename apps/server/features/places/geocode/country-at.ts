import tzLookup from '@photostructure/tz-lookup'
import { isCountryCode, loadCountries } from './country-codes.ts'

type LongitudeLatitude = [number, number]

/**
 * Returns the two-letter country code in capitals. Greenland has its own code. Returns undefined on the high seas and
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
 * Returns whether a position is at sea. Borders of archipelagos contain whole seas, and those of Brazil reach beyond
 * the middle of the Atlantic. Time zones of a country end 22 km off its coasts, so a position with only a nautical time
 * zone is at sea. Straits and waters between islands are ambiguous and do not count as sea.
 */
export function isAtSea(latitude: number, longitude: number): boolean {
  if (loadCountries().feature(moveInsideBounds(latitude, longitude), selectCountryLevel()) === null) return true
  return tzLookup(latitude, longitude).startsWith('Etc/')
}

/** Returns a new object every time, because the library modifies the object it receives. */
function selectCountryLevel(): { level: 'country' } {
  return { level: 'country' }
}

/** Moves a position inside the borders, which end slightly before the antimeridian and the poles. */
function moveInsideBounds(latitude: number, longitude: number): LongitudeLatitude {
  const clampDegrees = (degrees: number, limit: number) => Math.max(-limit, Math.min(limit, degrees))
  return [clampDegrees(longitude, 179.99999), clampDegrees(latitude, 89.99999)]
}
