import { type FuzzReport, runFuzz } from '../../tests/fuzz/run-fuzz.ts'
import { startFuzzServer } from '../../tests/fuzz/start-fuzz-server.ts'
import { type StoreKind, storeKinds } from '../../tests/support/servers/stores.ts'
import { type Benchmark, round } from '../bench.ts'

const REQUEST_COUNT = 1_000_000
const CONNECTION_COUNT = 16
const MAX_SHOWN = 40
/**
 * Operations that take between 50 ms and several seconds of CPU time. With as many requests as other operations, they
 * would take nearly all the time.
 */
const HEAVY = { pattern: /\/(optimi[sz]e|matrix|maritime\/route|isochrone|geocode\/batch|jobs)$/, share: 0.05 }

/** Sends generated requests to all operations, on both stores. Each reply is compared with the API document. */
export const fuzz: Benchmark = {
  async run({ tiny, numbers: [total = REQUEST_COUNT, seed = 1, store = 0], progress }) {
    const kinds = storeKinds()
    // Each store gets half of the total, even if only one store is tested.
    const requests = Math.ceil((tiny ? 600 : total) / kinds.length)
    const options = { requests, connections: CONNECTION_COUNT, heavy: HEAVY }
    const reports = new Map<StoreKind, FuzzReport>()
    for (const [index, kind] of kinds.entries()) {
      if (store !== 0 && store !== index + 1) continue
      const server = await startFuzzServer(kind, { threads: 2, hasSeas: !tiny })
      try {
        const showProgress = (sent: number) => progress(`${kind}: ${sent} of ${requests}`)
        const onFault = (description: string) => progress(`${kind}: faulty reply: ${description}`)
        const report = await runFuzz(server, { ...options, seed: seed + index, progress: showProgress, onFault })
        reports.set(kind, report)
        progress(`${kind}: ${report.faulty} faulty replies to ${report.sent} requests`)
      } finally {
        await server.dispose()
      }
    }
    return summarize(reports)
  },
}

function summarize(reports: ReadonlyMap<StoreKind, FuzzReport>) {
  const all = [...reports.values()]
  const names = [...new Set(all.flatMap(({ statuses }) => [...statuses.keys()]))]
  const codes = [...new Set(all.flatMap(({ statuses }) => [...statuses.values()].flatMap((one) => [...one.keys()])))]
  codes.sort((a, b) => a - b)
  const countOf = (name: string, code: number) =>
    all.reduce((sum, { statuses }) => sum + (statuses.get(name)?.get(code) ?? 0), 0)
  const total = (code: number) => names.reduce((sum, name) => sum + countOf(name, code), 0)
  const figures: Record<string, number> = {
    requests: all.reduce((sum, { sent }) => sum + sent, 0),
    faulty: all.reduce((sum, { faulty }) => sum + faulty, 0),
    operations: names.length,
  }
  for (const [kind, { sent, seconds }] of reports) figures[`${kind}PerSecond`] = round(sent / seconds, 0)
  for (const code of codes) figures[`status${code}`] = total(code)
  const faults = all.flatMap((report) => report.faults)
  return {
    figures,
    table: [
      ['', ...codes.map((code) => (code === 0 ? 'no reply' : String(code)))],
      ...names.map((name) => [name, ...codes.map((code) => String(countOf(name, code) || ''))]),
      ['all', ...codes.map((code) => String(total(code)))],
    ],
    notes: [
      ...[...reports].map(
        ([kind, { sent, seconds }]) => `${kind}: ${sent} requests, ${round(sent / seconds, 0)} per second`,
      ),
      `${figures.faulty} faulty replies`,
      ...faults.slice(0, MAX_SHOWN),
    ],
  }
}
