import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GeometryFormat } from '@fairway/client'
import { seededRandom } from '@fairway/road/testing/random.ts'
import { checkReroute, type Op } from '../tests/support/check-reroute.ts'
import { type Ask, changes, lineFormats, RerouteCases, toPoints } from '../tests/support/reroutes.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from './bench.ts'
import { ChildServer } from './child-server.ts'
import { type BenchMap, benchMap } from './porto.ts'

const server = new URL('./route-server.ts', import.meta.url)
const SEED = 2026
/** After so many requests the traffic is another one. */
const CASES_PER_FEED = 250
const MOST_TOLD = 20

/** Ten thousand reroutes on a real server whose traffic changes all the time: each is asked for as a delta and in full. */
export const reroute: Benchmark = {
  about: 'random reroutes over HTTP under changing traffic: the delta makes the full route, never worse; sizes',
  async run(options) {
    const map = await benchMap(options.tiny, options.progress)
    const feed = join(map.dataDir, 'bench-incidents.json')
    await writeFile(feed, '{"incidents":[]}')
    const child = await ChildServer.start(server, ['serve', '--port', '0', '--threads', '1'], {
      FAIRWAY_DATA_DIR: map.dataDir,
      FAIRWAY_LOG_LEVEL: 'warn',
      FAIRWAY_TRAFFIC_FEEDS: feed,
      FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
      FAIRWAY_ANONYMOUS_BURST: '10000000',
    })
    try {
      return await measure(map, feed, `http://127.0.0.1:${child.port}`, options)
    } finally {
      await child.stop()
    }
  },
}

interface Sizes {
  readonly kind: string
  readonly km: number
  readonly bytes: number
  readonly fullBytes: number
  /** The share of the new line's points that the old one did not have. */
  readonly newShare: number
}

async function measure(map: BenchMap, feed: string, url: string, options: BenchOptions): Promise<BenchResult> {
  const ask: Ask = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: reply.status, text: await reply.text() }
  }
  const places = map.pairs.flat()
  const cases = new RerouteCases(ask, SEED, (random) => places[Math.floor(random() * places.length)] ?? [0, 0])
  const random = seededRandom(SEED)
  const count = options.tiny ? 20 : process.argv.includes('--few') ? 250 : 10_000
  const faults: string[] = []
  const sizes: Sizes[] = []
  const kinds: Record<string, number> = {}
  let feeds = 0
  for (let index = 0; index < count; index++) {
    if (index % CASES_PER_FEED === 0) {
      options.progress(`${index} of ${count}`)
      await replaceFeed(feed, ask, places, random, options.tiny ? 3 : 200)
      feeds++
    }
    const made = await cases.next(changes[index % changes.length], lineFormats[Math.floor(index / changes.length) % 4])
    // Between the two requests an event may have begun or ended.
    const { reply, full, bytes, fullBytes, faults: found } = await checkReroute(ask, made)
    const isRaced = full !== undefined && reply?.receipt.snapshot_at !== full.receipt.snapshot_at
    if (!isRaced) for (const fault of found) faults.push(`${made.name}: ${fault}`)
    const kind = reply ? reply.kind : 'refused'
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (reply) sizes.push({ kind, km: reply.distance_km, bytes, fullBytes, newShare: 0 })
  }
  const local = await measureLocal(ask, places, options)
  return report(map.name, { count, feeds, faults, kinds, sizes, local })
}

/** Closures and slow-downs on streets that trips really use. */
async function replaceFeed(
  feed: string,
  ask: Ask,
  places: readonly (readonly [number, number])[],
  random: () => number,
  count: number,
): Promise<void> {
  const incidents: object[] = []
  while (incidents.length < count) {
    const place = () => places[Math.floor(random() * places.length)] ?? [0, 0]
    const { status, text } = await ask('/v1/route', { from: place(), to: place(), alternatives: 0, steps: false })
    if (status !== 200) continue
    const line = toPoints((JSON.parse(text) as { geometry: [number, number][] }).geometry, 'points')
    for (let piece = 0; piece < 20 && incidents.length < count; piece++) {
      const from = Math.floor(random() * Math.max(1, line.length - 8))
      const kind = random() < 0.5 ? { kind: 'closure' } : { kind: 'congestion', speed_kmh: 3 + 20 * random() }
      incidents.push({ ...kind, line: line.slice(from, from + 2 + Math.floor(random() * 6)) })
    }
  }
  const before = await snapshotAt(ask, places)
  await writeFile(`${feed}.new`, JSON.stringify({ incidents: incidents.filter(hasLine) }))
  await rename(`${feed}.new`, feed)
  while ((await snapshotAt(ask, places)) === before) await sleep(20)
}

