import { defaultProfile, INFINITE_WEIGHT, passengerCar } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import type { RegionDrive } from '../metrics/metric-cache.ts'
import type { LiveMeasureSpec, MeasureSpec } from '../metrics/path-attributes.ts'
import { csvOf, feedFile, openDesk, putFile, type TestDesk } from '../traffic/testing/desk.ts'
import { randomTown } from '../traffic/testing/town.ts'
import type { MetricSpec, TrafficHandle } from './handles.ts'
import { type DriveOptions, Region } from './region.ts'
import { RegionDirectory } from './region-directory.ts'

const MINUTE = 60_000
const town = randomTown(71)
const place = [41.003, -7.997]

let folder: TempDir
let clock: FakeClock
let opened: TestDesk
let file: string
let asked: MetricSpec[]
beforeEach(async () => {
  folder = await createTempDir()
  clock = new FakeClock('2026-11-16T08:05:00Z')
  file = feedFile(folder.path, 'feed')
  opened = openDesk(clock, folder.path, [town], { feeds: [file] })
  asked = []
})
afterEach(async () => {
  await opened.desk.stop()
  await folder.dispose()
})

const maker = {
  weigh: async (what: { dataset: string; spec: MetricSpec }) => {
    asked.push(what.spec)
    return opened.workshop.weigh(what)
  },
  matching: async (what: { dataset: string }) => opened.workshop.matching(what),
  measure: async (what: MeasureSpec) => opened.workshop.measure(what),
  measureLive: async (what: LiveMeasureSpec) => opened.workshop.measureLive(what),
  expectMatrices: async () => undefined,
}
const openRegion = (traffic?: TrafficHandle) => new Region({ ...town, traffic }, maker)
const now = (more: Partial<DriveOptions> = {}): DriveOptions => ({
  profile: defaultProfile,
  avoidAreas: [],
  departMs: clock.now(),
  nowMs: clock.now(),
  ...more,
})
const truck = { avoid: [], vehicle: { ...passengerCar, weightTons: 18 } }

async function speeds(slower: ReadonlyMap<number, number>): Promise<TrafficHandle> {
  await putFile(file, csvOf(opened.workshop.get(town.dataset), slower), clock.now())
  return opened.next()
}
async function incidents(...list: object[]): Promise<TrafficHandle> {
  await putFile(file, JSON.stringify({ incidents: list }), clock.now())
  return opened.next()
}
async function begin(): Promise<void> {
  await opened.desk.open(town.dataset)
  await opened.next()
}
const isClosed = ({ metric }: RegionDrive, arc: number) => metric.weights.arc[arc] === INFINITE_WEIGHT

describe('departure now', () => {
  beforeEach(begin)

  test('uses the metric of the current traffic immediately, and the next one as soon as it is published', async () => {
    const first = await speeds(new Map([[3, 4]]))
    const region = openRegion(first)
    expect(region.driveFor(now())).toMatchObject({ metric: first.metric, traffic: first })
    expect(region.driveFor(now())).toBe(region.driveFor(now({ departMs: clock.now() + 14 * MINUTE })))
    const second = await speeds(new Map([[3, 0]]))
    region.useTraffic(second)
    expect(region.driveFor(now())).toMatchObject({ metric: second.metric, traffic: second })
    expect([region.traffic, asked]).toEqual([second, []])
  })

  test('never goes back to older traffic', async () => {
    const [first, second] = [await speeds(new Map([[3, 4]])), await speeds(new Map([[3, 2]]))]
    const region = openRegion(second)
    region.useTraffic(first)
    region.useTraffic(undefined)
    expect(region.driveFor(now())).toMatchObject({ traffic: { version: second.version } })
  })

  test('with another vehicle uses the previous snapshot while one with the same closures is customized', async () => {
    const region = openRegion(await speeds(new Map([[3, 4]])))
    const before = await region.driveFor(now({ profile: truck }))
    const second = await speeds(new Map([[3, 2]]))
    region.useTraffic(second)
    const meanwhile = region.driveFor(now({ profile: truck }))
    expect(meanwhile).toBe(before)
    await Promise.resolve(meanwhile)
    await new Promise((resolve) => setImmediate(resolve))
    expect(region.driveFor(now({ profile: truck }))).toMatchObject({ traffic: { version: second.version } })
    expect(asked.map(({ traffic }) => traffic?.version)).toEqual([second.version - 1, second.version])
  })

  test('with another vehicle waits when other roads are closed', async () => {
    const region = openRegion(await speeds(new Map([[3, 4]])))
    await region.driveFor(now({ profile: truck }))
    const second = await speeds(new Map([[3, 0]]))
    region.useTraffic(second)
    const waiting = region.driveFor(now({ profile: truck }))
    expect(waiting).toBeInstanceOf(Promise)
    const drive = await waiting
    expect([drive.traffic?.version, isClosed(drive, 3)]).toEqual([second.version, true])
  })

  test('ignores traffic on request', async () => {
    const traffic = await speeds(new Map([[3, 0]]))
    const region = openRegion(traffic)
    const drive = await region.driveFor(now({ traffic: 'ignored' }))
    expect([drive.traffic, isClosed(drive, 3)]).toEqual([undefined, false])
    expect(region.driveFor(now())).toMatchObject({ traffic: { version: traffic.version } })
    expect(region.driveFor(now({ traffic: 'ignored' }))).toBe(drive)
  })

  test('uses the older traffic it was given', async () => {
    const [first, second] = [await speeds(new Map([[3, 4]])), await speeds(new Map([[3, 0]]))]
    const region = openRegion(second)
    const drive = await region.driveFor(now({ traffic: first }))
    expect([drive.traffic?.version, isClosed(drive, 3)]).toEqual([first.version, false])
    expect(region.driveFor(now())).toMatchObject({ traffic: { version: second.version } })
  })
})

