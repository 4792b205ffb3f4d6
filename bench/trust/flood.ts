import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../../tests/faults/support/calls.ts'
import { type Benchmark, round } from '../bench.ts'
import { type Attack, type AttackCounts, type AttackTarget, listAttacks, makePoints } from './flood-attacks.ts'
import { FloodClient } from './flood-client.ts'
import { findP99, LightLoad, type LightSample } from './light-load.ts'
import { openTrustStore, readResidentMegabytes } from './trust-server.ts'

const ACCOUNT_COUNT = 20
/**
 * Light requests per second. The rate is less than half of the limit, so that a client that catches up with a backlog
 * is not rejected.
 */
const LIGHT_PER_SECOND = 20
/**
 * Default duration of an attack. In a shorter attack, the first few requests decide the p99, because the machine is
 * busy while all connections are opened at once.
 */
const DEFAULT_SECONDS = 30
const MAX_RECOVERY_MS = 15_000
/**
 * Time window in milliseconds. The server has recovered when requests sent during this window are as fast as before.
 */
const RECOVERED_MS = 500
/** Time in milliseconds in which the server warms up in the background after its start. */
const WARM_UP_MS = 10_000
const PAID_TOURS = 20
const PAID_TOUR = { stops: makePoints(50), vehicles: 3, budget_ms: 500 }
/** Maximum quiet time before and after each flood, in seconds. */
const MAX_QUIET_SECONDS = 10

interface AttackResult {
  readonly name: string
  readonly quietP99Ms: number
  readonly floodP99Ms: number
  /**
   * Delay of the client that sends the light requests, in milliseconds. The client is late when both cores are busy.
   */
  readonly clientLateMs: number
  readonly lightStatuses: string
  /** Send times and durations of the slowest light requests. */
  readonly slowest: string
  readonly counts: AttackCounts
  readonly maxMegabytes: number
  /** Recovery time in milliseconds. Undefined if the server did not recover in time. */
  readonly recoveryMs: number | undefined
}

/** Floods one heavy operation after another from twenty accounts, while a paying account sends light requests. */
export const flood: Benchmark = {
  async run({ tiny, numbers: [seconds = DEFAULT_SECONDS, first = 1, last = Number.POSITIVE_INFINITY], progress }) {
    const store = await openTrustStore('embedded', { hasSeas: !tiny })
    const server = await store.startServer({ FAIRWAY_WARM_UP: 'true' })
    const [lightKey = ''] = await store.issueKeys(1, 'pro')
    const accounts = tiny ? 2 : ACCOUNT_COUNT
    const keys = { trial: await store.issueKeys(accounts, 'trial'), pro: await store.issueKeys(accounts, 'pro') }
    const light = new LightLoad({ url: server.url, key: lightKey, perSecond: LIGHT_PER_SECOND })
    const client = new FloodClient()
    const measured = { light, client, pid: server.process.pid, seconds: tiny ? 1 : seconds }
    try {
      const isRealTime = await light.ready()
      await sleep(tiny ? 500 : WARM_UP_MS)
      const results: AttackResult[] = []
      for (const attack of listAttacks().slice(first - 1, last)) {
        progress(attack.name)
        results.push(
          await measure(
            attack,
            () => client.begin(attack.name, { url: server.url, keys: keys[attack.plan] }),
            measured,
          ),
        )
      }
      const tours = await measurePaidTours(client, { url: server.url, keys: keys.trial }, lightKey, tiny)
      return summarize(results, tours, isRealTime)
    } finally {
      client.close()
      await light.stop()
      await server.stop()
      await store.dispose()
    }
  },
}

interface Measured {
  readonly light: LightLoad
  readonly client: FloodClient
  readonly pid: number | undefined
  readonly seconds: number
}

/**
 * Measures a quiet period, the flood, the recovery and another quiet period. The quiet periods show whether other
 * programs used the machine.
 */
async function measure(attack: Attack, begin: () => void, measured: Measured): Promise<AttackResult> {
  const { light, client, pid, seconds } = measured
  const quietSeconds = Math.min(MAX_QUIET_SECONDS, seconds)
  const quietFrom = Date.now()
  await sleep(1000 * quietSeconds)
  const floodFrom = Date.now()
  begin()
  let maxMegabytes = 0
  while (Date.now() < floodFrom + 1000 * seconds) {
    await sleep(100)
    maxMegabytes = Math.max(maxMegabytes, readResidentMegabytes(pid))
  }
  const endedAt = Date.now()
  const counts = await client.end()
  const before = light.between(quietFrom, floodFrom)
  const recoveryMs = await findRecovery(light, endedAt, 2 * findP99(before))
  const quietAgainFrom = Date.now()
  await sleep(1000 * quietSeconds)
  const quiet = [...before, ...light.between(quietAgainFrom, Date.now())]
  // The server may answer requests from the flood long after the flood has ended.
  const during = light.between(floodFrom, endedAt)
  return {
    name: attack.name,
    quietP99Ms: findP99(quiet),
    floodP99Ms: findP99(during),
    clientLateMs: findP99(during, 'lateMs'),
    lightStatuses: countStatuses(during),
    slowest: describeSlowest(during, floodFrom),
    counts,
    maxMegabytes,
    recoveryMs,
  }
}

interface PaidTours {
  readonly quietMs: number
  readonly floodMs: number
}

