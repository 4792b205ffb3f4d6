import { cityFiles, mirrorRegions, otherNames } from './catalog-data.ts'

/**
 * Extract that can be downloaded. The source identifies the extract for the service, which is also its path on the
 * mirror for a region.
 */
export type CatalogEntry =
  | { readonly kind: 'region'; readonly title: string; readonly source: string }
  | {
      readonly kind: 'city'
      readonly title: string
      readonly source: string
      readonly url: string
      readonly file: string
    }

const CITY_URL = 'https://download.bbbike.org/osm/bbbike'
const MAX_RESULTS = 6

interface IndexedEntry {
  readonly entry: CatalogEntry
  /** Normalized names for the search. */
  readonly words: string
}

const entries: readonly IndexedEntry[] = [
  ...cityFiles.split(' ').map((name): IndexedEntry => {
    const title = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    const file = `${name}.osm.pbf`
    const entry = { kind: 'city', title, source: `bbbike/${name}`, url: `${CITY_URL}/${name}/${file}`, file } as const
    return { entry, words: normalize(`${title} ${otherNames[name] ?? ''}`) }
  }),
  ...Object.entries(mirrorRegions).flatMap(([folder, names]) =>
    names.split(' ').map((name): IndexedEntry => {
      const title = name
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
      const entry = { kind: 'region', title, source: `${folder}/${name}` } as const
      return { entry, words: normalize(`${title} ${otherNames[name] ?? ''}`) }
    }),
  ),
]

/** Returns the entries with a word that starts with the input. Entries whose name starts with the input come first. */
export function searchCatalog(input: string): readonly CatalogEntry[] {
  const text = normalize(input)
  if (text === '') return []
  const matches = entries.filter(({ words }) => ` ${words}`.includes(` ${text}`))
  const isFirst = ({ words }: IndexedEntry) => (words.startsWith(text) ? 0 : 1)
  return [...matches]
    .sort((a, b) => isFirst(a) - isFirst(b))
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry)
}

/** Normalizes a name. File names spell German umlauts with two letters and contain no other diacritics. */
function normalize(input: string): string {
  return input
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, (letter) => (letter === '-' ? ' ' : ''))
    .trim()
}
