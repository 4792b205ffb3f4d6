import { borders } from '@rapideditor/country-coder'

/** ISO 3166-1 codes plus the code of Kosovo, without codes that are only reserved, such as EU. */
const countryCodes: ReadonlySet<string> = new Set(
  borders.features.flatMap(({ properties: { iso1A2, isoStatus } }) =>
    iso1A2 && isoStatus !== 'excRes' ? [iso1A2] : [],
  ),
)

/** Two capital letters. */
export function isCountryCode(code: string): boolean {
  return countryCodes.has(code)
}

/** The country that people mean by an unofficial code, such as GB for UK. Undefined when ambiguous. */
export function suggestCountryCode(code: string): string | undefined {
  const { region } = new Intl.Locale(`und-${code}`)
  return region !== undefined && region !== code && isCountryCode(region) ? region : undefined
}
