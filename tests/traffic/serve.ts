import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { networkFingerprint } from '@fairway/road'
import { type DrawnRun, drawTypical } from '@fairway/road/testing'
import type { PathReply, Point, RouteReply } from '../../apps/server/features/road/route/tests/trips.ts'
import type { RegionHandle } from '../../apps/server/maps/regions/handles.ts'
import { TypicalSpeedStore } from '../../apps/server/maps/traffic/store/typical-speed-store.ts'
import { openTrafficService, putFile } from '../../apps/server/maps/traffic/testing/traffic-service.ts'
import type { Suite } from '../../apps/server/platform/http/tests/suite.ts'
import type { TestMaps } from '../support/maps/maps.ts'
import type { SmallMap } from '../support/maps/small-map.ts'
import type { FakeClock } from '../support/servers/fake-clock.ts'
import type { TestService } from '../support/servers/service.ts'

export interface Incident {
  readonly id: string
  readonly kind: string
  readonly severity: string
  readonly description: string
  readonly at: Point
  readonly geometry_range?: readonly [number, number]
  readonly delay_min: number
  readonly starts_at?: string
  readonly ends_at?: string
}

export interface RouteInTraffic<G = Point[]> extends Omit<RouteReply<G>, 'incidents'> {
  readonly typical_min: number
  readonly incidents: readonly Incident[]
  readonly traffic: { readonly source: string; readonly snapshot_at: string | null; readonly coverage: number }
  readonly alternatives: readonly (RouteReply<G>['alternatives'][number] &
    Pick<PathReply<G>, 'legs'> & { readonly typical_min: number })[]
}

export interface Traffic {
  /** Feeds by file name: a string, or an object that is written as JSON. */
  readonly feeds: Readonly<Record<string, string | object>>
  /** Modification time of the files in milliseconds. Defaults to now. */
  readonly asOfMs?: number
  readonly typical?: readonly DrawnRun[]
}

/** Starts the service on one map, with traffic from real files. */
export async function serveTraffic(
  start: Suite['start'],
  clock: FakeClock,
  folder: string,
  handle: RegionHandle,
  traffic: Traffic,
): Promise<TestService> {
  const maps = await openTraffic(clock, folder, handle, traffic)
  return await start({ maps, clock, config: { anonymousBurst: 1_000_000 } })
}

/** Opens the map with its traffic and the customization worker. */
export async function openTraffic(
  clock: FakeClock,
  folder: string,
  handle: RegionHandle,
  { feeds, asOfMs = clock.now(), typical }: Traffic,
): Promise<TestMaps> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(feeds)) {
    await putFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content), asOfMs)
  }
  const paths = Object.keys(feeds).map((name) => join(folder, name))
  const { service, customizer } = openTrafficService(clock, folder, [handle], { feeds: paths })
  if (typical) {
    const { network } = customizer.get(handle.dataset).map
    const speeds = drawTypical(network.arcs.count, typical)
    await new TypicalSpeedStore(folder).write(handle.dataset, networkFingerprint(network), speeds)
  }
  await service.start()
  const traffic = await service.openMap(handle.dataset)
  await service.stop()
  return {
    regions: [{ ...handle, traffic }],
    customizer,
    customize: async (what) => customizer.customize(what),
    getMatchingData: async (what) => customizer.getMatchingData(what),
    computePathAttributes: async (what) => customizer.computePathAttributes(what),
    computeLivePathAttributes: async (what) => customizer.computeLivePathAttributes(what),
    announceMatrices: async ({ dataset }) => customizer.announceMatrices(dataset, Date.now()),
  }
}

/**
 * Returns a map with about one kilometer between neighbors and half a kilometer between the rows.
 * The route via E and F is slower:
 *
 *     A---B---C---D
 *         |   |
 *         E---F
 */
export function ladder(): SmallMap {
  const [north, south] = [10, 9.9955]
  const east = (column: number) => 20 + column * 0.009122
  const road = { highway: 'primary', maxspeed: '60' }
  const street = { highway: 'residential', maxspeed: '30' }
  return {
    places: {
      A: [north, east(0)],
      B: [north, east(1)],
      C: [north, east(2)],
      D: [north, east(3)],
      E: [south, east(1)],
      F: [south, east(2)],
    },
    ways: {
      AB: { ...road, name: 'West' },
      BC: { ...road, name: 'Middle' },
      CD: { ...road, name: 'East' },
      BE: { ...street, name: 'Down' },
      EF: { ...street, name: 'Below' },
      FC: { ...street, name: 'Up' },
    },
  }
}

/** Returns a position between two nodes. */
export function between({ places }: SmallMap, from: string, to: string, share: number): Point {
  const [a, b] = [places[from], places[to]]
  if (!a || !b) throw new Error(`no node ${from} or ${to}`)
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}

/** Returns the streets of a route, in order. */
export function streets({ steps }: Pick<PathReply<unknown>, 'steps'>): string[] {
  return steps.map(({ name }) => name).filter((name, index, all) => name !== '' && name !== all[index - 1])
}
