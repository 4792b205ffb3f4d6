import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  compileExtract,
  compileRegion,
  fromRoadSections,
  listEmbeddedExtracts,
  type OsmBlock,
  ROADS_FILE,
  readExtract,
  readSections,
  type StoredDataset,
  type TypedArray,
  writePbf,
} from '@fairway/dataset'
import { cutExtract, DrawnMap } from '@fairway/dataset/testing'
import { seededRandom } from '@fairway/geo'
import type { RoadMap } from '@fairway/road'
import type { Benchmark, BenchOptions, BenchResult } from '../bench.ts'
import { portoFile } from '../road/porto.ts'

/** Checks that a map equals the original after it is cut into four overlapping extracts and merged again. */
export const merge: Benchmark = {
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'fairway-merge-'))
    try {
      return await compare(folder, options)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

type Sections = ReadonlyMap<string, TypedArray>

async function compare(folder: string, { tiny, numbers, progress }: BenchOptions): Promise<BenchResult> {
  const isPorto = !tiny && existsSync(portoFile)
  const extract = isPorto ? portoFile : listEmbeddedExtracts()[0].extract
  progress('cutting the extract')
  const parts = await cutIntoFour(extract, folder)
  const compile = async (extract: string | readonly string[], region: string): Promise<StoredDataset> => {
    progress(`compiling ${region}`)
    const job = { extract, region, dataDir: folder, threads: 1, onProgress() {} }
    return (await compileRegion(job, compileExtract)).dataset
  }
  const whole = await compile(extract, 'whole')
  const merged = await compile(parts, 'merged')
  const [expected, actual] = [await open(whole), await open(merged)]
  const changed = [...expected].filter(([name, array]) => !isSame(array, actual.get(name))).map(([name]) => name)
  const pairs = numbers[0] ?? (tiny ? 50 : 10_000)
  progress(`comparing ${pairs} routes`)
  const { different, found } = compareRoutes(fromRoadSections(expected), fromRoadSections(actual), pairs)
  const seconds = [whole, merged].map(({ manifest }) => manifest.compile.cpuSeconds)
  const figures = {
    sections: expected.size,
    'different sections': changed.length + Math.abs(expected.size - actual.size),
    routes: pairs,
    'routes found': found,
    'different routes': different,
    'whole, CPU s': seconds[0] ?? 0,
    'merged, CPU s': seconds[1] ?? 0,
  }
  return { figures, table: Object.entries(figures).map(([name, value]) => [name, value.toLocaleString('en')]) }
}

/** Cuts a map into four extracts. The middle fifth of the map in each direction is in two extracts. */
async function cutIntoFour(extract: string, folder: string): Promise<string[]> {
  const blocks: OsmBlock[] = []
  for await (const block of readExtract(extract, { threads: 1, withVersions: true })) blocks.push(block)
  const middle = (list: (block: OsmBlock) => Int32Array) => {
    const values = blocks.flatMap((block) => [...list(block)]).sort((a, b) => a - b)
    return [0.4, 0.6].map((share) => (values[Math.floor(share * values.length)] ?? 0) / 1e7) as [number, number]
  }
  const [southOfOverlap, northOfOverlap] = middle(({ nodes }) => nodes.latitude)
  const [westOfOverlap, eastOfOverlap] = middle(({ nodes }) => nodes.longitude)
  const files: string[] = []
  for (const [south, north] of [
    [-90, northOfOverlap],
    [southOfOverlap, 90],
  ] as const) {
    for (const [west, east] of [
      [-180, eastOfOverlap],
      [westOfOverlap, 180],
    ] as const) {
      const part = cutExtract(blocks, { south, west, north, east })
      const file = join(folder, `part-${files.length}.osm.pbf`)
      await writePbf(file, only(part), undefined)
      files.push(file)
    }
  }
  return files
}

async function* only(block: OsmBlock): AsyncGenerator<OsmBlock> {
  yield block
}

async function open({ folder }: StoredDataset): Promise<Sections> {
  return await readSections(join(folder, ROADS_FILE))
}

function isSame(a: TypedArray, b: TypedArray | undefined): boolean {
  if (!b || a.constructor !== b.constructor || a.byteLength !== b.byteLength) return false
  return Buffer.compare(toBytes(a), toBytes(b)) === 0
}

function toBytes({ buffer, byteOffset, byteLength }: TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function compareRoutes(whole: RoadMap, merged: RoadMap, pairs: number): { different: number; found: number } {
  const maps = [whole, merged].map((roads) => {
    const map = new DrawnMap({ roads, points: new Map(), drawing: '', isActive: () => false })
    return { map, metric: map.metricFor({}) }
  })
  const random = seededRandom(28)
  const { latitude, longitude, count } = whole.network.nodes
  const stop = () => {
    const node = Math.floor(random() * count)
    return { latitude: (latitude[node] ?? 0) / 1e6, longitude: (longitude[node] ?? 0) / 1e6, heading: -1 }
  }
  let [different, found] = [0, 0]
  for (let pair = 0; pair < pairs; pair++) {
    const stops = [stop(), stop()]
    const [expected, actual] = maps.map(({ map, metric }) => {
      const plan = map.planner.plan({ metric, stops, radiusMeters: 100, alternatives: 0 })
      return JSON.stringify('legs' in plan ? plan.legs : plan)
    })
    if (expected?.startsWith('[')) found++
    if (expected !== actual) different++
  }
  return { different, found }
}
