import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@fairway/geo'
import { call } from '../../tests/faults/support/calls.ts'
import { publishEmbedded } from '../../tests/support/maps/maps.ts'
import { type Benchmark, median, round } from '../bench.ts'
import { SoakLoad } from './soak-load.ts'
import { openTrustStore, readResidentMegabytes } from './trust-server.ts'

const KEY_COUNT = 60
const STREAM_COUNT = 20
const LOAD_SHARE = 0.7
const SNAPSHOT_EVERY_MS = 10_000
const MAP_UPDATE_EVERY_MS = 60_000
/** Maximum fraction of invalid requests. Some of the random points are too far from a road. */
const MAX_INVALID_SHARE = 0.05
/** Fraction of the run in which caches and pools fill up. Memory must be stable after that. */
const WARM_UP_SHARE = 1 / 3

interface MemorySample {
  readonly minute: number
  readonly megabytes: number
}

/** Runs a server at 70 % of its maximum load with the typical changes of a day, and monitors its memory. */
export const soak: Benchmark = {
  async run({ tiny, numbers: [minutes = 30], progress }) {
    const store = await openTrustStore('embedded')
    const feed = join(store.settings.dataDir, 'soak-incidents.json')
    await replaceIncidents(feed, 0)
    const server = await store.startServer({ FAIRWAY_TRAFFIC_FEEDS: feed })
    const keys = await store.issueKeys(tiny ? 2 : KEY_COUNT, 'military')
    const assets = await Promise.all(keys.map((key) => registerAsset(server.url, key)))
    const load = new SoakLoad({ url: server.url, keys, assets })
    const controller = new AbortController()
    try {
      const streams = keys.slice(0, STREAM_COUNT).map((key) => readStream(server.url, key, controller.signal))
      await load.measureMaximum(tiny ? 300 : 5000)
      const perSecond = LOAD_SHARE * (await load.measureMaximum(tiny ? 300 : 10_000))
      load.statuses.clear()
      const startedAt = Date.now()
      const endsAt = startedAt + (tiny ? 2000 : 60_000 * minutes)
      const changes = { snapshots: 0, mapUpdates: 0 }
      const samples: MemorySample[] = []
      await Promise.all([
        load.keepPace(perSecond, endsAt),
        repeatUntil(endsAt, SNAPSHOT_EVERY_MS, () => replaceIncidents(feed, ++changes.snapshots)),
        repeatUntil(endsAt, MAP_UPDATE_EVERY_MS, async () => {
          changes.mapUpdates++
          await publishEmbedded(store.settings.dataDir)
        }),
        repeatUntil(endsAt, tiny ? 200 : 5000, async () => {
          const minute = (Date.now() - startedAt) / 60_000
          samples.push({ minute, megabytes: readResidentMegabytes(server.process.pid) })
          if (samples.length % 24 === 0) progress(`${round(minute, 0)} min: ${samples.at(-1)?.megabytes.toFixed(0)} MB`)
        }),
      ])
      controller.abort()
      const events = (await Promise.all(streams)).reduce((sum, count) => sum + count, 0)
      const { statuses, omittedCount } = load
      assertLoad(statuses)
      return summarize({ samples, perSecond, statuses, omittedCount, ...changes, events })
    } finally {
      controller.abort()
      load.close()
      await server.stop()
      await store.dispose()
    }
  },
}

async function registerAsset(url: string, key: string): Promise<string> {
  const { status, text } = await call(url, '/v1/assets', { key, body: { name: 'soak', kind: 'vehicle' } })
  const id = /"id":"([^"]+)"/.exec(text)?.[1]
  if (id === undefined) throw new Error(`no asset: ${status} ${text}`)
  return id
}

