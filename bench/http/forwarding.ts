import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tests/support/servers/free-port.ts'
import { findRedis, startRedis } from '../../tests/support/servers/redis.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { ChildServer } from './child-server.ts'
import { sendLoad } from './load.ts'

const routeServer = new URL('../road/route-server.ts', import.meta.url)
/** A route across Monaco, with line and steps. */
const body = JSON.stringify({ from: [43.7314, 7.4197], to: [43.7403, 7.4283] })

/**
 * Measures what a route costs if the node that receives it has no map. Two nodes with one thread each form a cluster,
 * and the same route is requested from both in alternating rounds.
 */
export const forwarding: Benchmark = {
  async run(options) {
    if (findRedis() === undefined) throw new Error('Redis is not installed: apt-get install redis-server')
    const folder = await mkdtemp(join(tmpdir(), 'fairway-bench-'))
    const redis = await startRedis()
    try {
      return await compare(folder, redis.url, options)
    } finally {
      await redis.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function compare(folder: string, redisUrl: string, { tiny, progress }: BenchOptions): Promise<BenchResult> {
  const requests = tiny ? 100 : 5000
  const rounds = tiny ? 1 : 7
  const startNode = async (regions: string) => {
    const port = await freePort()
    return await ChildServer.start(routeServer, ['serve', '--port', String(port), '--threads', '1'], {
      FAIRWAY_DATA_DIR: join(folder, regions),
      FAIRWAY_REGIONS: regions,
      FAIRWAY_NODE_URL: `http://127.0.0.1:${port}`,
      REDIS_URL: redisUrl,
      FAIRWAY_LOG_LEVEL: 'warn',
      FAIRWAY_SHED_DELAY_MS: '0',
      FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
      FAIRWAY_ANONYMOUS_BURST: '1000000',
    })
  }
  const owner = await startNode('monaco')
  const entry = await startNode('none')
  try {
    const micros = { local: [] as number[], forwarded: [] as number[], entry: [] as number[] }
    const ratios: number[] = []
    for (const server of [owner, entry]) await load(server, Math.ceil(requests / 2))
    for (let index = 0; index < rounds; index++) {
      progress(`round ${index + 1} of ${rounds}`)
      const [local] = await measure([owner], () => load(owner, requests))
      const [onOwner = 0, onEntry = 0] = await measure([owner, entry], () => load(entry, requests))
      const perRoute = (seconds: number) => (seconds / requests) * 1e6
      micros.local.push(perRoute(local ?? 0))
      micros.forwarded.push(perRoute(onOwner + onEntry))
      micros.entry.push(perRoute(onEntry))
      ratios.push((onOwner + onEntry) / (local ?? 1))
    }
    return toResult(requests, micros, ratios)
  } finally {
    await Promise.all([owner.stop(), entry.stop()])
  }
}

async function load(server: ChildServer, requests: number): Promise<void> {
  const url = `http://127.0.0.1:${server.port}/v1/route`
  const { statuses } = await sendLoad({ url, requests, connections: 16, body })
  if (statuses.get(200) !== requests) throw new Error(`replies by status: ${JSON.stringify([...statuses])}`)
}

/** Returns the CPU time of each server during the work, in seconds. */
async function measure(servers: readonly ChildServer[], work: () => Promise<void>): Promise<number[]> {
  const read = () => Promise.all(servers.map((server) => server.cpuSeconds()))
  const before = await read()
  await work()
  return (await read()).map((seconds, index) => seconds - (before[index] ?? 0))
}

function toResult(
  requests: number,
  micros: Readonly<Record<'local' | 'forwarded' | 'entry', readonly number[]>>,
  ratios: readonly number[],
): BenchResult {
  const [local, forwarded, entry] = [micros.local, micros.forwarded, micros.entry].map((one) => round(median(one), 1))
  const ratio = round(median(ratios), 2)
  return {
    figures: {
      requests,
      localCpuMicros: local ?? 0,
      forwardedCpuMicros: forwarded ?? 0,
      entryCpuMicros: entry ?? 0,
      ratio,
      ratioLow: round(Math.min(...ratios), 2),
      ratioHigh: round(Math.max(...ratios), 2),
    },
    table: [
      ['', 'CPU per route', 'ratio'],
      ['answered by the node with the map', `${local} µs`, '1'],
      ['forwarded, both nodes', `${forwarded} µs`, String(ratio)],
      ['… of which the node without the map', `${entry} µs`, ''],
    ],
    notes: [`ratios of the ${ratios.length} rounds: ${ratios.map((one) => round(one, 2)).join(', ')}`],
  }
}
