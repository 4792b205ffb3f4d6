import { join } from 'node:path'
import { ArcTraffic, defaultProfile, INFINITE_WEIGHT, passengerCar } from '@fairway/road'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishMap, square } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { putFile } from '../traffic/testing/traffic-service.ts'
import type { RegionHandle, TrafficHandle } from './handles.ts'
import { RegionLoader } from './region-loader.ts'

const soon = { timeout: 120_000, interval: 20 }

let folder: TempDir
let file: string
let loader: RegionLoader
let published: (readonly RegionHandle[])[]
let log: { readonly msg: string; readonly feed?: string; readonly why?: string }[]
beforeEach(async () => {
  folder = await createTempDir()
  file = join(folder.path, 'speeds.csv')
  published = []
  log = []
})
afterEach(async () => {
  loader.stop()
  await loader.customization.stop()
  await folder.dispose()
})

async function openLoader(): Promise<RegionLoader> {
  const note = (fields: object, msg: string) => void log.push({ ...fields, msg })
  loader = new RegionLoader({
    dataDir: folder.path,
    servesEmbeddedMaps: false,
    threads: 1,
    traffic: { feeds: [file], refreshMs: 60_000, maxAgeMs: 900_000, fleetAccounts: 2 },
    scanIntervalMs: 50,
    publish: async (regions) => void published.push(regions),
    log: { info: note, warn: note },
    onWorkerExit: (error) => {
      throw error
    },
  })
  await loader.customization.start()
  await loader.loadMaps()
  loader.startWatching()
  return loader
}
/** Writes the speed from A to B, which are nodes 1 and 2. */
const writeSpeed = (kmh: number) => putFile(file, `1,2,${kmh}\n`, Date.now())
const arcs = (traffic: TrafficHandle | undefined, bit: number) =>
  [...(traffic?.state.flags ?? [])].filter((flags) => (flags & bit) !== 0).length
const trafficOf = (region: string) => loader.list().find((one) => one.region === region)?.traffic

test('publishes maps with their traffic, and every change as a full snapshot in shared memory', async () => {
  await writeSpeed(20)
  const { id } = await publishMap(folder.path, 'a', square([10, 20]))
  await openLoader()
  const first = trafficOf('a')
  expect(arcs(first, ArcTraffic.live)).toBe(1)
  expect(first?.state.live.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(first?.metric.weights.turn.buffer).toBeInstanceOf(SharedArrayBuffer)
  await writeSpeed(0)
  await vi.waitFor(() => expect(arcs(trafficOf('a'), ArcTraffic.closed)).toBe(1), soon)
  const second = trafficOf('a')
  expect(published.at(-1)).toBe(loader.list())
  expect(second?.version).toBeGreaterThan(first?.version ?? 0)
  const truck = { avoid: [], vehicle: { ...passengerCar, weightTons: 9 } }
  const closed = async (version = 0) => {
    const spec = {
      profile: truck,
      activeConditions: [],
      avoidAreas: [],
      traffic: { version, aheadMs: 0, forcedEvents: [] },
    }
    const { weights } = await loader.getMetric({ dataset: id, spec })
    return weights.arc.filter((weight) => weight >= INFINITE_WEIGHT).length
  }
  expect([await closed(first?.version), await closed(second?.version)]).toEqual([0, 1])
})

test('adds traffic to maps that load later, and publishes changes for all of them', async () => {
  await writeSpeed(20)
  await openLoader()
  await publishMap(folder.path, 'a', square([10, 20]))
  await vi.waitFor(() => expect(arcs(trafficOf('a'), ArcTraffic.live)).toBe(1), soon)
  await publishMap(folder.path, 'b', square([50, 20]))
  await vi.waitFor(() => expect(arcs(trafficOf('b'), ArcTraffic.live)).toBe(1), soon)
  await writeSpeed(0)
  for (const region of ['a', 'b']) {
    await vi.waitFor(() => expect(arcs(trafficOf(region), ArcTraffic.closed), region).toBe(1), soon)
  }
})

test('logs a feed error once, and its recovery', async () => {
  await publishMap(folder.path, 'a', square([10, 20]))
  await openLoader()
  await vi.waitFor(
    () =>
      expect(loader.getTrafficStatus().feeds).toMatchObject([{ name: file, failure: { text: expect.any(String) } }]),
    soon,
  )
  await writeSpeed(20)
  await vi.waitFor(() => expect(loader.getTrafficStatus().feeds[0]?.failure).toBeUndefined(), soon)
  expect(log.filter(({ feed }) => feed === file)).toEqual([
    {
      feed: file,
      why: expect.stringMatching(/^there is no such file/),
      msg: 'a traffic feed failed; its last content remains in use',
    },
    { feed: file, msg: 'a traffic feed works again' },
  ])
  expect(loader.getTrafficStatus().maps).toMatchObject([{ liveArcCount: 1, closedArcCount: 0 }])
})

test('has no traffic without feeds, and requests none', async () => {
  await publishMap(folder.path, 'a', square([10, 20]))
  loader = new RegionLoader({
    dataDir: folder.path,
    servesEmbeddedMaps: false,
    threads: 1,
    traffic: { feeds: [], refreshMs: 60_000, maxAgeMs: 900_000, fleetAccounts: 2 },
    publish: async () => undefined,
    log: { info() {}, warn() {} },
    onWorkerExit: (error) => {
      throw error
    },
  })
  await loader.customization.start()
  await loader.loadMaps()
  expect(loader.list().map(({ traffic }) => traffic)).toEqual([undefined])
  const spec = { profile: defaultProfile, activeConditions: [], avoidAreas: [] }
  await loader.getMetric({ dataset: loader.list()[0]?.dataset ?? '', spec })
})