function hasLine(incident: object): boolean {
  return 'line' in incident && (incident.line as unknown[]).length >= 2
}

async function snapshotAt(ask: Ask, places: readonly (readonly [number, number])[]): Promise<string> {
  const { text } = await ask('/v1/route', { from: places[0], to: places[1], alternatives: 0, steps: false })
  return (JSON.parse(text) as { traffic?: { snapshot_at: string } }).traffic?.snapshot_at ?? ''
}

/** One closed street on trips between two places: a local change. */
async function measureLocal(ask: Ask, places: readonly (readonly [number, number])[], { tiny }: BenchOptions) {
  const cases = new RerouteCases(ask, SEED + 1, (random) => places[Math.floor(random() * places.length)] ?? [0, 0])
  const sizes: Sizes[] = []
  for (let index = 0; index < (tiny ? 10 : 1000); index++) {
    const made = await cases.next('closed', lineFormats[index % lineFormats.length], 0)
    const { reply, bytes, fullBytes } = await checkReroute(ask, made)
    if (reply?.kind !== 'delta') continue
    const newShare = newShareOf(reply.delta?.ops ?? [], made.format)
    sizes.push({ kind: made.format, km: reply.distance_km, bytes, fullBytes, newShare })
  }
  return sizes
}

function newShareOf(ops: readonly Op[], format: GeometryFormat): number {
  let [kept, inserted] = [0, 0]
  for (const op of ops) {
    if (op.op === 'keep') kept += op.to - op.from + 1
    else inserted += toPoints(op.geometry, format).length
  }
  return inserted / (kept + inserted)
}

interface Outcome {
  readonly count: number
  readonly feeds: number
  readonly faults: readonly string[]
  readonly kinds: Readonly<Record<string, number>>
  readonly sizes: readonly Sizes[]
  readonly local: readonly Sizes[]
}

function report(map: string, { count, feeds, faults, kinds, sizes, local }: Outcome): BenchResult {
  const share = (of: readonly Sizes[]) => round(100 * median(of.map(({ bytes, fullBytes }) => bytes / fullBytes)), 1)
  const unchanged = Math.max(0, ...sizes.filter(({ kind }) => kind === 'unchanged').map(({ bytes }) => bytes))
  const lengths: readonly [string, (km: number) => boolean][] = [
    ['all', () => true],
    ['below 10 km', (km) => km < 10],
    ['10 to 20 km', (km) => km >= 10 && km < 20],
    ['20 to 40 km', (km) => km >= 20 && km < 40],
    ['from 40 km on', (km) => km >= 40],
  ]
  return {
    figures: {
      map,
      reroutes: count,
      feeds,
      faults: faults.length,
      ...kinds,
      unchangedMostBytes: unchanged,
      localDeltaPct: share(local),
      localDeltaMedianBytes: median(local.map(({ bytes }) => bytes)),
      localFullMedianBytes: median(local.map(({ fullBytes }) => fullBytes)),
    },
    table: [
      ['one closed street', 'trips', 'delta', 'full', 'delta / full'],
      ...lengths.map(([name, isIn]) => {
        const of = local.filter(({ km }) => isIn(km))
        const bytes = (which: 'bytes' | 'fullBytes') => `${median(of.map((one) => one[which]))} B`
        return [name, String(of.length), bytes('bytes'), bytes('fullBytes'), `${share(of)} %`]
      }),
      ...[0.02, 0.05, 0.1, 0.2].map((most) => {
        const of = local.filter(({ newShare }) => newShare <= most)
        const bytes = (which: 'bytes' | 'fullBytes') => `${median(of.map((one) => one[which]))} B`
        return [`at most ${100 * most} % new`, String(of.length), bytes('bytes'), bytes('fullBytes'), `${share(of)} %`]
      }),
      ...lineFormats.map((format) => {
        const of = local.filter(({ kind }) => kind === format)
        return [format, String(of.length), '', '', `${share(of)} %`]
      }),
    ],
    notes: [
      `map: ${map}; ${count} reroutes under ${feeds} feeds, ${faults.length} faults; ${JSON.stringify(kinds)}`,
      `unchanged: at most ${unchanged} bytes (bar 300)`,
      ...faults.slice(0, MOST_TOLD),
    ],
  }
}
