import { join } from 'node:path'
import { readSections } from '@fairway/dataset/format/read-sections.ts'
import { mapOf } from '@fairway/dataset/roads/sections.ts'
import { ROADS_FILE } from '@fairway/dataset/store/compile-region.ts'
import { DatasetStore } from '@fairway/dataset/store/dataset-store.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from './bench.ts'
import { ChildServer } from './child-server.ts'
import { sendLoad } from './load.ts'
import { matrixPoints, osrmTables } from './matrix-anchors.ts'
import { type BenchMap, benchMap } from './porto.ts'
import { FeedFile } from './traffic-live.ts'

const server = new URL('./route-server.ts', import.meta.url)
const kinds = [
  { name: 'durations', metrics: ['duration'] },
  { name: 'both', metrics: ['duration', 'distance'] },
] as const

/** A server has long been warm when a request comes: after this long the compiler leaves its code alone. */
const WARM_UP_MS = 8000

interface Row {
  readonly size: number
  /** CPU ms of the server per matrix, by kind. */
  readonly cpuMs: Readonly<Record<string, number>>
}

interface AfterSnapshot {
  /** In traffic that does not change. */
  readonly rows: readonly Row[]
  readonly size: number
  readonly firstMs: number
  readonly nextMs: number
  readonly cpuMs: number
}

/** What a matrix over HTTP costs the server, beside OSRM on the same points; and the first one in new traffic. */
export const matrixHttp: Benchmark = {
  about: 'CPU of POST /v1/matrix over HTTP from 10² to 1,000² beside OSRM, and the first one after a traffic snapshot',
  async run(options) {
    const map = await benchMap(options.tiny, options.progress)
    const points = matrixPoints(map)
    const child = await startServer(map)
    const rows = await measureSizes(child, points, options, 'empty roads').finally(() => child.stop())
    return report(map.name, rows, await measureInTraffic(map, points, options))
  },
}

async function startServer(map: BenchMap, env: Record<string, string> = {}): Promise<ChildServer> {
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

/** Matrix k of a size, as design/anchors.md numbers them. */
function bodyOf(points: readonly (readonly number[])[], k: number, size: number, metrics: readonly string[]): string {
  const taken = Array.from({ length: size }, (_, i) => points[(k * size + i) % points.length])
  return JSON.stringify({ points: taken, metrics })
}

async function measureSizes(
  child: ChildServer,
  points: readonly (readonly number[])[],
  { tiny, progress }: BenchOptions,
  when: string,
): Promise<Row[]> {
  const url = `http://127.0.0.1:${child.port}/v1/matrix`
  const rows: Row[] = []
  for (const size of tiny ? [10, 20] : [10, 50, 100, 500, 1000]) {
    const cpuMs: Record<string, number> = {}
    for (const { name, metrics } of kinds) {
      progress(`${size} × ${size}, ${name}, ${when}`)
      const requests = tiny ? 3 : Math.max(6, Math.floor(4000 / size))
      const body = Array.from({ length: requests }, (_, k) => bodyOf(points, k, size, metrics))
      const round = async (): Promise<number> => {
        const before = await child.cpuSeconds()
        const { statuses } = await sendLoad({ url, requests, connections: 2, body })
        if (statuses.get(200) !== requests) throw new Error(`failed: ${JSON.stringify([...statuses])}`)
        return (1000 * ((await child.cpuSeconds()) - before)) / requests
      }
      const begun = performance.now()
      do await round()
      while (!tiny && performance.now() - begun < WARM_UP_MS)
      const spent: number[] = []
      for (let index = 0; index < (tiny ? 1 : 9); index++) spent.push(await round())
      cpuMs[name] = median(spent)
    }
    rows.push({ size, cpuMs })
  }
  return rows
}

/** Speeds of some streets change, and right then somebody asks for a matrix. */
async function measureInTraffic(
  map: BenchMap,
  points: readonly (readonly number[])[],
  options: BenchOptions,
): Promise<AfterSnapshot> {
  const { tiny, progress } = options
  const dataset = await new DatasetStore(map.dataDir).current(map.name)
  if (!dataset) throw new Error(`${map.name} is not in ${map.dataDir}`)
  const { network } = mapOf(await readSections(join(dataset.folder, ROADS_FILE)))
  const feed = new FeedFile(join(map.dataDir, 'bench-matrix-feed.csv'), network)
  await feed.replace()
  const child = await startServer(map, { FAIRWAY_TRAFFIC_FEEDS: feed.path })
  const size = tiny ? 10 : 100
  const url = `http://127.0.0.1:${child.port}/v1/matrix`
  const body = bodyOf(points, 0, size, ['duration', 'distance'])
  const small = bodyOf(points, 0, 2, ['distance'])
  const [firstMs, nextMs, cpuMs]: [number[], number[], number[]] = [[], [], []]
  try {
    const rows = await measureSizes(child, points, options, 'in traffic')
    for (let index = 0; index < (tiny ? 1 : 9); index++) {
      progress(`new traffic, ${index + 1}`)
      const before = await snapshotAt(url, small)
      await feed.replace()
      while ((await snapshotAt(url, small)) === before) await new Promise((done) => setTimeout(done, 5))
      firstMs.push(await timed(url, body))
      const cpu = await child.cpuSeconds()
      nextMs.push(await timed(url, body))
      cpuMs.push(1000 * ((await child.cpuSeconds()) - cpu))
    }
    return { rows, size, firstMs: median(firstMs), nextMs: median(nextMs), cpuMs: median(cpuMs) }
  } finally {
    await child.stop()
  }
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

function report(map: string, rows: readonly Row[], after: AfterSnapshot): BenchResult {
  const figures: Record<string, number | string> = { map }
  const tableOf = (of: readonly Row[], prefix: string): string[][] =>
    of.map(({ size, cpuMs }) => {
      const cells = kinds.flatMap(({ name }, index) => {
        const ours = cpuMs[name] ?? 0
        const osrm = osrmTables[size]?.[index]
        figures[`${prefix}${name}${size}Ms`] = round(ours, 3)
        const times = osrm ? round(osrm / ours, 1).toString() : ''
        return [String(round(ours, 3)), osrm === undefined ? '' : String(osrm), times]
      })
      return [`${size} × ${size}`, ...cells]
    })
  const head = (what: string) => [what, 'durations', 'OSRM', 'times less', '+ distances', 'OSRM', 'times less']
  const table = [head('CPU ms'), ...tableOf(rows, ''), head('in traffic'), ...tableOf(after.rows, 'inTraffic-')]
  figures.firstAfterSnapshotMs = round(after.firstMs, 1)
  figures.nextAfterSnapshotMs = round(after.nextMs, 1)
  figures.inTrafficCpuMs = round(after.cpuMs, 1)
  return {
    figures,
    table,
    notes: [
      'the bar is a quarter of what OSRM needs: 4 times less; scale its figures by bench/calibrate before comparing',
      `in live traffic, ${after.size}²: the first after a new snapshot ${round(after.firstMs, 1)} ms, the next ${round(after.nextMs, 1)} ms; CPU ${round(after.cpuMs, 1)} ms`,
    ],
  }
}
