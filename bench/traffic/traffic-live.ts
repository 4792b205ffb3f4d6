import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@fairway/geo'
import type { RoadNetwork } from '@fairway/road'
import { type BenchOptions, median } from '../bench.ts'
import { ChildServer } from '../http/child-server.ts'
import { type PacedReport, sendPacedApart } from '../http/paced-load.ts'
import type { BenchMap } from '../road/porto.ts'
import { feedOf } from './traffic-snapshots.ts'

const server = new URL('../road/route-server.ts', import.meta.url)
/**
 * Requests per second, about a third of the capacity of one thread. At a higher rate, queueing would hide the measured
 * effect.
 */
const PER_SECOND = 700
const UPDATE_EVERY_MS = 500
const CHANGED_STREETS = 100

export interface LiveFigures {
  /** Delay between a change of the file and the first route that uses it, in milliseconds. */
  readonly knownMs: readonly number[]
  /** Delay for a feed that contains a speed for every road, in milliseconds. */
  readonly knownAllMs: readonly number[]
  readonly quiet: readonly PacedReport[]
  readonly updated: readonly PacedReport[]
  readonly updates: number
}

/** Measures a real server with a file feed that is replaced repeatedly. */
export async function measureLive(map: BenchMap, network: RoadNetwork, options: BenchOptions): Promise<LiveFigures> {
  const feed = new FeedFile(join(map.dataDir, 'bench-feed.csv'), network)
  await feed.replace()
  const child = await ChildServer.start(server, ['serve', '--port', '0', '--threads', '1'], {
    FAIRWAY_DATA_DIR: map.dataDir,
    FAIRWAY_LOG_LEVEL: 'warn',
    FAIRWAY_TRAFFIC_FEEDS: feed.path,
    FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
    FAIRWAY_ANONYMOUS_BURST: '10000000',
    FAIRWAY_SHED_DELAY_MS: '0',
  })
  const url = `http://127.0.0.1:${child.port}/v1/route`
  const bodies = map.pairs.map(([from, to]) => JSON.stringify({ from, to, alternatives: 0, geometry: 'polyline' }))
  try {
    const knownMs: number[] = []
    for (let index = 0; index < (options.tiny ? 2 : 20); index++) {
      options.progress(`a changed feed, ${index + 1}`)
      knownMs.push(await measureKnown(url, bodies[0] ?? '', feed))
    }
    const knownAllMs: number[] = []
    const all = Uint32Array.from({ length: network.arcs.count }, (_, arc) => arc)
    for (let index = 0; index < (options.tiny ? 1 : 7); index++) {
      options.progress(`a changed feed of all roads, ${index + 1}`)
      knownAllMs.push(await measureKnown(url, bodies[0] ?? '', feed, all))
    }
    await feed.replace()
    await sleep(options.tiny ? 10 : 2000)
    return { knownMs, knownAllMs, ...(await measureUnderLoad(url, bodies, feed, options)) }
  } finally {
    await child.stop()
  }
}

async function measureKnown(url: string, body: string, feed: FeedFile, streets?: Uint32Array): Promise<number> {
  const before = await snapshotAt(url, body)
  // The pause is random, so that the file does not always change at the same moment between two checks.
  await sleep(300 + 400 * Math.random())
  const put = await feed.prepare(streets)
  await put()
  const written = performance.now()
  while ((await snapshotAt(url, body)) === before) await sleep(5)
  return performance.now() - written
}

async function snapshotAt(url: string, body: string): Promise<string> {
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await reply.json()) as { traffic: { snapshot_at: string } }).traffic.snapshot_at
}

/** Measures quiet and busy periods in alternation, so that other activity on the machine affects both. */
async function measureUnderLoad(url: string, bodies: readonly string[], feed: FeedFile, options: BenchOptions) {
  const rounds = options.tiny ? 1 : 6
  const load = {
    url,
    bodies,
    perSecond: options.tiny ? 50 : PER_SECOND,
    seconds: options.tiny ? 1 : 8,
    warmSeconds: options.tiny ? 0 : 2,
  }
  const quiet: PacedReport[] = []
  const updated: PacedReport[] = []
  let updates = 0
  await sendPacedApart({ ...load, seconds: options.tiny ? 1 : 5 })
  for (let round = 0; round < rounds; round++) {
    options.progress(`load, round ${round + 1} of ${rounds}`)
    quiet.push(await sendPacedApart(load))
    const timer = setInterval(() => {
      updates++
      void feed.replace()
    }, UPDATE_EVERY_MS)
    updated.push(await sendPacedApart(load))
    clearInterval(timer)
    await sleep(options.tiny ? 10 : 1000)
  }
  return { quiet, updated, updates }
}

export function middle(reports: readonly PacedReport[], of: 'p50Ms' | 'p99Ms' | 'mostMs'): number {
  return median(reports.map((report) => report[of]))
}

/** Feed with segment speeds for some streets. The speeds are different each time. */
export class FeedFile {
  readonly path: string
  private readonly network: RoadNetwork
  private readonly random = seededRandom(23)

  constructor(path: string, network: RoadNetwork) {
    this.path = path
    this.network = network
  }

  async replace(): Promise<void> {
    await (await this.prepare())()
  }

  /** Writes a temporary file and returns a function that moves it into place. */
  async prepare(streets = this.someStreets()): Promise<() => Promise<void>> {
    const { network, random, path } = this
    const speeds = feedOf(network, streets, 1 + random()).content?.speeds
    if (!speeds) throw new Error('a feed without speeds')
    const lines = Array.from(speeds.kmh, (kmh, i) => `${speeds.fromNode[i]},${speeds.toNode[i]},${kmh.toFixed(2)}`)
    await writeFile(`${path}.new`, `${lines.join('\n')}\n`)
    return () => rename(`${path}.new`, path)
  }

  private someStreets(): Uint32Array {
    const { network, random } = this
    return Uint32Array.from({ length: CHANGED_STREETS }, () => Math.floor(random() * network.arcs.count))
  }
}
