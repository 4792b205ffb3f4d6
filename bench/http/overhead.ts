import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountService } from '../../apps/server/features/accounts/service.ts'
import { AccountStore } from '../../apps/server/features/accounts/store.ts'
import { systemClock } from '../../apps/server/platform/clock.ts'
import { defaultPlans } from '../../apps/server/platform/config/plans.ts'
import { openMigratedDatabase } from '../../apps/server/platform/storage/database.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { ChildServer } from './child-server.ts'
import { type LoadReport, sendLoad } from './load.ts'

const plainServer = new URL('./plain-server.ts', import.meta.url)
const probeServer = new URL('../../tests/support/servers/probe-server.ts', import.meta.url)

/**
 * Measures the cost of keys, limits and metering. Plain Fastify and the service provide the same endpoint and are
 * measured in alternating rounds.
 */
export const overhead: Benchmark = {
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'fairway-bench-'))
    try {
      return await compare(folder, options)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function compare(folder: string, { tiny, progress }: BenchOptions): Promise<BenchResult> {
  const requests = tiny ? 300 : 20_000
  const rounds = tiny ? 1 : 5
  const connections = tiny ? 8 : 64
  const quota = Math.floor(requests * 0.75)
  const { measured, limited } = await prepare(folder, quota)
  const env = {
    FAIRWAY_DATA_DIR: folder,
    FAIRWAY_CONFIG: join(folder, 'config.json'),
    FAIRWAY_LOG_LEVEL: 'info',
    FAIRWAY_EMBEDDED_REGION: 'false',
  }
  const plain = await ChildServer.start(plainServer, [])
  const fairway = await ChildServer.start(probeServer, ['serve', '--port', '0', '--threads', '1'], env)
  const threaded = await ChildServer.start(probeServer, ['serve', '--port', '0', '--threads', '2'], env)
  const load = (server: ChildServer, count: number, key: string) =>
    sendLoad({
      url: `http://127.0.0.1:${server.port}/v1/probe`,
      requests: count,
      connections,
      headers: { 'x-api-key': key },
      body: '{"routes":1}',
    })
  try {
    const warmUp = Math.ceil(requests / 4)
    await load(plain, warmUp, measured)
    await load(fairway, warmUp, measured)
    const micros: { plain: number[]; fairway: number[] } = { plain: [], fairway: [] }
    const ratios: number[] = []
    let last: LoadReport | undefined
    for (let index = 0; index < rounds; index++) {
      progress(`round ${index + 1} of ${rounds}`)
      const base = await cpuPerRequest(plain, requests, () => load(plain, requests, measured))
      const ours = await cpuPerRequest(fairway, requests, async () => {
        last = await load(fairway, requests, measured)
      })
      micros.plain.push(base)
      micros.fairway.push(ours)
      ratios.push(ours / base)
    }
    const counted = await usedRoutes(fairway, measured)
    const sent = warmUp + rounds * requests
    progress('quota of three quarters, two threads')
    const cut = await load(threaded, requests, limited)
    const passed = cut.statuses.get(200) ?? 0
    const cutCounted = await usedRoutes(threaded, limited)
    const ratio = median(ratios)
    return {
      figures: {
        requests,
        connections,
        plainCpuMicros: round(median(micros.plain), 1),
        fairwayCpuMicros: round(median(micros.fairway), 1),
        ratio: round(ratio, 3),
        ratioLow: round(Math.min(...ratios), 3),
        ratioHigh: round(Math.max(...ratios), 3),
        perSecond: Math.round(requests / (last?.seconds ?? 1)),
        p99Ms: round(last?.p99Ms ?? 0),
        sent,
        counted,
        wrongCounts: Math.abs(counted - sent) + Math.abs(passed - quota) + Math.abs(cutCounted - quota),
      },
      table: [
        ['', 'CPU per request', 'ratio'],
        ['fastify alone', `${round(median(micros.plain), 1)} µs`, '1'],
        ['with key, rate limit, quota, usage, log', `${round(median(micros.fairway), 1)} µs`, String(round(ratio, 2))],
        ['', '', ''],
        ['', 'expected', 'counted'],
        [`${connections} connections, one thread`, String(sent), String(counted)],
        ['quota of three quarters, two threads: passed', String(quota), String(passed)],
        ['… and counted', String(quota), String(cutCounted)],
      ],
      notes: [`ratios of the ${rounds} rounds: ${ratios.map((one) => round(one, 2)).join(', ')} (target: at most 1.5)`],
    }
  } finally {
    await Promise.all([plain.stop(), fairway.stop(), threaded.stop()])
  }
}

/** Creates two accounts: one without effective limits, and one whose quota runs out during the benchmark. */
async function prepare(folder: string, quota: number): Promise<{ measured: string; limited: string }> {
  const fast = { per_second: 1_000_000, burst: 1_000_000 }
  const plans = { pro: { ...fast, routes_per_month: 1e9 }, starter: { ...fast, routes_per_month: quota } }
  await writeFile(join(folder, 'config.json'), JSON.stringify({ plans }))
  const database = await openMigratedDatabase({ dataDir: folder })
  const store = new AccountStore(database.db)
  const service = new AccountService({ store, plans: defaultPlans(7), clock: systemClock })
  const issue = async (plan: 'pro' | 'starter') => {
    const issued = await service.issueByOperator({ email: `${plan}@example.com`, plan })
    if (!issued.ok) throw new Error(issued.failure.kind)
    return issued.value.issued.apiKey
  }
  const keys = { measured: await issue('pro'), limited: await issue('starter') }
  await database.close()
  return keys
}

async function cpuPerRequest(server: ChildServer, requests: number, work: () => Promise<unknown>): Promise<number> {
  const before = await server.cpuSeconds()
  await work()
  return (((await server.cpuSeconds()) - before) / requests) * 1e6
}

async function usedRoutes(server: ChildServer, key: string): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${server.port}/v1/account/usage`, { headers: { 'x-api-key': key } })
  const { quota, usage } = (await reply.json()) as {
    quota: { used: number }
    usage: { by_operation: { operation: string; routes: number }[] }
  }
  const written = usage.by_operation.find((one) => one.operation === 'probe')?.routes ?? 0
  if (written !== quota.used) throw new Error(`the quota counts ${quota.used}, the stored usage ${written}`)
  return quota.used
}
