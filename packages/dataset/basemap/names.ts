/** Languages in which maps can be labeled besides the local language. */
const labelLanguages = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'uk',
  'ar',
  'he',
  'ja',
  'ko',
  'zh',
] as const

const NAME_SEPARATOR = '\0'

/**
 * Returns the local name, followed by pairs of a language and a name that differs from the local name. Returns an empty
 * string if there is no name.
 */
export function toNameText(tags: ReadonlyMap<string, string>): string {
  const name = tags.get('name')
  if (!name) return ''
  const parts = [name]
  for (const language of labelLanguages) {
    const translation = tags.get(`name:${language}`)
    if (translation && translation !== name) parts.push(language, translation)
  }
  return parts.join(NAME_SEPARATOR)
}

/** Converts a string from `toNameText` to the tile properties `name`, `name:en`, and so on. */
export function toNameProperties(text: string): Record<string, string> {
  const [name, ...translations] = text.split(NAME_SEPARATOR)
  const properties: Record<string, string> = name ? { name } : {}
  for (let index = 0; index + 1 < translations.length; index += 2)
    properties[`name:${translations[index]}`] = translations[index + 1] ?? ''
  return properties
}