/**
 * Measures how long a paying account waits for tours, alone and while trial accounts flood the server with tours.
 * Returns the 95th percentiles.
 */
async function measurePaidTours(
  client: FloodClient,
  target: AttackTarget,
  paidKey: string,
  tiny: boolean,
): Promise<PaidTours> {
  const measureP95 = async () => {
    const times: number[] = []
    for (let count = 0; count < (tiny ? 2 : PAID_TOURS); count++) times.push(await timePaidTour(target.url, paidKey))
    return times.sort((a, b) => a - b)[Math.floor(0.95 * times.length)] ?? 0
  }
  const quietMs = await measureP95()
  client.begin('optimize', target)
  await sleep(tiny ? 100 : 2000)
  const floodMs = await measureP95()
  await client.end()
  return { quietMs, floodMs }
}

async function timePaidTour(url: string, key: string): Promise<number> {
  const startedAt = performance.now()
  const { status, text } = await call(url, '/v1/optimize', { key, body: PAID_TOUR })
  if (status !== 200) throw new Error(`the tour of the paying account was not answered: ${status} ${text}`)
  return performance.now() - startedAt
}

/** Returns the time until all requests sent within half a second succeed and take at most `maxMs`. */
async function findRecovery(light: LightLoad, endedAt: number, maxMs: number): Promise<number | undefined> {
  const expected = (LIGHT_PER_SECOND * RECOVERED_MS) / 2000
  for (let from = endedAt; from < endedAt + MAX_RECOVERY_MS; from += 100) {
    await sleep(Math.max(0, from + 2 * RECOVERED_MS - Date.now()))
    const samples = light.between(from, from + RECOVERED_MS)
    if (samples.length >= expected && samples.every(({ ms, status }) => status === 200 && ms <= maxMs))
      return from - endedAt
  }
  return undefined
}

function describeSlowest(samples: readonly LightSample[], floodFrom: number): string {
  const slowest = samples.toSorted((a, b) => b.ms - a.ms).slice(0, 6)
  return slowest.map(({ atMs, ms }) => `${round(ms, 0)} ms at ${round((atMs - floodFrom) / 1000, 1)} s`).join(', ')
}

function countStatuses(samples: readonly LightSample[]): string {
  return formatCounts(
    Map.groupBy(samples, ({ status }) => status)
      .entries()
      .map(([status, list]) => [status, list.length]),
  )
}

function formatCounts(counts: Iterable<readonly [number, number]>): string {
  const sorted = [...counts].sort(([a], [b]) => a - b)
  return sorted.map(([status, count]) => `${count} × ${status === 0 ? 'no reply' : status}`).join(', ') || '–'
}

function summarize(results: readonly AttackResult[], { quietMs, floodMs }: PaidTours, isRealTime: boolean) {
  const ratioOf = ({ quietP99Ms, floodP99Ms }: AttackResult) => floodP99Ms / Math.max(quietP99Ms, 0.1)
  const paidTourRatio = round(floodMs / quietMs)
  const figures: Record<string, number> = {
    'paidTour.quietP95Ms': round(quietMs),
    'paidTour.floodP95Ms': round(floodMs),
    'paidTour.ratio': paidTourRatio,
  }
  for (const result of results) {
    const name = result.name.replaceAll(' ', '-')
    figures[`${name}.quietP99Ms`] = round(result.quietP99Ms)
    figures[`${name}.floodP99Ms`] = round(result.floodP99Ms)
    figures[`${name}.clientLateMs`] = round(result.clientLateMs)
    figures[`${name}.ratio`] = round(ratioOf(result))
    figures[`${name}.withoutRetryAfter`] = result.counts.withoutRetryAfter
    figures[`${name}.maxMegabytes`] = round(result.maxMegabytes, 0)
    figures[`${name}.recoveryMs`] = result.recoveryMs ?? -1
  }
  const head = [
    'flood',
    'quiet p99, ms',
    'p99, ms',
    'ratio',
    'client late, ms',
    'memory, MB',
    'recovery, ms',
    'no Retry-After',
    'statuses',
  ]
  const rows = results.map((result) => [
    result.name,
    String(round(result.quietP99Ms)),
    String(round(result.floodP99Ms)),
    String(round(ratioOf(result))),
    String(round(result.clientLateMs)),
    String(round(result.maxMegabytes, 0)),
    result.recoveryMs === undefined ? `over ${MAX_RECOVERY_MS}` : String(result.recoveryMs),
    String(result.counts.withoutRetryAfter),
    formatCounts(result.counts.statuses),
  ])
  const notes = [
    'Targets: ratio at most 3, every 429 and 503 with Retry-After, memory below 2,000 MB, recovery within 5,000 ms.',
    `Tours of a paying account while trial accounts flood optimize: p95 ${round(quietMs)} ms alone, ${round(floodMs)} ms during the flood, ratio ${paidTourRatio} (target 2).`,
    isRealTime
      ? 'The client of the light requests has real-time priority. It sent 1 % of them at least this late during the flood.'
      : 'The client of the light requests also waits for a core: it sent 1 % of them at least this late during the flood.',
    ...results.map(
      ({ name, lightStatuses, slowest }) => `Light requests during ${name}: ${lightStatuses}; slowest ${slowest}`,
    ),
  ]
  return { figures, table: [head, ...rows], notes }
}
