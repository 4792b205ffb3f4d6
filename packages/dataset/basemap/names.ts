/** Languages in which maps can be labeled besides the local language. */
export const labelLanguages = [
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

/** Tile properties of names: `name`, `name:en` and so on. */
export type NameProperties = Readonly<Record<string, string>>

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
export function toNameProperties(text: string): NameProperties {
  const [name, ...translations] = text.split(NAME_SEPARATOR)
  const properties: Record<string, string> = name ? { name } : {}
  for (let index = 0; index + 1 < translations.length; index += 2)
    properties[`name:${translations[index]}`] = translations[index + 1] ?? ''
  return properties
}

/**
 * Collects the names of streets and settlements in other languages. Streets and settlements are drawn from the road
 * network and the place index, which contain only local names. Translations are stored once per local name, because
 * most streets with the same name on one map also have the same translations.
 */
export class TranslationCollector {
  private readonly countsByName = new Map<string, Map<string, number>>()

  add(tags: ReadonlyMap<string, string>): void {
    const text = toNameText(tags)
    if (!text.includes(NAME_SEPARATOR)) return
    const name = tags.get('name') ?? ''
    const counts = this.countsByName.get(name) ?? new Map<string, number>()
    this.countsByName.set(name, counts)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }

  /** Returns the most frequent translations of each name, as strings like those of `toNameText`, in ascending order. */
  finish(): string[] {
    const texts = [...this.countsByName.values()].map((counts) =>
      [...counts].reduce((best, next) => (isMoreFrequent(next, best) ? next : best)),
    )
    return texts.map(([text]) => text).sort((a, b) => (a < b ? -1 : 1))
  }
}

/** Compares two texts by frequency. The result does not depend on the order in which the texts were collected. */
function isMoreFrequent([text, count]: [string, number], [bestText, bestCount]: [string, number]): boolean {
  return count === bestCount ? text < bestText : count > bestCount
}
