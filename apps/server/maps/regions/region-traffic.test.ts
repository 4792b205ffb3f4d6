import { defaultProfile, INFINITE_WEIGHT, passengerCar } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import type { MetricSnapshot } from '../metrics/metric-cache.ts'
import type { LivePathAttributeSpec, PathAttributeSpec } from '../metrics/path-attributes.ts'
import { makeRandomTown } from '../traffic/testing/town.ts'
import {
  makeSpeedCsv,
  openTrafficService,
  putFile,
  type TestTrafficService,
  toFeedPath,
} from '../traffic/testing/traffic-service.ts'
import type { MetricSpec, TrafficHandle } from './handles.ts'
import { type MetricOptions, Region } from './region.ts'
import { RegionDirectory } from './region-directory.ts'

const MINUTE = 60_000
const town = makeRandomTown(71)
const position = [41.003, -7.997]

let folder: TempDir
let clock: FakeClock
let opened: TestTrafficService
let file: string
let requests: MetricSpec[]
beforeEach(async () => {
  folder = await createTempDir()
  clock = new FakeClock('2026-11-16T08:05:00Z')
  file = toFeedPath(folder.path, 'feed')
  opened = openTrafficService(clock, folder.path, [town], { feeds: [file] })
  requests = []
})
afterEach(async () => {
  await opened.service.stop()
  await folder.dispose()
})

const maker = {
  customize: async (what: { dataset: string; spec: MetricSpec }) => {
    requests.push(what.spec)
    return opened.customizer.customize(what)
  },
  getMatchingData: async (what: { dataset: string }) => opened.customizer.getMatchingData(what),
  computePathAttributes: async (what: PathAttributeSpec) => opened.customizer.computePathAttributes(what),
  computeLivePathAttributes: async (what: LivePathAttributeSpec) => opened.customizer.computeLivePathAttributes(what),
  announceMatrices: async () => undefined,
}
const openRegion = (traffic?: TrafficHandle) => new Region({ ...town, traffic }, maker)
const now = (more: Partial<MetricOptions> = {}): MetricOptions => ({
  profile: defaultProfile,
  avoidAreas: [],
  departMs: clock.now(),
  nowMs: clock.now(),
  ...more,
})
const truck = { avoid: [], vehicle: { ...passengerCar, weightTons: 18 } }

async function speeds(slower: ReadonlyMap<number, number>): Promise<TrafficHandle> {
  await putFile(file, makeSpeedCsv(opened.customizer.get(town.dataset), slower), clock.now())
  return opened.runRound()
}
async function incidents(...list: object[]): Promise<TrafficHandle> {
  await putFile(file, JSON.stringify({ incidents: list }), clock.now())
  return opened.runRound()
}
async function startRegion(): Promise<void> {
  await opened.service.openMap(town.dataset)
  await opened.runRound()
}
const isClosed = ({ metric }: MetricSnapshot, arc: number) => metric.weights.arc[arc] === INFINITE_WEIGHT

describe('departure now', () => {
  beforeEach(startRegion)

  test('uses the metric of the current traffic immediately, and the next one as soon as it is published', async () => {
    const first = await speeds(new Map([[3, 4]]))
    const region = openRegion(first)
    expect(region.getMetricSnapshot(now())).toMatchObject({ metric: first.metric, traffic: first })
    expect(region.getMetricSnapshot(now())).toBe(region.getMetricSnapshot(now({ departMs: clock.now() + 14 * MINUTE })))
    const second = await speeds(new Map([[3, 0]]))
    region.useTraffic(second)
    expect(region.getMetricSnapshot(now())).toMatchObject({ metric: second.metric, traffic: second })
    expect([region.traffic, requests]).toEqual([second, []])
  })

  test('never goes back to older traffic', async () => {
    const [first, second] = [await speeds(new Map([[3, 4]])), await speeds(new Map([[3, 2]]))]
    const region = openRegion(second)
    region.useTraffic(first)
    region.useTraffic(undefined)
    expect(region.getMetricSnapshot(now())).toMatchObject({ traffic: { version: second.version } })
  })

  test('with another vehicle uses the previous snapshot while one with the same closures is customized', async () => {
    const region = openRegion(await speeds(new Map([[3, 4]])))
    const before = await region.getMetricSnapshot(now({ profile: truck }))
    const second = await speeds(new Map([[3, 2]]))
    region.useTraffic(second)
    const meanwhile = region.getMetricSnapshot(now({ profile: truck }))
    expect(meanwhile).toBe(before)
    await Promise.resolve(meanwhile)
    await new Promise((resolve) => setImmediate(resolve))
    expect(region.getMetricSnapshot(now({ profile: truck }))).toMatchObject({ traffic: { version: second.version } })
    expect(requests.map(({ traffic }) => traffic?.version)).toEqual([second.version - 1, second.version])
  })

  test('with another vehicle waits when other roads are closed', async () => {
    const region = openRegion(await speeds(new Map([[3, 4]])))
    await region.getMetricSnapshot(now({ profile: truck }))
    const second = await speeds(new Map([[3, 0]]))
    region.useTraffic(second)
    const waiting = region.getMetricSnapshot(now({ profile: truck }))
    expect(waiting).toBeInstanceOf(Promise)
    const snapshot = await waiting
    expect([snapshot.traffic?.version, isClosed(snapshot, 3)]).toEqual([second.version, true])
  })

  test('ignores traffic on request', async () => {
    const traffic = await speeds(new Map([[3, 0]]))
    const region = openRegion(traffic)
    const snapshot = await region.getMetricSnapshot(now({ traffic: 'ignored' }))
    expect([snapshot.traffic, isClosed(snapshot, 3)]).toEqual([undefined, false])
    expect(region.getMetricSnapshot(now())).toMatchObject({ traffic: { version: traffic.version } })
    expect(region.getMetricSnapshot(now({ traffic: 'ignored' }))).toBe(snapshot)
  })

  test('uses the older traffic it was given', async () => {
    const [first, second] = [await speeds(new Map([[3, 4]])), await speeds(new Map([[3, 0]]))]
    const region = openRegion(second)
    const snapshot = await region.getMetricSnapshot(now({ traffic: first }))
    expect([snapshot.traffic?.version, isClosed(snapshot, 3)]).toEqual([first.version, false])
    expect(region.getMetricSnapshot(now())).toMatchObject({ traffic: { version: second.version } })
  })
})

