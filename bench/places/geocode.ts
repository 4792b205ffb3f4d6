import { existsSync } from 'node:fs'
import { buildWorld, compilePlaces, montevideoTilesFolder } from '@fairway/dataset'
import { sectionBytes, seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { countEntries, PlaceSearch, parseHouseNumber } from '@fairway/places'
import { pick } from '@fairway/places/testing'
import type { Benchmark, BenchOptions, BenchResult } from '../bench.ts'
import { round } from '../bench.ts'
import { askForAddresses, type Miss } from './geocode-addresses.ts'
import { compareNearby } from './geocode-nearby.ts'
import { type Address, readAddresses } from './places-extracts.ts'

const roads = sharedPath('data/roads/')
const SEED = 6
const SAMPLE = 2000
/** Cities with complete house numbers, and the local address format. */
const cities: Readonly<Record<string, (street: string, number: string, address: Address) => string>> = {
  montevideo: (street, number, { city }) => `${street} ${number}, ${city ?? 'Montevideo'}`,
  'liechtenstein-2024': (street, number, { city, postcode }) =>
    `${street} ${number}, ${[postcode, city].filter((text) => text !== undefined).join(' ')}`,
  'queens-pelias': (street, number, { city, postcode }) =>
    `${number} ${street}, ${city ?? 'Queens'}, NY ${postcode ?? ''}`,
}
const others = ['porto-r5', 'monaco-2025', 'andorra-2026', 'heidelberg-ors']

async function run({ tiny, progress }: BenchOptions): Promise<BenchResult> {
  const names = [...Object.keys(cities), ...others].filter((name) => existsSync(fileOf(name)))
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
    const write = cities[name]
    const all = write ? (await readAddresses(fileOf(name))).filter(isAddress) : []
    const sample = Array.from({ length: write ? (tiny ? 20 : SAMPLE) : 0 }, () => pick(random, all))
    progress(`querying ${name}`)
    const searches = [...world, new PlaceSearch(index)]
    const found = write && askForAddresses({ searches, index, sample, all, write, random })
    const nearby = compareNearby(index, random, tiny ? 2 : 100)
    if (found) misses.push(...found.misses)
    const figuresHere = {
      entries: countEntries(index),
      houses: index.houses.number.length,
      megabytes: round(sectionBytes(index) / 1e6, 2),
      cpuSeconds: round((user + system) / 1e6, 1),
      ...(found ? found.shares : {}),
      'nearby, asked': nearby.asked,
      'nearby, different': nearby.different,
    }
    for (const [figure, value] of Object.entries(figuresHere)) figures[`${name}: ${figure}`] = value
    const share = (value: number | undefined) => (value === undefined ? '' : `${value}`)
    const shares = found?.shares
    rows.push([
      name,
      ...[figuresHere.entries, figuresHere.houses, figuresHere.megabytes, figuresHere.cpuSeconds].map(String),
      ...[shares?.first, shares?.typo, shares?.street, shares?.number].map(share),
      `${nearby.different} of ${nearby.asked}`,
    ])
  }
  figures['memory, MB'] = Math.round(process.resourceUsage().maxRSS / 1000)
  return {
    figures,
    table: [['', 'entries', 'houses', 'MB', 'CPU s', 'first %', 'typo %', 'street %', 'number %', 'nearby'], ...rows],
    notes: [
      `${SAMPLE} random addresses each, in one search with the gazetteer of the world: the first result within 50 m,`,
      'the same with one random typo in the street; reverse: the same street, the same number; nearby compared with a full scan: differences.',
      'Goals: 97, 90, 98, 95 %, no difference.',
      ...(process.argv.includes('--misses') ? misses.map(({ why, asked, got }) => `${why}: ${asked} → ${got}`) : []),
    ],
  }
}

function fileOf(name: string): string {
  return name === 'montevideo' ? montevideoTilesFolder() : `${roads}${name}.osm.pbf`
}

/** Some house numbers in the data are not numbers and cannot be searched. */
function isAddress({ number }: Address): boolean {
  return number.split(/[,;]/).some((one) => parseHouseNumber(one) !== undefined)
}

export const geocode: Benchmark = {
  about: 'real addresses forward and reverse, with and without typos; nearby compared with a full scan',
  run,
}
