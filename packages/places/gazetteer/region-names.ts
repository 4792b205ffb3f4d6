/** Translated region names, keyed by the GeoNames region code. */
export interface RegionNames {
  /** Last part of the ISO 3166-2 code, such as NSW, SP, or 13. */
  readonly isoCode: string
  /** Names by language. */
  readonly names: Readonly<Record<string, string>>
}

/** Parses a tab-separated table with rows such as `DE.02`, `BY`, `de=Bayern ru=Бавария`. */
export function parseRegionNames(table: string): Map<string, RegionNames> {
  const namesByCode = new Map<string, RegionNames>()
  for (const line of table.split('\n')) {
    const [code, isoCode, list] = line.split('\t')
    if (list === undefined) continue
    const pairs = list.split('|').map((pair): [string, string] => {
      const separatorIndex = pair.indexOf('=')
      return [pair.slice(0, separatorIndex), pair.slice(separatorIndex + 1)]
    })
    namesByCode.set(code, { isoCode, names: Object.fromEntries(pairs.filter(([language]) => language !== '')) })
  }
  return namesByCode
}

/** Countries whose addresses abbreviate the region, as in "Austin, TX", "Toronto, ON" and "São Paulo - SP". */
const countriesWithRegionLetters = new Set(['US', 'CA', 'AU', 'BR'])

export function listRegionLetters(countryCode: string, isoCode: string | undefined): string[] {
  return isoCode !== undefined && countriesWithRegionLetters.has(countryCode) && /^[A-Z]{2,3}$/.test(isoCode)
    ? [isoCode]
    : []
}
