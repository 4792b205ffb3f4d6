import { detailsOf, type PlaceDetails } from '@fairway/places/index/details.ts'
import { labelOf } from '@fairway/places/index/place-index.ts'
import type { PlaceIndex } from '@fairway/places/index/schema.ts'

/** Making one reads the tables of its language. */
const MOST_KEPT = 200
const displayNames = new Map<string, Intl.DisplayNames>()

/** What a country is called in a language; in English where the language is not known. */
export function countryName(code: string, language = 'en'): string | undefined {
  return namesIn(language).of(code)
}

function namesIn(language: string): Intl.DisplayNames {
  const known = displayNames.get(language)
  if (known) return known
  if (displayNames.size >= MOST_KEPT) displayNames.clear()
  const made = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' })
  displayNames.set(language, made)
  return made
}

/** In the language where the source has it, else as it is called there. Empty for what has no name. */
export function nameIn(index: PlaceIndex, entry: number, language: string | undefined): string {
  if (language === undefined) return labelOf(index, entry)
  return translated(detailsOf(index, entry), language) ?? labelOf(index, entry)
}

export function translated(details: PlaceDetails | undefined, language: string | undefined): string | undefined {
  const names = details?.names
  if (!names || language === undefined) return undefined
  return names[language] ?? names[language.split('-')[0] ?? '']
}
