import { type Benchmark, type BenchOptions, round } from '../bench.ts'
import type { ChildServer } from '../http/child-server.ts'
import { addAssets, pushBody } from './tracking-fleet.ts'
import { loadTracking, type TrackingLoadReport } from './tracking-load.ts'
import { type Figures, type Measured, replayTracks } from './tracking-replay.ts'
import { hasScaledStore, openTrackingStore, type TrackingStore, type TrackingStoreKind } from './tracking-stores.ts'

const CONNECTION_COUNT = 64

/** Measures live tracking over HTTP: durable ingestion, polling requests, and how both scale with the fleet. */
export const tracking: Benchmark = {
  async run(options) {
    const kinds: TrackingStoreKind[] = hasScaledStore() ? ['embedded', 'scaled'] : ['embedded']
    const figures: Figures = {}
    const table: string[][] = [['', ...kinds.map((kind) => (kind === 'embedded' ? 'embedded' : 'PostgreSQL + Redis'))]]
    const columns: Map<string, string>[] = []
    for (const kind of kinds) columns.push(await measure(kind, options, figures))
    for (const label of columns[0]?.keys() ?? []) {
      table.push([label, ...columns.map((column) => column.get(label) ?? '–')])
    }
    return {
      figures,
      table,
      notes: [
        'One server with one HTTP thread; the load comes from the same machine. Every commit is synced to disk before the reply.',
      ],
    }
  },
}

async function measure(kind: TrackingStoreKind, options: BenchOptions, figures: Figures): Promise<Map<string, string>> {
  const store = await openTrackingStore(kind)
  const rows = new Map<string, string>()
  try {
    const server = await store.startServer()
    try {
      const bench: Measured = { store, server, options, figures, rows }
      await measureIngest(bench)
      if (kind === 'embedded') await replayTracks(bench)
      await measurePolls(bench)
    } finally {
      await server.stop()
    }
    return rows
  } finally {
    await store.dispose()
  }
}

async function measureIngest({ store, server, options, figures, rows }: Measured): Promise<void> {
  const { tiny, progress } = options
  const ids = await addAssets(store, tiny ? 20 : 1000, false)
  await pushes(server, store, ids, 10, tiny ? 0.1 : 2)
  for (const batch of [1, 10, 100, 1000]) {
    progress(`${store.kind}: batches of ${batch}`)
    const report = await pushes(server, store, ids, batch, tiny ? 0.1 : 5)
    failOnRefusals(report)
    const perSecond = Math.round((report.answered * batch) / report.seconds)
    figures[`${store.kind}PositionsPerSecond${batch}`] = perSecond
    figures[`${store.kind}PushP50Ms${batch}`] = round(report.p50Ms)
    figures[`${store.kind}PushP99Ms${batch}`] = round(report.p99Ms)
    rows.set(`positions/s, batches of ${batch}`, perSecond.toLocaleString('en'))
    rows.set(`  a push, p50 / p99, ms (${batch})`, `${round(report.p50Ms, 1)} / ${round(report.p99Ms, 1)}`)
  }
}

function pushes(server: ChildServer, store: TrackingStore, ids: readonly string[], batch: number, seconds: number) {
  return loadTracking({
    port: server.port,
    key: store.key,
    connections: batch >= 1000 ? 8 : CONNECTION_COUNT,
    seconds,
    next: (count) => ({
      method: 'POST',
      path: `/v1/assets/${ids[count % ids.length]}/position`,
      body: pushBody(batch, Math.floor(count / ids.length) * batch),
    }),
  })
}

async function measurePolls({ store, server, options, figures, rows }: Measured): Promise<void> {
  const { tiny, progress } = options
  const ids: string[] = []
  const sizes = tiny ? [10, 100] : [10, 1000, 10_000, 100_000]
  let firstRss = 0
  for (const size of sizes) {
    progress(`${store.kind}: live polls among ${size} assets`)
    ids.push(...(await addAssets(store, size - ids.length, true)))
    const cpuBefore = await server.cpuSeconds()
    const report = await loadTracking({
      port: server.port,
      key: store.key,
      connections: 16,
      seconds: tiny ? 0.1 : 4,
      // The large step visits all assets, but never two neighbors in a row.
      next: (count) => ({ method: 'GET', path: `/v1/assets/${ids[(count * 7919) % ids.length]}/live` }),
    })
    failOnRefusals(report)
    const cpuMicros = (((await server.cpuSeconds()) - cpuBefore) / report.answered) * 1e6
    figures[`${store.kind}PollsPerSecond${size}`] = Math.round(report.answered / report.seconds)
    figures[`${store.kind}PollCpuMicros${size}`] = Math.round(cpuMicros)
    rows.set(
      `polls/s, CPU of one, ${size.toLocaleString('en')} assets`,
      `${Math.round(report.answered / report.seconds).toLocaleString('en')}, ${Math.round(cpuMicros)} µs`,
    )
    if (firstRss === 0) firstRss = await residentBytes(server)
  }
  const [least = 0, most = 1] = [sizes[0], sizes.at(-1)]
  const rss = await residentBytes(server)
  const perAsset = Math.round((rss - firstRss) / (most - least))
  figures[`${store.kind}BytesPerAsset`] = perAsset
  rows.set(`memory of the server per asset that is polled`, `${perAsset.toLocaleString('en')} bytes`)
  figures[`${store.kind}ServerMb`] = Math.round(rss / 1e6)
  rows.set(`memory of the server, ${most.toLocaleString('en')} assets polled`, `${Math.round(rss / 1e6)} MB`)
}

async function residentBytes(server: ChildServer): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0)
}

function failOnRefusals({ failed }: TrackingLoadReport): void {
  if (failed.size > 0) throw new Error(`refused: ${[...failed].map(([status, count]) => `${count} × ${status}`)}`)
}
