import { Agent } from 'node:http'
import { type Benchmark, round } from '../bench.ts'
import type { ChildServer } from '../http/child-server.ts'
import { addGeofences, startFleet } from './moving-fleet.ts'
import { addAssets } from './tracking-fleet.ts'
import { send, type TrackingRequest } from './tracking-load.ts'
import { openTrackingStore, type TrackingStore } from './tracking-stores.ts'

const ASSET_COUNT = 10_000
const MEASURED_SECONDS = 30
const GEOFENCE_COUNT = 100
/** Number of assets whose positions a gateway collects and sends together. */
const BATCH_SIZE = 100
/** Share of assets that send their positions themselves. */
const SINGLE_SHARE = 0.05
/** Maximum number of pushes without a reply. A server that is too slow ends the benchmark instead of prolonging it. */
const MAX_WAITING = 20_000
/** Number of seconds at the start that are not measured, because a new server has not compiled its code. */
const WARM_SECONDS = 10

/** Measures a fleet in which every asset reports one position per second, regardless of how fast the server replies. */
export const fleetRate: Benchmark = {
  async run({ tiny, numbers, progress }) {
    const [seconds = tiny ? 1 : MEASURED_SECONDS, assets = tiny ? 200 : ASSET_COUNT, threads = 1] = numbers
    const store = await openTrackingStore('embedded')
    try {
      const server = await store.startServer(threads)
      try {
        const ids = await Promise.all([
          addAssets(store, Math.floor(assets / 2), true),
          addAssets(store, Math.ceil(assets / 2), false),
        ])
        await addGeofences(server.port, store.key, GEOFENCE_COUNT)
        const fleet = startFleet(...ids)
        progress(`${assets} assets, ${tiny ? 0 : WARM_SECONDS} s to warm up and ${seconds} s measured`)
        return await measure({ server, store, fleet, seconds, warmSeconds: tiny ? 0 : WARM_SECONDS })
      } finally {
        await server.stop()
      }
    } finally {
      await store.dispose()
    }
  },
}

interface FleetRun {
  readonly server: ChildServer
  readonly store: TrackingStore
  readonly fleet: ReturnType<typeof startFleet>
  readonly seconds: number
  readonly warmSeconds: number
}

interface Push {
  readonly atMs: number
  readonly kind: 'batch' | 'single'
  readonly body: () => TrackingRequest
}

async function measure(run: FleetRun) {
  const { server, store, fleet, seconds, warmSeconds } = run
  const pushes = planSecond(fleet)
  const warm = await sendFleet(run, pushes, warmSeconds)
  const cpuBefore = await server.cpuSeconds()
  const report = await sendFleet(run, pushes, seconds)
  const cpuSeconds = (await server.cpuSeconds()) - cpuBefore
  const sent = fleet.size * seconds
  const storedCount = await countPositions(store)
  const acknowledgedCount = warm.accepted + report.accepted
  if (storedCount !== acknowledgedCount)
    throw new Error(`${acknowledgedCount} positions were acknowledged, ${storedCount} are stored`)
  if (report.accepted !== sent) throw new Error(`${sent} positions were sent, ${report.accepted} were accepted`)
  const events = await store.database.db
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const figures = {
    assets: fleet.size,
    geofences: GEOFENCE_COUNT,
    seconds,
    positionsPerSecond: Math.round(sent / report.seconds),
    batchP50Ms: round(percentile(report.times.batch, 0.5)),
    batchP99Ms: round(percentile(report.times.batch, 0.99)),
    singleP50Ms: round(percentile(report.times.single, 0.5)),
    singleP99Ms: round(percentile(report.times.single, 0.99)),
    cpuMicrosPerPosition: Math.round((cpuSeconds / sent) * 1e6),
    cores: round(cpuSeconds / report.seconds),
    events: Number(events.count),
  }
  return {
    figures,
    table: [
      ['assets, each with one position per second', figures.assets.toLocaleString('en')],
      ['positions per second', figures.positionsPerSecond.toLocaleString('en')],
      [`a push of ${BATCH_SIZE} assets, p50 / p99, ms`, `${figures.batchP50Ms} / ${figures.batchP99Ms}`],
      ['a push of one asset, p50 / p99, ms', `${figures.singleP50Ms} / ${figures.singleP99Ms}`],
      ['server CPU time per position, µs', String(figures.cpuMicrosPerPosition)],
      ['cores that the server used', String(figures.cores)],
      ['events of geofences', figures.events.toLocaleString('en')],
    ],
    notes: [
      'Latency counts from the scheduled time of a push. The load comes from the same machine. Target: p99 below 100 ms.',
    ],
  }
}

/** Spreads the pushes evenly over one second, because the clocks of different devices are not synchronized. */
function planSecond(fleet: FleetRun['fleet']): Push[] {
  const singles = Math.round(fleet.size * SINGLE_SHARE)
  const batches = Math.ceil((fleet.size - singles) / BATCH_SIZE)
  const pushes: Push[] = []
  for (let at = 0; at < singles; at++) {
    pushes.push({ atMs: (at / singles) * 1000, kind: 'single', body: () => fleet.pushOne(at) })
  }
  for (let at = 0; at < batches; at++) {
    const first = singles + at * BATCH_SIZE
    const last = Math.min(fleet.size, first + BATCH_SIZE)
    pushes.push({ atMs: (at / batches) * 1000, kind: 'batch', body: () => fleet.pushMany(first, last) })
  }
  return pushes.sort((a, b) => a.atMs - b.atMs)
}

/** Sends every push at its time in each second, whether or not earlier pushes have been answered. */
async function sendFleet({ server, store, fleet }: FleetRun, pushes: readonly Push[], seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const times: Record<Push['kind'], number[]> = { batch: [], single: [] }
  let accepted = 0
  const waiting = new Set<Promise<void>>()
  const started = performance.now()
  const sendAt = async ({ kind, body }: Push, dueMs: number) => {
    const { status, text } = await send(agent, server.port, store.key, body())
    times[kind].push(performance.now() - dueMs)
    if (status !== 200) throw new Error(`a push was answered with ${status}: ${text}`)
    accepted += (JSON.parse(text) as { accepted: number }).accepted
  }
  try {
    for (let second = 0; second < seconds; second++) {
      fleet.move()
      for (const push of pushes) {
        const dueMs = started + second * 1000 + push.atMs
        if (waiting.size > MAX_WAITING) throw new Error(`${waiting.size} pushes are waiting: the server is too slow`)
        while (performance.now() < dueMs) await new Promise((resolve) => setTimeout(resolve, 1))
        const sent = sendAt(push, dueMs)
        waiting.add(sent)
        sent.then(
          () => waiting.delete(sent),
          () => {},
        )
      }
    }
    await Promise.all(waiting)
  } finally {
    agent.destroy()
  }
  return { times, accepted, seconds: (performance.now() - started) / 1000 }
}

async function countPositions({ database }: TrackingStore): Promise<number> {
  const row = await database.db
    .selectFrom('positions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
