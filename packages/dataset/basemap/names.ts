/** Languages in which maps can be labeled, in addition to the local one. */
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

const SEPARATOR = '\0'

/** The local name, followed by pairs of language and name where they differ from it. Empty if there is no name. */
export function toNameText(tags: ReadonlyMap<string, string>): string {
  const name = tags.get('name')
  if (!name) return ''
  const parts = [name]
  for (const language of labelLanguages) {
    const translation = tags.get(`name:${language}`)
    if (translation && translation !== name) parts.push(language, translation)
  }
  return parts.join(SEPARATOR)
}

/** Returns the tile properties `name`, `name:en`, … of such a string. */
export function toNameProperties(text: string): Record<string, string> {
  const [name, ...translations] = text.split(SEPARATOR)
  const properties: Record<string, string> = name ? { name } : {}
  for (let index = 0; index + 1 < translations.length; index += 2)
    properties[`name:${translations[index]}`] = translations[index + 1] ?? ''
  return properties
}
