import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetStore, findNetworkOfSection, ROADS_FILE, readSections } from '@fairway/dataset'
import { startServer } from '../../tests/support/servers/server-process.ts'
import { type Benchmark, type BenchResult, round } from '../bench.ts'
import { type BenchMap, benchMap, type Pair } from './porto.ts'

const BYTES_PER_MB = 1024 * 1024
const ROUTE_COUNT = 1000
/** Idle time in milliseconds, longer than the server keeps data that only customization needs. */
const IDLE_MS = 15_000

/** Measures the size of the dataset by table, and the resident memory of a server that uses the dataset. */
export const memory: Benchmark = {
  async run({ tiny, progress }) {
    const map = await benchMap(tiny, progress)
    const sizes = await sumTables(map)
    progress('starting a server')
    return report(sizes, await measureServer(map, tiny))
  },
}

interface TableSizes {
  /** Number of arcs in the car network. */
  readonly arcs: number
  /** Bytes by network and table, such as `foot topology`. */
  readonly bytes: ReadonlyMap<string, number>
}

async function sumTables({ dataDir }: BenchMap): Promise<TableSizes> {
  const [dataset] = (await new DatasetStore(dataDir).listCurrent()).values()
  if (!dataset) throw new Error(`${dataDir} has no dataset`)
  const bytes = new Map<string, number>()
  let arcs = 0
  for (const [name, { byteLength, length }] of await readSections(join(dataset.folder, ROADS_FILE))) {
    const network = findNetworkOfSection(name)
    const table = name.slice(name.indexOf('/') + 1).split('.')[0]
    const key = `${network ?? 'car'} ${table}`
    bytes.set(key, (bytes.get(key) ?? 0) + byteLength)
    if (name === 'arcs.duration') arcs = length
  }
  return { arcs, bytes }
}

interface ServerMemory {
  readonly ready: number
  readonly afterRoutes: number
  readonly idle: number
}

/** Measures the memory of a server, in megabytes. */
async function measureServer({ dataDir, pairs }: BenchMap, tiny: boolean): Promise<ServerMemory> {
  const server = await startServer({
    store: { dataDir },
    env: { FAIRWAY_THREADS: '1', FAIRWAY_ANONYMOUS_PER_SECOND: '100000', FAIRWAY_ANONYMOUS_BURST: '100000' },
  })
  try {
    const resident = () => readResident(server.process.pid)
    const ready = resident()
    for (const pair of pairs.slice(0, tiny ? 5 : ROUTE_COUNT)) await requestRoute(server.url, pair)
    const afterRoutes = resident()
    await new Promise((resolve) => setTimeout(resolve, tiny ? 0 : IDLE_MS))
    return { ready, afterRoutes, idle: resident() }
  } finally {
    await server.stop()
  }
}

async function requestRoute(url: string, [from, to]: Pair): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/v1/route`, { method: 'POST', headers, body: JSON.stringify({ from, to }) })
  await reply.arrayBuffer()
}

/** Returns the resident memory, or 0 if the system does not report it. */
function readResident(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function report({ arcs, bytes }: TableSizes, server: ServerMemory): BenchResult {
  const tables = [...bytes].sort(([, a], [, b]) => b - a)
  const total = tables.reduce((sum, [, size]) => sum + size, 0)
  const car = tables.reduce((sum, [name, size]) => sum + (name.startsWith('car ') ? size : 0), 0)
  const toRow = (name: string, size: number): string[] => [
    name,
    round(size / BYTES_PER_MB, 2).toLocaleString('en'),
    round(size / arcs, 1).toLocaleString('en'),
  ]
  return {
    figures: {
      arcs,
      datasetBytes: total,
      carBytesPerArc: round(car / arcs, 1),
      readyMb: round(server.ready),
      afterRoutesMb: round(server.afterRoutes),
      idleMb: round(server.idle),
    },
    table: [
      ['table', 'MB', 'bytes per arc of the car network'],
      ...tables.slice(0, 16).map(([name, size]) => toRow(name, size)),
      toRow('network of cars', car),
      toRow('dataset', total),
      ['server when ready', round(server.ready, 0).toLocaleString('en'), ''],
      ['server after the routes', round(server.afterRoutes, 0).toLocaleString('en'), ''],
      ['server, idle', round(server.idle, 0).toLocaleString('en'), ''],
    ],
    notes: ['Without the gazetteer, the sea map and map tiles, which are read when they are first needed.'],
  }
}
