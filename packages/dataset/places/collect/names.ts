import type { Tags } from './tags.ts'

/** Names of an object, with the display name first, followed by alternatives. */
export interface Names {
  readonly all: readonly string[]
  /** Names by language, as in `name:en`. */
  readonly byLanguage: Readonly<Record<string, string>>
}

const otherNamePattern = /^(int_name|alt_name|old_name|short_name|official_name|loc_name|reg_name|nat_name|brand)(:|$)/
const languagePattern = /^name:([a-z]{2,3}(?:-[A-Za-z]+)?)$/
const numberedNamePattern = /^(alt_name|old_name|name)_\d+$/

/**
 * Parses the names of an element. Returns undefined if the element has no name. `also` lists keys that are used if the
 * `name` tag is missing.
 */
export function parseNames(tags: Tags, also: readonly string[] = []): Names | undefined {
  const first = tags.get('name') ?? [...also].map((key) => tags.get(key)).find((name) => name !== undefined)
  const allNames = new Set<string>()
  const byLanguage: Record<string, string> = {}
  if (first !== undefined) addName(allNames, first)
  for (const [key, value] of tags) {
    const languageMatch = languagePattern.exec(key)
    if (languageMatch) byLanguage[languageMatch[1]] = value
    if (languageMatch || otherNamePattern.test(key) || numberedNamePattern.test(key)) addName(allNames, value)
  }
  return allNames.size === 0 ? undefined : { all: [...allNames], byLanguage }
}

/** Adds the names in a tag value. Semicolons separate the names. */
function addName(nameSet: Set<string>, value: string): void {
  for (const part of value.split(';')) {
    const name = part.trim()
    if (name !== '') nameSet.add(name)
  }
}
