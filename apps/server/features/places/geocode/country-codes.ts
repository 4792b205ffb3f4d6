import { loadLibrary } from '../../../platform/load-library.ts'

/**
 * Loads the borders of all countries. Only requests that specify a country or find no street on the maps need the
 * borders.
 */
export function loadCountries(): typeof import('./countries-library.ts') {
  return loadLibrary(new URL('./countries-library.ts', import.meta.url))
}

let countryCodes: ReadonlySet<string> | undefined

/** Lists ISO 3166-1 codes plus the code of Kosovo, without codes that are only reserved, such as EU. */
function listCountryCodes(): ReadonlySet<string> {
  countryCodes ??= new Set(
    loadCountries().borders.features.flatMap(({ properties: { iso1A2, isoStatus } }) =>
      iso1A2 && isoStatus !== 'excRes' ? [iso1A2] : [],
    ),
  )
  return countryCodes
}

/** Returns whether a code in two capital letters is a country code. */
export function isCountryCode(code: string): boolean {
  return listCountryCodes().has(code)
}

/** Suggests the country for an unofficial code, such as GB for UK. Returns undefined if the code is ambiguous. */
export function suggestCountryCode(code: string): string | undefined {
  const { region } = new Intl.Locale(`und-${code}`)
  return region !== undefined && region !== code && isCountryCode(region) ? region : undefined
}
