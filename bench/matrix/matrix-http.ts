import { join } from 'node:path'
import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { ChildServer } from '../http/child-server.ts'
import { sendLoad } from '../http/load.ts'
import { type BenchMap, benchMap } from '../road/porto.ts'
import { FeedFile } from '../traffic/traffic-live.ts'
import { matrixPoints, osrmTables } from './matrix-anchors.ts'

const server = new URL('../road/route-server.ts', import.meta.url)
const kinds = [
  { name: 'durations', metrics: ['duration'] },
  { name: 'both', metrics: ['duration', 'distance'] },
] as const

/**
 * Warm-up time in milliseconds, first for all sizes together and then for each size before its measurement. A
 * production server is also warm.
 */
const WARM_UP_MS = 5000
const WARM_AGAIN_MS = 3000
/**
 * Number of traffic changes during warm-up. The first changes deoptimize code that was compiled without traffic, and a
 * production server is past this point.
 */
const WARM_UP_SNAPSHOTS = 12

interface Spent {
  readonly all: number
  readonly answering: number
}

interface Row {
  readonly size: number
  /** Server CPU time per matrix in milliseconds, for all threads and for the request threads only. */
  readonly cpuMs: Readonly<Record<string, Spent>>
}

interface InTraffic {
  /** Results with constant traffic. */
  readonly steady: readonly Row[]
  /** Results of the round right after a new snapshot, including the first matrix. */
  readonly afterSnapshot: readonly Row[]
  /** Size of the matrix whose latency the client measures without concurrent requests. */
  readonly aloneSize: number
  readonly firstMs: number
  readonly nextMs: number
  readonly laterMs: number
}

/**
 * Measures the server cost of a matrix over HTTP compared with OSRM for the same points. The benchmark also measures
 * the first matrix after a traffic change.
 */
export const matrixHttp: Benchmark = {
  async run(options) {
    const map = await benchMap(options.tiny, options.progress)
    const points = matrixPoints(map)
    const child = await startServer(map)
    const rows = await warmUpAll(child, points, options)
      .then(() => measureSizes(child, points, options, 'empty roads'))
      .finally(() => child.stop())
    return report(map.name, rows, await measureInTraffic(map, points, options))
  },
}

/** Starts a server with one thread of each kind and without limits. */
export async function startServer(map: BenchMap, env: Record<string, string> = {}): Promise<ChildServer> {
  return await ChildServer.start(server, ['serve', '--port', '0', '--threads', '1'], {
    FAIRWAY_DATA_DIR: map.dataDir,
    FAIRWAY_LOG_LEVEL: 'warn',
    FAIRWAY_COMPUTE_THREADS: '1',
    FAIRWAY_ANONYMOUS_MATRIX_POINTS: '1000',
    FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
    FAIRWAY_ANONYMOUS_BURST: '10000000',
    FAIRWAY_SHED_DELAY_MS: '0',
    ...env,
  })
}

/** Returns the request body for matrix `k` of the given size, numbered as in ../shared/design/anchors.md. */
function bodyOf(points: readonly (readonly number[])[], k: number, size: number, metrics: readonly string[]): string {
  const taken = Array.from({ length: size }, (_, i) => points[(k * size + i) % points.length])
  return JSON.stringify({ points: taken, metrics })
}

/** Returns a function that sends all matrices of one size once. */
function roundsOf(child: ChildServer, points: readonly (readonly number[])[], tiny: boolean) {
  const url = `http://127.0.0.1:${child.port}/v1/matrix`
  const all = (tiny ? [10, 20] : [10, 50, 100, 500, 1000]).flatMap((size) => kinds.map((kind) => ({ size, ...kind })))
  return all.map(({ size, name, metrics }) => {
    const requests = tiny ? 3 : Math.max(6, Math.floor(4000 / size))
    const body = Array.from({ length: requests }, (_, k) => bodyOf(points, k, size, metrics))
    const seconds = async (): Promise<Spent> => {
      const all = await child.cpuSeconds()
      return { all, answering: child.threadSeconds('http', 'compute') ?? all }
    }
    /** Returns the CPU time per matrix, in milliseconds. */
    const once = async (): Promise<Spent> => {
      const before = await seconds()
      const { statuses } = await sendLoad({ url, requests, connections: 2, body })
      if (statuses.get(200) !== requests) throw new Error(`failed: ${JSON.stringify([...statuses])}`)
      const after = await seconds()
      const perMatrix = 1000 / requests
      return {
        all: (after.all - before.all) * perMatrix,
        answering: (after.answering - before.answering) * perMatrix,
      }
    }
    const warmUp = async (ms: number): Promise<void> => {
      const begun = performance.now()
      do await once()
      while (!tiny && performance.now() - begun < ms)
    }
    return { size, name, once, warmUp }
  })
}

async function measureSizes(
  child: ChildServer,
  points: readonly (readonly number[])[],
  { tiny, progress }: BenchOptions,
  when: string,
  beforeRound?: () => Promise<void>,
): Promise<Row[]> {
  const rows = new Map<number, Record<string, Spent>>()
  for (const { size, name, once, warmUp } of roundsOf(child, points, tiny)) {
    progress(`${size} × ${size}, ${name}, ${when}`)
    await warmUp(WARM_AGAIN_MS)
    const spent: Spent[] = []
    for (let index = 0; index < (tiny ? 1 : 9); index++) {
      await beforeRound?.()
      spent.push(await once())
    }
    const all = median(spent.map((one) => one.all))
    const answering = median(spent.map((one) => one.answering))
    rows.set(size, { ...rows.get(size), [name]: { all, answering } })
  }
  return [...rows].map(([size, cpuMs]) => ({ size, cpuMs }))
}

