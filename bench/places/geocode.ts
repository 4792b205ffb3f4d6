import { existsSync } from 'node:fs'
import { buildWorld, compilePlaces, montevideoTilesFolder } from '@fairway/dataset'
import { sectionBytes, seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import {
  countAreas,
  countEntries,
  findKind,
  getKind,
  getLabel,
  type PlaceIndex,
  PlaceSearch,
  parseHouseNumber,
  searchAll,
  tokenizeToStrings,
} from '@fairway/places'
import { pick } from '@fairway/places/testing'
import type { Benchmark, BenchOptions, BenchResult } from '../bench.ts'
import { round } from '../bench.ts'
import { askForAddresses, formNames, type Miss } from './geocode-addresses.ts'
import { locales } from './geocode-forms.ts'
import { compareNearby } from './geocode-nearby.ts'
import { everydayWords } from './kind-words.ts'
import { type Address, readAddresses } from './places-extracts.ts'

const roads = sharedPath('data/roads/')
const SEED = 6
const SAMPLE_SIZE = 500
const others = ['porto-r5']
const shareNames = [...formNames, 'street', 'number']

async function run({ tiny, progress }: BenchOptions): Promise<BenchResult> {
  const names = [...Object.keys(locales), ...others].filter((name) => existsSync(fileOf(name)))
  const figures: Record<string, number> = {}
  const rows: string[][] = []
  const misses: Miss[] = []
  progress('building the world')
  const world = tiny ? [] : [new PlaceSearch(buildWorld().index)]
  for (const name of tiny ? [names[1] ?? 'montevideo'] : names) {
    progress(`compiling ${name}`)
    const before = process.cpuUsage()
    const index = await compilePlaces({ extract: fileOf(name), threads: 1, onProgress() {} })
    const { user, system } = process.cpuUsage(before)
    const random = seededRandom(SEED)
    const locale = locales[name]
    const all = locale ? (await readAddresses(fileOf(name))).filter(isAddress) : []
    const sample = Array.from({ length: locale ? (tiny ? 20 : SAMPLE_SIZE) : 0 }, () => pick(random, all))
    progress(`querying ${name}`)
    const searches = [...world, new PlaceSearch(index)]
    const found = locale && askForAddresses({ searches, index, sample, all, locale, random })
    const suburbs = askForSuburbs(searches, index)
    const nearby = compareNearby(index, random, tiny ? 2 : 100)
    misses.push(...(found?.misses ?? []), ...suburbs.misses)
    const figuresHere: Record<string, number> = {
      entries: countEntries(index),
      houses: index.houses.number.length,
      megabytes: round(sectionBytes(index) / 1e6, 2),
      cpuSeconds: round((user + system) / 1e6, 1),
      ...(found ? { ...found.shares, 'CPU ms per query': found.millisecondsPerQuery } : {}),
      ...(suburbs.share === undefined ? {} : { suburbs: suburbs.share }),
      'nearby, asked': nearby.asked,
      'nearby, different': nearby.different,
    }
    for (const [figure, value] of Object.entries(figuresHere)) figures[`${name}: ${figure}`] = value
    rows.push([
      name,
      ...[...shareNames, 'suburbs', 'CPU ms per query'].map((figure) => String(figuresHere[figure] ?? '')),
      `${nearby.different} of ${nearby.asked}`,
    ])
  }
  const kindResult = askForKinds()
  misses.push(...kindResult.misses)
  figures.kinds = kindResult.share
  figures['memory, MB'] = Math.round(process.resourceUsage().maxRSS / 1000)
  return {
    figures,
    table: [['%', ...shareNames, 'suburbs', 'ms', 'nearby'], ...rows, ['kinds', String(kindResult.share)]],
    notes: [
      `${SAMPLE_SIZE} random addresses each, searched together with the world gazetteer: the first result must be within 50 m. Forms: as written (first),`,
      'one random typo in the street, lower case, without diacritics (plain), another order, abbreviated (short), with a unit, with a floor.',
      'street, number: reverse. suburbs: bare names of neighborhoods, first on the map. ms: CPU time of a query. nearby: differences from a full scan.',
      `kinds: ${kindResult.asked} everyday words for kinds of places in 10 languages.`,
      'Targets: 98.5 % in each form, 97 % with a typo, 99 % reverse, 100 % of suburbs, 98 % of kinds, no difference.',
      ...(process.argv.includes('--misses') ? misses.map(({ why, asked, got }) => `${why}: ${asked} → ${got}`) : []),
    ],
  }
}

/** Searches for the bare names of neighborhoods. The first result must be on the map and have that name. */
function askForSuburbs(searches: readonly PlaceSearch[], index: PlaceIndex) {
  const names = new Set<string>()
  for (let area = 0; area < countAreas(index); area++)
    if (getKind(index, area) === 'suburb') names.add(getLabel(index, area))
  const misses: Miss[] = []
  for (const name of names) {
    const result = searchAll(searches, name, { limit: 1 })
    const [best] = result.kind === 'places' ? result.places : []
    const bestIndex = best && searches[best.source]?.index
    const got = best && bestIndex ? getLabel(bestIndex, best.entry) : 'nothing'
    const isFound = bestIndex === index && tokenizeToStrings(got).join(' ') === tokenizeToStrings(name).join(' ')
    if (!isFound) misses.push({ why: 'suburb', asked: name, got })
  }
  return { misses, share: names.size === 0 ? undefined : round(100 * (1 - misses.length / names.size), 2) }
}

function askForKinds() {
  const misses: Miss[] = []
  let asked = 0
  for (const [tag, words] of Object.entries(everydayWords)) {
    for (const word of words.split('|')) {
      const kind = findKind(word)
      const got = kind ? `${kind.key}=${kind.value}` : 'nothing'
      asked++
      if (got !== tag) misses.push({ why: 'kind', asked: `${word} (${tag})`, got })
    }
  }
  return { asked, misses, share: round(100 * (1 - misses.length / asked), 2) }
}

function fileOf(name: string): string {
  return name === 'montevideo' ? montevideoTilesFolder() : `${roads}${name}.osm.pbf`
}

/** Returns whether the house number can be searched for. Some house numbers in the data are not numbers. */
function isAddress({ number }: Address): boolean {
  return number.split(/[,;]/).some((one) => parseHouseNumber(one) !== undefined)
}

export const geocode: Benchmark = {
  run,
}
