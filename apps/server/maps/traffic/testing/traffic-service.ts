import { rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentRowsOf } from '@fairway/road'
import { expect, vi } from 'vitest'
import type { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { type CustomizableMap, MapCustomizer } from '../../metrics/map-customizer.ts'
import type { RegionHandle, TrafficHandle } from '../../regions/handles.ts'
import { TrafficService, type TrafficServiceOptions } from '../traffic-service.ts'
import type { TrafficStatus } from '../traffic-status.ts'

export interface TestTrafficService {
  readonly service: TrafficService
  readonly customizer: MapCustomizer
  /** Published traffic in the order of publication. */
  readonly published: { readonly dataset: string; readonly traffic: TrafficHandle }[]
  readonly reportedStatuses: TrafficStatus[]
  readonly warnings: string[]
  /** Runs checks until traffic is published. Fails if none is published. */
  runRound(): Promise<TrafficHandle>
}

/** Opens a traffic service that reads and writes real files. Only the test triggers its checks. */
export function openTrafficService(
  clock: FakeClock,
  dataDir: string,
  maps: readonly RegionHandle[],
  options: Partial<TrafficServiceOptions> = {},
): TestTrafficService {
  const customizer = new MapCustomizer()
  for (const map of maps) customizer.add(map)
  const published: { dataset: string; traffic: TrafficHandle }[] = []
  const reportedStatuses: TrafficStatus[] = []
  const warnings: string[] = []
  const service = new TrafficService({
    dataDir,
    feeds: [],
    refreshMs: 60_000,
    maxAgeMs: 900_000,
    fleetAccounts: 2,
    customizer,
    now: clock.now,
    publish: async (dataset, traffic) => void published.push({ dataset, traffic }),
    onStatus: (status) => void reportedStatuses.push(status),
    warn: (reason) => void warnings.push(reason),
    ...options,
  })
  const next = async (): Promise<TrafficHandle> => {
    const before = published.length
    await vi.waitFor(
      async () => {
        await service.runRound()
        expect(published.length).toBeGreaterThan(before)
      },
      { timeout: 120_000, interval: 1 },
    )
    return (published.at(-1) as { traffic: TrafficHandle }).traffic
  }
  return { service, customizer, published, reportedStatuses, warnings, runRound: next }
}

/** Writes the file atomically, with the given modification time. */
export async function putFile(file: string, text: string, asOfMs: number): Promise<void> {
  await writeFile(`${file}.new`, text)
  await utimes(`${file}.new`, asOfMs / 1000, asOfMs / 1000)
  await rename(`${file}.new`, file)
}

/** Returns CSV rows that slow down arcs by the given factors. A factor of 0 closes the arc. */
export function makeSpeedCsv({ map: { network } }: CustomizableMap, slower: ReadonlyMap<number, number>): string {
  const arcs = Uint32Array.from(slower.keys())
  const durations = arcs.map((arc) => (network.arcs.duration[arc] ?? 0) * Math.max(1, slower.get(arc) ?? 1))
  const { fromNode, toNode, kmh } = segmentRowsOf(network, arcs, durations)
  let row = 0
  const lines = Array.from(arcs).flatMap((arc) => {
    const edge = (network.arcs.edgeSide[arc] ?? 0) >>> 1
    const segments = (network.edges.shapeFirst[edge + 1] ?? 0) - (network.edges.shapeFirst[edge] ?? 0) - 1
    return Array.from({ length: segments }, () => {
      const speed = slower.get(arc) === 0 ? 0 : kmh[row]
      return `${fromNode[row]},${toNode[row++]},${speed}`
    })
  })
  return `${lines.join('\n')}\n`
}

export const toFeedPath = (folder: string, name: string): string => join(folder, name)
