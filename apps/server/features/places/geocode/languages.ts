import { getLabel, type PlaceDetails, type PlaceIndex, readDetails } from '@fairway/places'

/** The cache exists because creating an entry loads the tables of its language. */
const MAX_CACHED_LANGUAGES = 200
const displayNames = new Map<string, Intl.DisplayNames>()

/** The long names of these include the sovereign state: Hong Kong SAR China. */
const countriesWithShortName: ReadonlySet<string> = new Set(['HK', 'MO'])

/** The name of a country in a language, or in English when the language is unknown. */
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

/** The name in the language if the source has it, else the default name. Empty for entries without a name. */
export function getNameIn(index: PlaceIndex, entry: number, language: string | undefined): string {
  if (language === undefined) return getLabel(index, entry)
  return findTranslatedName(readDetails(index, entry), language) ?? getLabel(index, entry)
}

const MAX_CACHED_AREAS = 5000
const areaNames = new WeakMap<PlaceIndex, Map<string, string>>()

/** The same for areas, which appear in the addresses of all entries inside them. Cached for that reason. */
export function getAreaNameIn(index: PlaceIndex, area: number, language: string | undefined): string {
  const names = areaNames.get(index) ?? new Map<string, string>()
  areaNames.set(index, names)
  const key = `${area} ${language}`
  const cached = names.get(key)
  if (cached !== undefined) return cached
  if (names.size >= MAX_CACHED_AREAS) names.clear()
  const name = getNameIn(index, area, language)
  names.set(key, name)
  return name
}

export function findTranslatedName(
  details: PlaceDetails | undefined,
  language: string | undefined,
): string | undefined {
  const names = details?.names
  if (!names || language === undefined) return undefined
  return listLanguageFallbacks(language)
    .map((languageTag) => names[languageTag])
    .find((name) => name !== undefined)
}

const languageFallbacks = new Map<string, readonly string[]>()

/** Names are stored by language, some by script: zh-CN falls back to zh-Hans, then to zh. */
function listLanguageFallbacks(requested: string): readonly string[] {
  const cached = languageFallbacks.get(requested)
  if (cached) return cached
  if (languageFallbacks.size >= MAX_CACHED_LANGUAGES) languageFallbacks.clear()
  const { language, script } = new Intl.Locale(requested).maximize()
  const fallbacks = [requested, `${language}-${script}`, language]
  languageFallbacks.set(requested, fallbacks)
  return fallbacks
}
