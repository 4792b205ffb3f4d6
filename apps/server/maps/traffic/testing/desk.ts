import { rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentRowsOf } from '@fairway/road'
import { expect, vi } from 'vitest'
import type { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { MapWorkshop, type WorkshopMap } from '../../metrics/map-customizer.ts'
import type { RegionHandle, TrafficHandle } from '../../regions/handles.ts'
import { type DeskOptions, TrafficDesk } from '../traffic-service.ts'
import type { TrafficStatus } from '../traffic-status.ts'

export interface TestDesk {
  readonly desk: TrafficDesk
  readonly workshop: MapWorkshop
  /** In the order of publication. */
  readonly published: { readonly dataset: string; readonly traffic: TrafficHandle }[]
  readonly told: TrafficStatus[]
  readonly warnings: string[]
  /** Runs checks until traffic is published. Fails when none is. */
  next(): Promise<TrafficHandle>
}

/** A real traffic service on real files. Only the test triggers its checks. */
export function openDesk(
  clock: FakeClock,
  dataDir: string,
  maps: readonly RegionHandle[],
  options: Partial<DeskOptions> = {},
): TestDesk {
  const workshop = new MapWorkshop()
  for (const map of maps) workshop.add(map)
  const published: { dataset: string; traffic: TrafficHandle }[] = []
  const told: TrafficStatus[] = []
  const warnings: string[] = []
  const desk = new TrafficDesk({
    dataDir,
    feeds: [],
    refreshMs: 60_000,
    maxAgeMs: 900_000,
    fleetAccounts: 2,
    workshop,
    now: clock.now,
    publish: async (dataset, traffic) => void published.push({ dataset, traffic }),
    tell: (status) => void told.push(status),
    warn: (why) => void warnings.push(why),
    ...options,
  })
  const next = async (): Promise<TrafficHandle> => {
    const before = published.length
    await vi.waitFor(
      async () => {
        await desk.lookAround()
        expect(published.length).toBeGreaterThan(before)
      },
      { timeout: 5000, interval: 1 },
    )
    return (published.at(-1) as { traffic: TrafficHandle }).traffic
  }
  return { desk, workshop, published, told, warnings, next }
}

/** Writes the file atomically, with the given modification time. */
export async function putFile(file: string, text: string, asOfMs: number): Promise<void> {
  await writeFile(`${file}.new`, text)
  await utimes(`${file}.new`, asOfMs / 1000, asOfMs / 1000)
  await rename(`${file}.new`, file)
}

/** Rows that make arcs this many times slower than free flow; 0 closes them. */
export function csvOf({ map: { network } }: WorkshopMap, slower: ReadonlyMap<number, number>): string {
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

export const feedFile = (folder: string, name: string): string => join(folder, name)
