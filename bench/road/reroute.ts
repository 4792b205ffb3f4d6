import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flatDistanceMeters, seededRandom } from '@fairway/geo'
import { checkReroute, type Op } from '../../tests/support/operations/check-reroute.ts'
import {
  type Ask,
  changes,
  lineFormats,
  type RerouteCase,
  RerouteCases,
  toPoints,
} from '../../tests/support/operations/reroutes.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { ChildServer } from '../http/child-server.ts'
import { type BenchMap, benchMap } from './porto.ts'

const server = new URL('./route-server.ts', import.meta.url)
const SEED = 2026
/** Number of requests between two traffic changes. */
const CASES_PER_FEED = 250
const MAX_TOLD = 20
/**
 * Maximum length of a local change, in meters. A change is local if the new route leaves the previous line for at most
 * this distance, such as around a block or two.
 */
const LOCAL_METERS = 1000

/** Requests ten thousand reroutes from a real server with constantly changing traffic, each as a delta and in full. */
export const reroute: Benchmark = {
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
  /** Length of the new line that is not part of the old line, in meters. */
  readonly newMeters: number
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
    // An incident may have started or ended between the two requests.
    const { reply, full, bytes, fullBytes, faults: found } = await checkReroute(ask, made)
    const isRaced = full !== undefined && reply?.receipt.snapshot_at !== full.receipt.snapshot_at
    if (!isRaced) for (const fault of found) faults.push(`${made.name}: ${fault}`)
    const kind = reply ? reply.kind : 'refused'
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (reply) sizes.push({ kind, km: reply.distance_km, bytes, fullBytes, newMeters: 0 })
  }
  const closed = await measureClosed(ask, places, options)
  return report(map.name, { count, feeds, faults, kinds, sizes, closed })
}

/** Creates closures and slowdowns on streets that trips actually use. */
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

/** Measures reroutes after one street is closed on the trip between two places. */
async function measureClosed(ask: Ask, places: readonly (readonly [number, number])[], { tiny }: BenchOptions) {
  const cases = new RerouteCases(ask, SEED + 1, (random) => places[Math.floor(random() * places.length)] ?? [0, 0])
  const sizes: Sizes[] = []
  for (let index = 0; index < (tiny ? 10 : 1000); index++) {
    const made = await cases.next('closed', lineFormats[index % lineFormats.length], 0)
    const { reply, bytes, fullBytes } = await checkReroute(ask, made)
    if (reply?.kind !== 'delta') continue
    const newMeters = newMetersOf(reply.delta?.ops ?? [], made)
    sizes.push({ kind: made.format, km: reply.distance_km, bytes, fullBytes, newMeters })
  }
  return sizes
}

/** Returns the length of the inserted part, between the last kept point before it and the first kept point after it. */
function newMetersOf(ops: readonly Op[], { old, format }: RerouteCase): number {
  const line = toPoints(old, format)
  let meters = 0
  ops.forEach((op, index) => {
    if (op.op === 'keep') return
    const [before, behind] = [ops[index - 1], ops[index + 1]]
    const first = before?.op === 'keep' ? line.slice(before.to, before.to + 1) : []
    const last = behind?.op === 'keep' ? line.slice(behind.from, behind.from + 1) : []
    meters += lengthOf([...first, ...toPoints(op.geometry, format), ...last])
  })
  return meters
}

function lengthOf(line: readonly (readonly [number, number])[]): number {
  let meters = 0
  line.slice(1).forEach(([latitude, longitude], index) => {
    const [fromLatitude, fromLongitude] = line[index] ?? [latitude, longitude]
    meters += flatDistanceMeters(fromLatitude, fromLongitude, latitude, longitude)
  })
  return meters
}

interface Outcome {
  readonly count: number
  readonly feeds: number
  readonly faults: readonly string[]
  readonly kinds: Readonly<Record<string, number>>
  readonly sizes: readonly Sizes[]
  readonly closed: readonly Sizes[]
}

function report(map: string, { count, feeds, faults, kinds, sizes, closed }: Outcome): BenchResult {
  const share = (of: readonly Sizes[]) => round(100 * median(of.map(({ bytes, fullBytes }) => bytes / fullBytes)), 1)
  const unchanged = Math.max(0, ...sizes.filter(({ kind }) => kind === 'unchanged').map(({ bytes }) => bytes))
  const local = closed.filter(({ newMeters }) => newMeters <= LOCAL_METERS)
  const row = (name: string, of: readonly Sizes[]): string[] => {
    const bytes = (which: 'bytes' | 'fullBytes') => `${median(of.map((one) => one[which]))} B`
    return [name, String(of.length), bytes('bytes'), bytes('fullBytes'), `${share(of)} %`]
  }
  const between = (from: number, to: number, of: readonly Sizes[]) => of.filter(({ km }) => km >= from && km < to)
  const lengths = [0, 5, 10, 20, 40, 1000]
  return {
    figures: {
      map,
      reroutes: count,
      feeds,
      faults: faults.length,
      ...kinds,
      unchangedMostBytes: unchanged,
      localDeltaPct: share(local),
      closedStreetDeltaPct: share(closed),
      localDeltaMedianBytes: median(local.map(({ bytes }) => bytes)),
      localFullMedianBytes: median(local.map(({ fullBytes }) => fullBytes)),
    },
    table: [
      ['one closed street', 'trips', 'delta', 'full', 'delta / full'],
      row('local: at most 1 km new', local),
      ...lengths.slice(1).map((to, index) => {
        const from = lengths[index] ?? 0
        return row(`… trips of ${from} to ${to} km`, between(from, to, local))
      }),
      row(
        'at most 2 km new',
        closed.filter(({ newMeters }) => newMeters <= 2 * LOCAL_METERS),
      ),
      row(
        'at most 5 km new',
        closed.filter(({ newMeters }) => newMeters <= 5 * LOCAL_METERS),
      ),
      row('any', closed),
      ...lineFormats.map((format) =>
        row(
          `… ${format}`,
          closed.filter(({ kind }) => kind === format),
        ),
      ),
    ],
    notes: [
      `map: ${map}; ${count} reroutes under ${feeds} feeds, ${faults.length} errors; ${JSON.stringify(kinds)}`,
      `unchanged: at most ${unchanged} bytes (target 300)`,
      `local changes: ${share(local)} % of the full reply (target 10 %)`,
      ...faults.slice(0, MAX_TOLD),
    ],
  }
}