/** Reads a stream and returns the number of events. */
async function readStream(url: string, key: string, signal: AbortSignal): Promise<number> {
  let events = 0
  const headers = { 'x-api-key': key, 'x-service-live-channel': 'web' }
  try {
    const { body } = await fetch(`${url}/v1/assets/stream`, { headers, signal })
    for await (const chunk of body ?? []) events += Buffer.from(chunk).toString().split('\ndata:').length - 1
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return events
}

async function repeatUntil(endsAt: number, everyMs: number, act: () => Promise<void>): Promise<void> {
  for (let nextAt = Date.now(); nextAt < endsAt; nextAt += everyMs) {
    await sleep(Math.max(0, nextAt - Date.now()))
    await act()
  }
}

/** Checks that nearly all requests of the load were valid, because rejecting a request is cheap. */
function assertLoad(statuses: ReadonlyMap<number, number>): void {
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const invalid = [...statuses].reduce((sum, [status, count]) => sum + (status >= 400 && status < 429 ? count : 0), 0)
  if (invalid > MAX_INVALID_SHARE * total) throw new Error(`${invalid} of ${total} requests of the load were invalid`)
}

/** Writes different incidents every time, so that every file is a new traffic snapshot. */
async function replaceIncidents(path: string, version: number): Promise<void> {
  const random = seededRandom(version)
  const incidents = Array.from({ length: 50 }, (_, index) => ({
    id: `incident-${version}-${index}`,
    kind: index % 10 === 0 ? 'closure' : 'congestion',
    at: [-34.9 + 0.05 * random(), -56.2 + 0.1 * random()],
    ...(index % 10 !== 0 && { delay_min: 5 * random() }),
  }))
  await writeFile(`${path}.new`, JSON.stringify({ incidents }))
  await rename(`${path}.new`, path)
}

interface SoakResult {
  readonly samples: readonly MemorySample[]
  readonly perSecond: number
  readonly statuses: ReadonlyMap<number, number>
  readonly omittedCount: number
  readonly snapshots: number
  readonly mapUpdates: number
  readonly events: number
}

function summarize({ samples, perSecond, statuses, omittedCount, snapshots, mapUpdates, events }: SoakResult) {
  const level = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
  const tenth = Math.max(1, Math.floor(level.length / 10))
  const middleOf = (part: readonly MemorySample[]) => median(part.map(({ megabytes }) => megabytes))
  const [first, last] = [middleOf(level.slice(0, tenth)), middleOf(level.slice(-tenth))]
  const figures = {
    minutes: round(samples.at(-1)?.minute ?? 0, 1),
    requestsPerSecond: round(perSecond, 0),
    omittedRequests: omittedCount,
    startMegabytes: round(samples[0]?.megabytes ?? 0, 0),
    levelFirstMegabytes: round(first, 0),
    levelLastMegabytes: round(last, 0),
    levelMaxMegabytes: round(Math.max(...level.map(({ megabytes }) => megabytes)), 0),
    slopeMegabytesPerHour: round(60 * findSlope(level), 1),
    growthPercent: round((100 * (last - first)) / first, 1),
    snapshots,
    mapUpdates,
    streamEvents: events,
    ...Object.fromEntries([...statuses].map(([status, count]) => [`status${status}`, count])),
  }
  const perMinute = Map.groupBy(samples, ({ minute }) => Math.floor(minute))
  const table = [
    ['minute', 'resident memory, MB (median)'],
    ...[...perMinute].map(([minute, part]) => [String(minute), String(round(middleOf(part), 0))]),
  ]
  const notes = Object.entries(figures).map(([name, value]) => `${name}: ${value}`)
  return { figures, table, notes }
}

/** Returns the slope of a least-squares fit, in MB per minute. */
function findSlope(samples: readonly MemorySample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanMinute = mean(samples.map(({ minute }) => minute))
  const meanMegabytes = mean(samples.map(({ megabytes }) => megabytes))
  let [covariance, variance] = [0, 0]
  for (const { minute, megabytes } of samples) {
    covariance += (minute - meanMinute) * (megabytes - meanMegabytes)
    variance += (minute - meanMinute) ** 2
  }
  return variance === 0 ? 0 : covariance / variance
}