describe('later departure', () => {
  const closure = { kind: 'closure', at: position, starts_at: '2026-11-16T10:00:00Z', ends_at: '2026-11-16T11:00:00Z' }
  beforeEach(startRegion)

  test.each([
    ['at 09:40', '2026-11-16T09:40:00Z', false],
    ['in the quarter-hour before it begins', '2026-11-16T09:59:59Z', false],
    ['while it holds', '2026-11-16T10:30:00Z', true],
    ['when it begins', '2026-11-16T10:00:00Z', true],
    ['in the quarter-hour in which it ends', '2026-11-16T10:50:00Z', true],
    ['when it ends', '2026-11-16T11:00:00Z', false],
    ['at 11:20', '2026-11-16T11:20:00Z', false],
  ])('%s: applies the closures at departure', async (_when, departAt, closed) => {
    const traffic = await incidents(closure)
    const [arc = -1] = traffic.state.events.sectionArc
    const snapshot = await openRegion(traffic).getMetricSnapshot(now({ departMs: Date.parse(departAt) }))
    expect(isClosed(snapshot, arc)).toBe(closed)
  })

  test('avoids a forced event at any time, and only for that request', async () => {
    const traffic = await incidents(closure)
    const [arc = -1] = traffic.state.events.sectionArc
    const region = openRegion(traffic)
    expect(isClosed(await region.getMetricSnapshot(now()), arc)).toBe(false)
    expect(isClosed(await region.getMetricSnapshot(now({ forcedEvents: [0] })), arc)).toBe(true)
    expect(isClosed(await region.getMetricSnapshot(now()), arc)).toBe(false)
  })

  test('shares metrics within the same quarter hour, and lets live speeds fade', async () => {
    const traffic = await speeds(new Map([[3, 5]]))
    const region = openRegion(traffic)
    const at = (time: string) => region.getMetricSnapshot(now({ departMs: Date.parse(`2026-11-16T${time}Z`) }))
    const snapshots = [await at('08:31:00'), await at('08:44:59'), await at('08:45:00'), await at('10:00:00')]
    expect(snapshots[1]).toBe(snapshots[0])
    const empty = opened.customizer.get(town.dataset).map.network.arcs.weight[3] ?? 0
    const shares = snapshots.map(({ metric }) => ((metric.weights.arc[3] ?? 0) / empty - 1) / 4)
    // The metric moves in steps: the current step is 08:00–08:15, and 08:30–08:45 is half an hour later.
    expect(shares.map((share) => Math.round(share * 100) / 100)).toEqual([0.5, 0.5, 0.25, 0])
  })
})

describe('road durations', () => {
  test('depend on local time and on how far ahead the departure is', async () => {
    await startRegion()
    const region = openRegion(await speeds(new Map([[3, 5]])))
    const { traffic } = region
    const empty = opened.customizer.get(town.dataset).map.network.arcs.duration[3] ?? 0
    const slower = (ahead: number) =>
      traffic &&
      region.createArcTimes(region.map.network, traffic, clock.now() + ahead * MINUTE, clock.now()).duration(3, 0) /
        empty
    expect([0, 30, 60, -30].map((ahead) => Math.round(slower(ahead) ?? 0))).toEqual([5, 3, 1, 3])
    expect(region.toTripStart(Date.parse('2026-07-16T08:00:00Z'), 5)).toMatchObject({
      aheadMs: 5,
      utcOffsetSeconds: 3600,
    })
  })
})

describe('region directory', () => {
  beforeEach(startRegion)

  test('passes new traffic to an unchanged region immediately', async () => {
    const directory = new RegionDirectory(maker)
    const [first, second] = [await speeds(new Map([[3, 4]])), await speeds(new Map([[3, 0]]))]
    await directory.update([{ ...town, traffic: first }], clock.now())
    const [region] = directory.list()
    const adopting = directory.update([{ ...town, traffic: second }], clock.now())
    expect(region?.getMetricSnapshot(now())).toMatchObject({ traffic: { version: second.version } })
    await adopting
    expect(directory.list()).toEqual([region])
  })
})

test('customizes metrics under the traffic of either of two regions linked to one dataset', async () => {
  await startRegion()
  const traffic = await speeds(new Map([[3, 0]]))
  opened.customizer.add({ ...town, region: 'link' })
  const second = await opened.service.openMap(town.dataset)
  const [region, link] = [openRegion(traffic), openRegion(second)]
  const snapshots = [
    await region.getMetricSnapshot(now({ profile: truck })),
    await link.getMetricSnapshot(now({ profile: truck })),
  ]
  expect(snapshots.map((snapshot) => isClosed(snapshot, 3))).toEqual([true, true])
})
