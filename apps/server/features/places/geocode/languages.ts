import { detailsOf, labelOf, type PlaceDetails, type PlaceIndex } from '@fairway/places'

/** Making one reads the tables of its language. */
const MOST_KEPT = 200
const displayNames = new Map<string, Intl.DisplayNames>()

/** The long names of these say whose they are: Hong Kong SAR China. */
const calledShortly: ReadonlySet<string> = new Set(['HK', 'MO'])

/** What a country is called in a language; in English where the language is not known. */
export function countryName(code: string, language = 'en'): string | undefined {
  return namesIn(language, calledShortly.has(code) ? 'short' : 'long').of(code)
}

function namesIn(language: string, style: 'short' | 'long'): Intl.DisplayNames {
  const key = `${style} ${language}`
  const known = displayNames.get(key)
  if (known) return known
  if (displayNames.size >= MOST_KEPT) displayNames.clear()
  const made = new Intl.DisplayNames([language, 'en'], { type: 'region', style, fallback: 'none' })
  displayNames.set(key, made)
  return made
}

/** In the language where the source has it, else as the source shows it. Empty for what has no name. */
export function nameIn(index: PlaceIndex, entry: number, language: string | undefined): string {
  if (language === undefined) return labelOf(index, entry)
  return translated(detailsOf(index, entry), language) ?? labelOf(index, entry)
}

const MOST_AREAS = 5000
const areaNames = new WeakMap<PlaceIndex, Map<string, string>>()

/** The same for areas, which are named in the addresses of all that lies in them. */
export function areaNameIn(index: PlaceIndex, area: number, language: string | undefined): string {
  const names = areaNames.get(index) ?? new Map<string, string>()
  areaNames.set(index, names)
  const key = `${area} ${language}`
  const known = names.get(key)
  if (known !== undefined) return known
  if (names.size >= MOST_AREAS) names.clear()
  const name = nameIn(index, area, language)
  names.set(key, name)
  return name
}

export function translated(details: PlaceDetails | undefined, language: string | undefined): string | undefined {
  const names = details?.names
  if (!names || language === undefined) return undefined
  return spellingsOf(language)
    .map((one) => names[one])
    .find((name) => name !== undefined)
}

const spellings = new Map<string, readonly string[]>()

/** Names are kept by language, some by script: who asks for zh-CN is given zh-Hans, and zh where there is no other. */
function spellingsOf(asked: string): readonly string[] {
  const known = spellings.get(asked)
  if (known) return known
  if (spellings.size >= MOST_KEPT) spellings.clear()
  const { language, script } = new Intl.Locale(asked).maximize()
  const made = [asked, `${language}-${script}`, language]
  spellings.set(asked, made)
  return made
}
