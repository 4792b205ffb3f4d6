import { join } from 'node:path'
import { DatasetStore, ROADS_FILE, readSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import {
  carWeights,
  closuresWhen,
  createMetric,
  customize,
  defaultProfile,
  type RoadNetwork,
  segmentRowsOf,
  turnGraphOf,
} from '@fairway/road'
import { type CustomizableMap, MapCustomizer } from '../../apps/server/maps/metrics/map-customizer.ts'
import type { PolledFeed } from '../../apps/server/maps/traffic/feed-poller.ts'
import { MapTraffic } from '../../apps/server/maps/traffic/map-traffic.ts'
import { type BenchOptions, median } from '../bench.ts'
import type { BenchMap } from '../road/porto.ts'
import { cpuMs, least, measureUpdates } from '../road/updates.ts'

export const streetCounts = [1, 10, 100, 1000, 10_000] as const

/** Opens the map in the same form as the customization worker of the server. */
export async function openCustomizableMap({
  dataDir,
  name,
}: BenchMap): Promise<{ dataset: string; map: CustomizableMap }> {
  const stored = await new DatasetStore(dataDir).findCurrent(name)
  if (!stored) throw new Error(`${name} is not in ${dataDir}`)
  const { id, folder, manifest } = stored
  const sections = await readSections(join(folder, ROADS_FILE), { shared: true })
  const { attribution, boundingBox } = manifest
  const map = new MapCustomizer().add({ region: name, dataset: id, attribution, boundingBox, sections })
  return { dataset: id, map }
}

/**
 * Measures the CPU time of the hierarchy alone, in milliseconds: a full customization, and updates of several streets.
 */
export function measureHierarchy({ map, triangles: cache }: CustomizableMap, options: BenchOptions) {
  const { network, topology } = map
  const triangles = cache.get()
  const turnWeight = carWeights(
    network,
    defaultProfile,
    closuresWhen(network, () => false),
  ).turn
  const metric = createMetric(topology)
  const times: Record<string, number> = {}
  times.customize = least(options.tiny ? 1 : 25, () => customize(triangles, turnWeight, metric))
  measureUpdates({ graph: turnGraphOf(network), turnWeight, topology, triangles, metric }, options, times)
  return times
}

/**
 * Measures the CPU time from a parsed feed to publishable traffic, in milliseconds. The time includes the metric and
 * depends on the number of changed streets.
 */
export function measureSnapshots(dataset: string, map: CustomizableMap, { tiny, progress }: BenchOptions): number[] {
  const { network } = map.map
  const random = seededRandom(17)
  return streetCounts.map((count) => {
    progress(`snapshots of ${count} streets`)
    const traffic = new MapTraffic(dataset, map)
    const streets = Uint32Array.from({ length: count }, () => Math.floor(random() * network.arcs.count))
    const take = (version: number): number => {
      const feeds = [feedOf(network, streets, 1 + random())]
      const before = cpuMs()
      traffic.takeSnapshot({ version, nowMs: Date.now(), feeds, maxAgeMs: 0 })
      return cpuMs() - before
    }
    take(1)
    return median(Array.from({ length: tiny ? 1 : 15 }, (_, index) => take(index + 2)))
  })
}

/** Returns a feed that slows these arcs by the given factor compared with free flow. */
export function feedOf(network: RoadNetwork, arcs: Uint32Array, slower: number): PolledFeed {
  const durations = Uint32Array.from(arcs, (arc) => Math.round((network.arcs.duration[arc] ?? 0) * slower))
  const content = {
    speeds: segmentRowsOf(network, arcs, durations),
    events: [],
    skipped: { count: 0, first: [] },
    omittedCount: 0,
  }
  return { name: 'bench', content, asOfMs: undefined, readAtMs: 0, failure: undefined }
}
