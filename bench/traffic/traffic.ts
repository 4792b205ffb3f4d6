import { type Benchmark, type BenchResult, median, round } from '../bench.ts'
import { benchMap } from '../road/porto.ts'
import { type LiveFigures, measureLive, middle } from './traffic-live.ts'
import { measureHierarchy, measureSnapshots, openCustomizableMap, streetCounts } from './traffic-snapshots.ts'

/**
 * Times in milliseconds of RoutingKit (plain edge-based, single arcs) and OSRM MLD (`osrm-customize`, full) on the same
 * extract.
 */
const peers: Readonly<Record<string, { readonly routingKit: number; readonly osrm?: number; readonly bar?: number }>> =
  {
    customize: { routingKit: 105.7, osrm: 1300, bar: 25 },
    turns1: { routingKit: 0.02 },
    turns10: { routingKit: 0.2 },
    turns100: { routingKit: 8.9 },
    turns1000: { routingKit: 61 },
  }
const rows = ['customize', ...['turns', 'streets'].flatMap((kind) => [1, 10, 100, 1000].map((n) => `${kind}${n}`))]

/** Measures the cost of a traffic change and the delay until it takes effect. */
export const traffic: Benchmark = {
  async run(options) {
    const map = await benchMap(options.tiny, options.progress)
    const { dataset, map: customizableMap } = await openCustomizableMap(map)
    const times = measureHierarchy(customizableMap, options)
    const snapshots = measureSnapshots(dataset, customizableMap, options)
    const live = await measureLive(map, customizableMap.map.network, options)
    return report(map.name, times, snapshots, live)
  },
}

function report(
  map: string,
  times: Readonly<Record<string, number>>,
  snapshots: number[],
  live: LiveFigures,
): BenchResult {
  const failed = [...live.quiet, ...live.updated].reduce((sum, report) => sum + report.failed, 0)
  const p99 = { quiet: middle(live.quiet, 'p99Ms'), updated: middle(live.updated, 'p99Ms') }
  const known = { median: median(live.knownMs), most: Math.max(...live.knownMs) }
  return {
    figures: {
      map,
      ...Object.fromEntries(rows.map((name) => [`${name}Ms`, round(times[name] ?? 0, 3)])),
      ...Object.fromEntries(streetCounts.map((count, i) => [`snapshot${count}Ms`, round(snapshots[i] ?? 0, 1)])),
      knownMedianMs: round(known.median, 0),
      knownMostMs: round(known.most, 0),
      knownAllMedianMs: round(median(live.knownAllMs), 0),
      knownAllMostMs: round(Math.max(...live.knownAllMs), 0),
      p50QuietMs: round(middle(live.quiet, 'p50Ms')),
      p50UpdatedMs: round(middle(live.updated, 'p50Ms')),
      p99QuietMs: round(p99.quiet),
      p99UpdatedMs: round(p99.updated),
      p99Ratio: round(p99.updated / p99.quiet),
      updates: live.updates,
      failed,
    },
    table: [
      ['CPU of one thread', 'ours', 'bar', 'RoutingKit', 'OSRM MLD'],
      ...rows.map((name) => {
        const peer = peers[name]
        return [name, `${show(times[name])} ms`, show(peer?.bar), show(peer?.routingKit), show(peer?.osrm)]
      }),
      ...streetCounts.map((count, i) => [`snapshot, ${count} streets changed`, `${show(snapshots[i])} ms`]),
    ],
    notes: [
      `map: ${map}; a changed feed file takes effect after ${round(known.median, 0)} ms (median of ${live.knownMs.length}; at most ${round(known.most, 0)}; target 1,000); one with a speed for every road after ${round(median(live.knownAllMs), 0)} ms (at most ${round(Math.max(...live.knownAllMs), 0)})`,
      `p99 of a route: ${round(p99.quiet)} ms quiet, ${round(p99.updated)} ms during ${live.updates} updates: ${round(p99.updated / p99.quiet)} times (target 1.5); ${failed} failed`,
      'peers: on the anchors’ machine; RoutingKit updates single arcs; OSRM customizes everything for any change',
    ],
  }
}

function show(value: number | undefined): string {
  return value === undefined ? '' : String(round(value, value < 1 ? 3 : 1))
}
