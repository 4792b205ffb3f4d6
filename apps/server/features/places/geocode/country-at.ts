import tzLookup from '@photostructure/tz-lookup'
import { feature, iso1A2Code } from '@rapideditor/country-coder'
import { isCountryCode } from './country-codes.ts'

type LongitudeLatitude = [number, number]

/**
 * Two capital letters, Greenland's in Greenland; undefined on the high seas and where nobody agrees whose land it is.
 * Waters between and around islands count as the country's, sometimes far out.
 */
export function countryAt(latitude: number, longitude: number): string | undefined {
  const at = insideBorders(latitude, longitude)
  const code = iso1A2Code(at, { level: 'territory' })
  // Ceuta has letters that are reserved, but they are no country's.
  return (code !== null && isCountryCode(code) ? code : iso1A2Code(at, ofCountry())) ?? undefined
}

/**
 * The borders of archipelagos hold whole seas: Brazil's reach beyond the middle of the Atlantic. Clocks do not: those
 * of a country end 22 km off its coasts, so where only ships set theirs there is no land. In straits and between islands
 * nobody can tell from this, and it is not called the sea.
 */
export function isAtSea(latitude: number, longitude: number): boolean {
  if (feature(insideBorders(latitude, longitude), ofCountry()) === null) return true
  return tzLookup(latitude, longitude).startsWith('Etc/')
}

/** New ones every time: the library writes into those that it is given, and into its own where none are. */
function ofCountry(): { level: 'country' } {
  return { level: 'country' }
}

/** The borders end a hair before the date line and the poles. */
function insideBorders(latitude: number, longitude: number): LongitudeLatitude {
  const inside = (degrees: number, most: number) => Math.max(-most, Math.min(most, degrees))
  return [inside(longitude, 179.99999), inside(latitude, 89.99999)]
}
