import { detailsOf, labelOf, type PlaceDetails, type PlaceIndex } from '@fairway/places'

/** Creating one loads the tables of its language. */
const MAX_KEPT = 200
const displayNames = new Map<string, Intl.DisplayNames>()

/** The long names of these include the sovereign state: Hong Kong SAR China. */
const calledShortly: ReadonlySet<string> = new Set(['HK', 'MO'])

/** The name of a country in a language, or in English when the language is unknown. */
export function countryName(code: string, language = 'en'): string | undefined {
  return namesIn(language, calledShortly.has(code) ? 'short' : 'long').of(code)
}

function namesIn(language: string, style: 'short' | 'long'): Intl.DisplayNames {
  const key = `${style} ${language}`
  const known = displayNames.get(key)
  if (known) return known
  if (displayNames.size >= MAX_KEPT) displayNames.clear()
  const made = new Intl.DisplayNames([language, 'en'], { type: 'region', style, fallback: 'none' })
  displayNames.set(key, made)
  return made
}

/** The name in the language if the source has it, else the default name. Empty for entries without a name. */
export function nameIn(index: PlaceIndex, entry: number, language: string | undefined): string {
  if (language === undefined) return labelOf(index, entry)
  return translated(detailsOf(index, entry), language) ?? labelOf(index, entry)
}

const MAX_AREAS = 5000
const areaNames = new WeakMap<PlaceIndex, Map<string, string>>()

/** The same for areas, which appear in the addresses of all entries inside them. Cached for that reason. */
export function areaNameIn(index: PlaceIndex, area: number, language: string | undefined): string {
  const names = areaNames.get(index) ?? new Map<string, string>()
  areaNames.set(index, names)
  const key = `${area} ${language}`
  const known = names.get(key)
  if (known !== undefined) return known
  if (names.size >= MAX_AREAS) names.clear()
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

/** Names are stored by language, some by script: zh-CN maps to zh-Hans, and to zh if there is no other. */
function spellingsOf(asked: string): readonly string[] {
  const known = spellings.get(asked)
  if (known) return known
  if (spellings.size >= MAX_KEPT) spellings.clear()
  const { language, script } = new Intl.Locale(asked).maximize()
  const made = [asked, `${language}-${script}`, language]
  spellings.set(asked, made)
  return made
}
