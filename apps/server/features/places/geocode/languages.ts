import { getLabel, type PlaceDetails, type PlaceIndex, readDetails } from '@fairway/places'

/** Maximum number of cached languages. */
const MAX_CACHED_LANGUAGES = 200

/**
 * Returns the name in the language if the source has it, otherwise the default name. Returns an empty string for an
 * entry without a name.
 */
export function getNameIn(index: PlaceIndex, entry: number, language: string | undefined): string {
  if (language === undefined) return getLabel(index, entry)
  return findTranslatedName(readDetails(index, entry), language) ?? getLabel(index, entry)
}

const MAX_CACHED_AREAS = 5000
const areaNames = new WeakMap<PlaceIndex, Map<string, string>>()

/**
 * Returns the name of an area in a language. The names are cached, because areas appear in the addresses of all entries
 * inside them.
 */
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

/**
 * Lists the fallbacks of a language. Names are stored by language and sometimes by script, so zh-CN falls back to
 * zh-Hans and then to zh.
 */
function listLanguageFallbacks(requestedLanguage: string): readonly string[] {
  const cached = languageFallbacks.get(requestedLanguage)
  if (cached) return cached
  if (languageFallbacks.size >= MAX_CACHED_LANGUAGES) languageFallbacks.clear()
  const { language, script } = new Intl.Locale(requestedLanguage).maximize()
  const fallbacks = [requestedLanguage, `${language}-${script}`, language]
  languageFallbacks.set(requestedLanguage, fallbacks)
  return fallbacks
}