describe('later departure', () => {
  const closure = { kind: 'closure', at: place, starts_at: '2026-11-16T10:00:00Z', ends_at: '2026-11-16T11:00:00Z' }
  beforeEach(begin)

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
    const [arc = -1] = traffic.state.events.placeArc
    const drive = await openRegion(traffic).driveFor(now({ departMs: Date.parse(departAt) }))
    expect(isClosed(drive, arc)).toBe(closed)
  })

  test('avoids a forced event at any time, and only for that request', async () => {
    const traffic = await incidents(closure)
    const [arc = -1] = traffic.state.events.placeArc
    const region = openRegion(traffic)
    expect(isClosed(await region.driveFor(now()), arc)).toBe(false)
    expect(isClosed(await region.driveFor(now({ forced: [0] })), arc)).toBe(true)
    expect(isClosed(await region.driveFor(now()), arc)).toBe(false)
  })

  test('shares metrics within the same quarter hour, and lets live speeds fade', async () => {
    const traffic = await speeds(new Map([[3, 5]]))
    const region = openRegion(traffic)
    const at = (time: string) => region.driveFor(now({ departMs: Date.parse(`2026-11-16T${time}Z`) }))
    const drives = [await at('08:31:00'), await at('08:44:59'), await at('08:45:00'), await at('10:00:00')]
    expect(drives[1]).toBe(drives[0])
    const empty = opened.workshop.get(town.dataset).map.network.arcs.weight[3] ?? 0
    const shares = drives.map(({ metric }) => ((metric.weights.arc[3] ?? 0) / empty - 1) / 4)
    // It is half an hour from 08:00–08:15, which is now, to 08:30–08:45.
    expect(shares.map((share) => Math.round(share * 100) / 100)).toEqual([0.5, 0.5, 0.25, 0])
  })
})

describe('road durations', () => {
  test('depend on local time and on how far ahead the departure is', async () => {
    await begin()
    const region = openRegion(await speeds(new Map([[3, 5]])))
    const { traffic } = region
    const empty = opened.workshop.get(town.dataset).map.network.arcs.duration[3] ?? 0
    const slower = (ahead: number) =>
      traffic && region.timesFrom(traffic, clock.now() + ahead * MINUTE, clock.now()).duration(3, 0) / empty
    expect([0, 30, 60, -30].map((ahead) => Math.round(slower(ahead) ?? 0))).toEqual([5, 3, 1, 3])
    expect(region.startAt(Date.parse('2026-07-16T08:00:00Z'), 5)).toMatchObject({ aheadMs: 5, utcOffsetSeconds: 3600 })
  })
})

describe('region directory', () => {
  beforeEach(begin)

  test('passes new traffic to an unchanged region immediately', async () => {
    const directory = new RegionDirectory(maker)
    const [first, second] = [await speeds(new Map([[3, 4]])), await speeds(new Map([[3, 0]]))]
    await directory.adopt([{ ...town, traffic: first }], clock.now())
    const [region] = directory.list()
    const adopting = directory.adopt([{ ...town, traffic: second }], clock.now())
    expect(region?.driveFor(now())).toMatchObject({ traffic: { version: second.version } })
    await adopting
    expect(directory.list()).toEqual([region])
  })
})

test('customizes metrics under the traffic of either of two regions linked to one dataset', async () => {
  await begin()
  const traffic = await speeds(new Map([[3, 0]]))
  opened.workshop.add({ ...town, region: 'link' })
  const second = await opened.desk.open(town.dataset)
  const [region, link] = [openRegion(traffic), openRegion(second)]
  const drives = [await region.driveFor(now({ profile: truck })), await link.driveFor(now({ profile: truck }))]
  expect(drives.map((drive) => isClosed(drive, 3))).toEqual([true, true])
})
