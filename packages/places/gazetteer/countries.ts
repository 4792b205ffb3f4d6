import { listOfficialNames } from './official-names.ts'

/**
 * Fields used from the borders of `@rapideditor/country-coder`, which are GeoJSON features of countries and other
 * regions.
 */
export interface CountryFeature {
  readonly properties: {
    readonly iso1A2?: string | undefined
    readonly iso1A3?: string | undefined
    readonly nameEn: string
    readonly aliases?: readonly string[] | undefined
  }
}

export interface Country {
  readonly code: string
  readonly names: readonly string[]
}

/** Languages in which country names are searchable. */
const nameLanguages =
  `en es pt fr de it nl sv da nb fi is pl cs sk hu ro bg sr hr sl mk sq el tr az ru uk be kk ka hy he ar fa
  ur hi bn ta te th vi id ms tl sw ja ko zh zh-Hant et lv lt ca eu gl ga cy af`.split(/\s+/)

/** Lists countries and territories that have a code. Translated names come from the JavaScript engine (CLDR). */
export function listCountries(features: readonly CountryFeature[]): Country[] {
  const translators = nameLanguages.map((language) => new Intl.DisplayNames([language], { type: 'region' }))
  const countries: Country[] = []
  const seenCodes = new Set<string>()
  for (const { properties } of features) {
    const { iso1A2: code, iso1A3, nameEn, aliases = [] } = properties
    if (code === undefined || seenCodes.has(code)) continue
    seenCodes.add(code)
    const translatedNames = translators.map((translator) => translator.of(code)).filter((name) => name !== undefined)
    // Two-letter codes are not names, because "de", "la", and "in" are words in too many other names.
    const shortNames = [iso1A3, ...aliases].filter(
      (name) => name !== undefined && (name.length > 2 || /^U[KS]$/.test(name)),
    )
    countries.push({
      code,
      names: [...new Set([nameEn, ...shortNames, ...translatedNames, ...listOfficialNames(code)])].filter(
        (name) => name !== undefined,
      ),
    })
  }
  return countries
}