async function warmUpAll(child: ChildServer, points: readonly (readonly number[])[], options: BenchOptions) {
  for (const { size, name, warmUp } of roundsOf(child, points, options.tiny)) {
    options.progress(`${size} × ${size}, ${name}, warming up`)
    await warmUp(WARM_UP_MS)
  }
}

async function seeSnapshots(
  child: ChildServer,
  points: readonly (readonly number[])[],
  { tiny, progress }: BenchOptions,
  newSnapshot: () => Promise<void>,
): Promise<void> {
  const rounds = roundsOf(child, points, tiny)
  for (let index = 0; index < (tiny ? 1 : WARM_UP_SNAPSHOTS); index++) {
    progress(`waiting for the traffic change, ${index + 1}`)
    for (const { once } of rounds) {
      await newSnapshot()
      await once()
    }
  }
}

/** Changes the speeds of some streets and requests a matrix immediately. */
async function measureInTraffic(
  map: BenchMap,
  points: readonly (readonly number[])[],
  options: BenchOptions,
): Promise<InTraffic> {
  const dataset = await new DatasetStore(map.dataDir).findCurrent(map.name)
  if (!dataset) throw new Error(`${map.name} is not in ${map.dataDir}`)
  const { network } = fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE)))
  const feed = new FeedFile(join(map.dataDir, 'bench-matrix-feed.csv'), network)
  await feed.replace()
  const child = await startServer(map, { FAIRWAY_TRAFFIC_FEEDS: feed.path })
  const url = `http://127.0.0.1:${child.port}/v1/matrix`
  const small = bodyOf(points, 0, 2, ['distance'])
  const newSnapshot = async (): Promise<void> => {
    const before = await snapshotAt(url, small)
    await feed.replace()
    while ((await snapshotAt(url, small)) === before) await new Promise((done) => setTimeout(done, 5))
  }
  try {
    await warmUpAll(child, points, options)
    await seeSnapshots(child, points, options, newSnapshot)
    const steady = await measureSizes(child, points, options, 'in traffic')
    const afterSnapshot = await measureSizes(child, points, options, 'right after a snapshot', newSnapshot)
    return { steady, afterSnapshot, ...(await measureAlone(url, points, options, newSnapshot)) }
  } finally {
    await child.stop()
  }
}

async function measureAlone(
  url: string,
  points: readonly (readonly number[])[],
  { tiny, progress }: BenchOptions,
  newSnapshot: () => Promise<void>,
): Promise<Omit<InTraffic, 'steady' | 'afterSnapshot'>> {
  const aloneSize = tiny ? 10 : 100
  const body = bodyOf(points, 0, aloneSize, ['duration', 'distance'])
  const [firstMs, nextMs, laterMs]: [number[], number[], number[]] = [[], [], []]
  for (let index = 0; index < (tiny ? 1 : 9); index++) {
    progress(`one alone after new traffic, ${index + 1}`)
    await newSnapshot()
    firstMs.push(await timed(url, body))
    nextMs.push(await timed(url, body))
    for (let again = 0; again < (tiny ? 1 : 20); again++) laterMs.push(await timed(url, body))
  }
  return { aloneSize, firstMs: median(firstMs), nextMs: median(nextMs), laterMs: median(laterMs) }
}

async function ask(url: string, body: string): Promise<Response> {
  return await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

async function timed(url: string, body: string): Promise<number> {
  const begun = performance.now()
  const reply = await ask(url, body)
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`the server replied ${reply.status}`)
  return performance.now() - begun
}

async function snapshotAt(url: string, body: string): Promise<string> {
  return ((await (await ask(url, body)).json()) as { traffic: { snapshot_at: string } }).traffic.snapshot_at
}

function report(map: string, rows: readonly Row[], inTraffic: InTraffic): BenchResult {
  const figures: Record<string, number | string> = { map }
  const tableOf = (what: string, of: readonly Row[], prefix: string, threads: keyof Spent = 'all'): string[][] => [
    [what, 'durations', 'OSRM', 'times less', '+ distances', 'OSRM', 'times less'],
    ...of.map(({ size, cpuMs }) => {
      const cells = kinds.flatMap(({ name }, index) => {
        const ours = cpuMs[name]?.[threads] ?? 0
        const osrm = osrmTables[size]?.[index]
        figures[`${prefix}${name}${size}Ms`] = round(ours, 3)
        const times = osrm ? round(osrm / ours, 1).toString() : ''
        return [String(round(ours, 3)), osrm === undefined ? '' : String(osrm), times]
      })
      return [`${size} × ${size}`, ...cells]
    }),
  ]
  const table = [
    ...tableOf('CPU ms', rows, ''),
    ...tableOf('in traffic', inTraffic.steady, 'inTraffic-'),
    ...tableOf('after a snapshot', inTraffic.afterSnapshot, 'afterSnapshot-'),
    ...tableOf('… request threads only', inTraffic.afterSnapshot, 'afterSnapshotAnswering-', 'answering'),
  ]
  const { aloneSize } = inTraffic
  const [first, next, later] = [inTraffic.firstMs, inTraffic.nextMs, inTraffic.laterMs].map((ms) => round(ms, 1))
  Object.assign(figures, { firstAfterSnapshotMs: first, nextAfterSnapshotMs: next, laterAfterSnapshotMs: later })
  return {
    figures,
    table,
    notes: [
      'the bar is a quarter of the CPU time that OSRM needs (4 times less); scale its figures by bench/calibrate before comparing',
      'after a snapshot: the round that starts as soon as the snapshot is in use; … request threads only: without the threads that process traffic and clean up afterward',
      `one ${aloneSize}² alone, from request to reply: the first after a new snapshot ${first} ms, the next ${next} ms, later ones ${later} ms`,
    ],
  }
}
