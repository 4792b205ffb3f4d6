import { cityFiles, mirrorRegions, otherNames } from './catalog-data.ts'

/** An extract that can be downloaded: a region by its path on the mirror, a city by its URL. */
export type CatalogEntry =
  | { readonly kind: 'region'; readonly title: string; readonly path: string }
  | { readonly kind: 'city'; readonly title: string; readonly url: string; readonly file: string }

const CITY_URL = 'https://download.bbbike.org/osm/bbbike'
const MAX_RESULTS = 6

interface IndexedEntry {
  readonly entry: CatalogEntry
  /** Normalized names to search in. */
  readonly words: string
}

const entries: readonly IndexedEntry[] = [
  ...cityFiles.split(' ').map((name): IndexedEntry => {
    const title = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    const file = `${name}.osm.pbf`
    const entry = { kind: 'city', title, url: `${CITY_URL}/${name}/${file}`, file } as const
    return { entry, words: normalize(`${title} ${otherNames[name] ?? ''}`) }
  }),
  ...Object.entries(mirrorRegions).flatMap(([folder, names]) =>
    names.split(' ').map((name): IndexedEntry => {
      const title = name
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
      const entry = { kind: 'region', title, path: `${folder}/${name}` } as const
      return { entry, words: normalize(`${title} ${otherNames[name] ?? ''}`) }
    }),
  ),
]

/** Entries with a word that starts with the input. Those whose name starts with it come first. */
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

/** File names write German umlauts as two letters and have no other diacritics. */
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
