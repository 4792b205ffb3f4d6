/** Maximum number of cached languages. Creating an entry is slow, because it loads the tables of its language. */
const MAX_CACHED_LANGUAGES = 200
const displayNames = new Map<string, Intl.DisplayNames>()

/** Countries whose long names include the sovereign state, such as Hong Kong SAR China. */
const countriesWithShortName: ReadonlySet<string> = new Set(['HK', 'MO'])

/** Returns the name of a country in a language, or in English if the language is unknown. */
export function findCountryName(code: string, language = 'en'): string | undefined {
  return getDisplayNames(language, countriesWithShortName.has(code) ? 'short' : 'long').of(code)
}

function getDisplayNames(language: string, style: 'short' | 'long'): Intl.DisplayNames {
  const key = `${style} ${language}`
  const cached = displayNames.get(key)
  if (cached) return cached
  if (displayNames.size >= MAX_CACHED_LANGUAGES) displayNames.clear()
  const created = new Intl.DisplayNames([language, 'en'], { type: 'region', style, fallback: 'none' })
  displayNames.set(key, created)
  return created
}
