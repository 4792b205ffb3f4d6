import { mkdir, rm, symlink } from 'node:fs/promises'
import { ArcTraffic, INFINITE_WEIGHT, networkFingerprint } from '@fairway/road'
import { drawTypical } from '@fairway/road/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { startFeedServer } from './feeds/testing/feed-server.ts'
import { FeedStore } from './store/feed-store.ts'
import { TypicalSpeedStore } from './store/typical-speed-store.ts'
import { makeRandomTown } from './testing/town.ts'
import {
  makeSpeedCsv,
  openTrafficService,
  putFile,
  type TestTrafficService,
  toFeedPath,
} from './testing/traffic-service.ts'

const MINUTE = 60_000
const patiently = { timeout: 120_000, interval: 10 }
const [here, there] = [makeRandomTown(51), makeRandomTown(52)]
const server = startFeedServer()

let folder: TempDir
let clock: FakeClock
let file: string
const desks: TestTrafficService[] = []
beforeEach(async () => {
  folder = await createTempDir()
  clock = new FakeClock('2026-11-16T08:07:00Z')
  file = toFeedPath(folder.path, 'speeds.csv')
})
afterEach(async () => {
  for (const { service } of desks.splice(0)) await service.stop()
  await folder.dispose()
})

function open(options: Parameters<typeof openTrafficService>[3] = {}, maps = [here]): TestTrafficService {
  const opened = openTrafficService(clock, folder.path, maps, options)
  desks.push(opened)
  return opened
}
const slow = ({ customizer }: TestTrafficService, dataset: string, arc: number, times: number) =>
  putFile(file, makeSpeedCsv(customizer.get(dataset), new Map([[arc, times]])), clock.now())

describe('map with traffic', () => {
  test('has no traffic without feeds, and never gets any', async () => {
    const { service, published } = open()
    expect(await service.openMap(here.dataset)).toBeUndefined()
    await service.runRound()
    expect(published).toEqual([])
  })

  test('starts with the available traffic', async () => {
    const opened = open({ feeds: [file] })
    await slow(opened, here.dataset, 3, 4)
    await opened.service.start()
    const traffic = await opened.service.openMap(here.dataset)
    expect([traffic?.version, traffic?.state.flags[3]]).toEqual([1, ArcTraffic.live])
    expect(opened.reportedStatuses.at(-1)?.maps).toMatchObject([{ dataset: here.dataset, version: 1 }])
  })

  test('gets every change with a higher version, under which metrics can be requested', async () => {
    const opened = open({ feeds: [file] }, [here, there])
    await opened.service.openMap(here.dataset)
    await opened.service.openMap(there.dataset)
    await slow(opened, here.dataset, 3, 4)
    await opened.runRound()
    await slow(opened, here.dataset, 3, 0)
    await opened.runRound()
    expect(opened.published.map(({ dataset }) => dataset)).toEqual(
      [here, there, here, there].map(({ dataset }) => dataset),
    )
    const versions = opened.published.map(({ traffic }) => traffic.version)
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    const flags = opened.published
      .filter(({ dataset }) => dataset === here.dataset)
      .map(({ traffic }) => traffic.state.flags[3])
    expect(flags).toEqual([ArcTraffic.live, ArcTraffic.closed])
    for (const { dataset, traffic } of opened.published) {
      const moment = { version: traffic.version, aheadMs: 0, forcedEvents: [] }
      const spec = { profile: { avoid: [], vehicle: truck }, activeConditions: [], avoidAreas: [], traffic: moment }
      expect([...opened.customizer.customize({ dataset, spec }).weights.turn]).toEqual([...traffic.metric.weights.turn])
    }
  })
  const truck = {
    heightMeters: 2,
    widthMeters: 1.9,
    lengthMeters: 4.8,
    weightTons: 3,
    axleLoadTons: 1,
    hazardousGoods: false,
  }

  test('that is removed gets no more updates; the others do', async () => {
    const opened = open({ feeds: [file] }, [here, there])
    await opened.service.openMap(here.dataset)
    await opened.service.openMap(there.dataset)
    opened.service.removeMap(here.dataset)
    await slow(opened, there.dataset, 3, 4)
    await opened.runRound()
    expect(opened.published.map(({ dataset }) => dataset)).toEqual([there.dataset])
  })

  test('is published again after a failed publication, which does not block the others', async () => {
    let fails = true
    const heard: string[] = []
    const publish = async (dataset: string): Promise<void> => {
      if (fails && dataset === here.dataset) throw new Error('a thread has died')
      heard.push(dataset)
    }
    const opened = open({ feeds: [file], publish }, [here, there])
    await opened.service.openMap(here.dataset)
    await opened.service.openMap(there.dataset)
    await slow(opened, here.dataset, 3, 4)
    await vi.waitFor(async () => {
      await opened.service.runRound()
      expect(heard).toEqual([there.dataset])
    }, patiently)
    expect(opened.warnings).toEqual([`the traffic of ${here.dataset} could not be published: a thread has died`])
    fails = false
    clock.advance(1000)
    await opened.service.runRound()
    expect(heard).toEqual([there.dataset, here.dataset])
  })

  test('that fails to build does not block the others, and is tried again', async () => {
    const opened = open({ feeds: [file] }, [here, there])
    await opened.service.openMap(here.dataset)
    await opened.service.openMap(there.dataset)
    await slow(opened, there.dataset, 3, 4)
    opened.customizer.unload(here.dataset)
    await opened.runRound()
    expect(opened.published.map(({ dataset }) => dataset)).toEqual([there.dataset])
    expect(opened.warnings).toEqual([expect.stringContaining(`dataset ${here.dataset} is not loaded`)])
    opened.customizer.add(here)
    clock.advance(1000)
    await opened.service.runRound()
    expect(opened.published.at(-1)).toMatchObject({ dataset: here.dataset })
  })

  test('is published as empty when its last feed is removed', async () => {
    const store = new FeedStore(folder.path, clock.now)
    const opened = open()
    await opened.service.openMap(here.dataset)
    const csv = makeSpeedCsv(opened.customizer.get(here.dataset), new Map([[3, 4]]))
    await store.put('works', Buffer.from(csv), { source: 'x', untilMs: undefined })
    expect((await opened.runRound()).state.flags[3]).toBe(ArcTraffic.live)
    await store.remove('works')
    expect((await opened.runRound()).state.flags.some(Boolean)).toBe(false)
  })
})

describe('unchanged feeds', () => {
  test('have speeds that fade in steps to nothing, and their published status fades with them', async () => {
    const opened = open({ feeds: [file] })
    await opened.service.openMap(here.dataset)
    await slow(opened, here.dataset, 3, 11)
    const empty = opened.customizer.get(here.dataset).map.network.arcs.duration[3] ?? 0
    const liveSpeeds = [(await opened.runRound()).state.live[3] ?? 0]
    for (let minute = 1; minute <= 40; minute++) {
      const before = opened.published.length
      clock.advance(MINUTE)
      await opened.service.runRound()
      if (opened.published.length > before) liveSpeeds.push(opened.published.at(-1)?.traffic.state.live[3] ?? 0)
    }
    const shares = liveSpeeds.map((cs) => (cs - empty) / (10 * empty))
    expect(shares.slice(0, -1).map((share) => Math.round(share * 100) / 100)).toEqual([
      1, 0.87, 0.8, 0.67, 0.6, 0.47, 0.4, 0.27, 0.2, 0.07,
    ])
    expect(opened.published.at(-1)?.traffic.state.flags[3]).toBe(0)
    expect(opened.reportedStatuses.at(-1)?.maps).toMatchObject([
      { liveArcCount: 0, takenAtMs: opened.published.at(-1)?.traffic.state.takenAtMs },
    ])
  })

  test('have events that begin and end on time', async () => {
    const closure = {
      kind: 'closure',
      at: [41.003, -7.997],
      starts_at: '2026-11-16T08:10:00Z',
      ends_at: '2026-11-16T08:20:00Z',
    }
    await putFile(file, JSON.stringify({ incidents: [closure] }), clock.now())
    const opened = open({ feeds: [file] })
    await opened.service.start()
    const traffic = await opened.service.openMap(here.dataset)
    const closed = (weights?: Int32Array) => weights?.filter((weight) => weight >= INFINITE_WEIGHT).length ?? -1
    const usual = closed(traffic?.metric.weights.arc)
    const after = async (ms: number) => {
      clock.advance(ms)
      const before = opened.published.length
      await opened.service.runRound()
      return opened.published.length > before ? closed(opened.published.at(-1)?.traffic.metric.weights.arc) : undefined
    }
    expect(await after(3 * MINUTE - 1)).toBeUndefined()
    expect(await after(1)).toBeGreaterThan(usual)
    expect(await after(10 * MINUTE - 1)).toBeUndefined()
    expect(await after(1)).toBe(usual)
    expect(opened.published.at(-1)?.traffic.incidents).toEqual([])
  })

  test('restore faded speeds after a not-modified reply, and publish their status', async () => {
    server.respond = (response, { headers }) => {
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"1"' }).end(csv)
    }
    const opened = open({ feeds: [server.url()], refreshMs: 60 * MINUTE })
    const csv = makeSpeedCsv(opened.customizer.get(here.dataset), new Map([[3, 4]]))
    await opened.service.openMap(here.dataset)
    expect((await opened.runRound()).state.flags[3]).toBe(ArcTraffic.live)
    clock.advance(40 * MINUTE)
    expect((await opened.runRound()).state.flags[3]).toBe(0)
    clock.advance(20 * MINUTE)
    expect((await opened.runRound()).state.flags[3]).toBe(ArcTraffic.live)
    expect(opened.reportedStatuses.at(-1)?.feeds).toMatchObject([{ asOfMs: clock.now(), readAtMs: clock.now() }])
  })
})

test('does not republish maps after a not-modified reply, but updates the time of the feed', async () => {
  server.respond = (response, { headers }) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"' }).end('1,2,30\n')
  }
  const opened = open({ feeds: [server.url()] })
  await opened.service.openMap(here.dataset)
  await opened.runRound()
  clock.advance(MINUTE)
  await vi.waitFor(async () => {
    await opened.service.runRound()
    expect(opened.reportedStatuses.at(-1)?.feeds).toMatchObject([{ asOfMs: clock.now(), readAtMs: clock.now() }])
  }, patiently)
  expect(opened.published).toHaveLength(1)
})

describe('typical speeds', () => {
  const learn = async ({ customizer }: TestTrafficService, kmh: number) => {
    const { network } = customizer.get(here.dataset).map
    const runs = [{ arc: 3, begin: 0, length: 64, kmh }]
    await new TypicalSpeedStore(folder.path).write(
      here.dataset,
      networkFingerprint(network),
      drawTypical(network.arcs.count, runs),
    )
  }

  test('that were learned in the background are picked up at the next check, in shared memory', async () => {
    const opened = open()
    expect(await opened.service.openMap(here.dataset)).toBeUndefined()
    await learn(opened, 12)
    await opened.service.runRound()
    const first = opened.published[0]?.traffic
    expect(first?.state.typical?.first[4]).toBe(1)
    expect(first?.state.typical?.run.buffer).toBeInstanceOf(SharedArrayBuffer)
    await opened.service.runRound()
    expect(opened.published).toHaveLength(1)
    await learn(opened, 40)
    await opened.service.runRound()
    const second = opened.published[1]?.traffic
    expect(second?.state.typical?.speed[0]).toBeGreaterThan(first?.state.typical?.speed[0] ?? 255)
    expect(second?.metric.weights.arc[3]).toBeLessThan(first?.metric.weights.arc[3] ?? 0)
    expect(opened.reportedStatuses.at(-1)?.maps).toMatchObject([{ typicalArcCount: 1 }])
  })

  test('change every quarter hour', async () => {
    const opened = open()
    await learn(opened, 12)
    await opened.service.openMap(here.dataset)
    clock.advance(8 * MINUTE - 1)
    await opened.service.runRound()
    expect(opened.published).toHaveLength(0)
    clock.advance(1)
    await opened.service.runRound()
    expect(opened.published).toHaveLength(1)
  })

  test('that are damaged are skipped with a warning; deleted ones no longer apply', async () => {
    const opened = open()
    await learn(opened, 12)
    await opened.service.openMap(here.dataset)
    const damaged = `${folder.path}/traffic/typical/${here.dataset}.typical`
    await putFile(damaged, 'no speeds', 1.7e12)
    await opened.service.runRound()
    expect(opened.warnings).toEqual([expect.stringContaining(`the typical speeds of ${here.dataset} cannot be used`)])
    expect(opened.published.at(-1)?.traffic.state.typical).toBeUndefined()
    await rm(damaged)
    await learn(opened, 20)
    await opened.service.runRound()
    expect(opened.published.at(-1)?.traffic.state.typical).toBeDefined()
    expect(opened.warnings).toHaveLength(1)
  })
})

describe('traffic status', () => {
  test('reports for every feed its contents, its matches on a map, and its errors', async () => {
    const opened = open({ feeds: [file, toFeedPath(folder.path, 'none.csv')] })
    await opened.service.openMap(here.dataset)
    const csv = makeSpeedCsv(opened.customizer.get(here.dataset), new Map([[3, 4]]))
    await putFile(file, `${csv}7777777,8888888,50\n1,2,fast\n`, clock.now())
    await vi.waitFor(async () => {
      await opened.service.runRound()
      expect(opened.reportedStatuses.at(-1)?.feeds[0]?.matchedSegmentCount).toBeGreaterThan(0)
    }, patiently)
    const rows = csv.trim().split('\n').length
    const { feeds } = opened.service.getStatus()
    expect(feeds[0]).toMatchObject({
      name: file,
      segmentCount: rows + 1,
      matchedSegmentCount: rows,
      eventCount: 0,
      matchedEventCount: 0,
      skippedCount: 1,
    })
    expect(feeds[0]?.firstSkipReasons).toEqual([expect.stringMatching(/^line \d+: km\/h is "fast"/)])
    expect(feeds[1]).toMatchObject({
      readAtMs: undefined,
      segmentCount: 0,
      failure: { text: expect.stringMatching(/^there is no such file/) },
    })
  })

  test('is published once per change, and not without one', async () => {
    const opened = open({ feeds: [file] })
    await opened.service.openMap(here.dataset)
    await slow(opened, here.dataset, 3, 4)
    await opened.runRound()
    const statusCount = opened.reportedStatuses.length
    for (let round = 0; round < 5; round++) await opened.service.runRound()
    expect(opened.reportedStatuses).toHaveLength(statusCount)
    await putFile(file, '<html>', clock.now() + 1)
    await opened.runRound()
    expect(opened.reportedStatuses.at(-1)?.feeds[0]).toMatchObject({
      failure: { text: expect.stringMatching(/web page/) },
      segmentCount: expect.any(Number),
    })
    expect(opened.published.at(-1)?.traffic.state.flags[3], 'its last content stays in use').toBe(ArcTraffic.live)
  })
})

test('reports an unreadable store once; configured feeds still apply', async () => {
  const opened = open({ feeds: [file] })
  await opened.service.openMap(here.dataset)
  await mkdir(`${folder.path}/traffic`, { recursive: true })
  await symlink('feeds', `${folder.path}/traffic/feeds`)
  await slow(opened, here.dataset, 3, 4)
  expect((await opened.runRound()).state.flags[3]).toBe(ArcTraffic.live)
  for (let round = 0; round < 3; round++) await opened.service.runRound()
  expect(opened.warnings).toEqual([expect.stringMatching(/^the loaded feeds cannot be read: ELOOP/)])
})

test('checks feeds periodically until it is stopped', async () => {
  const opened = open({ feeds: [file] })
  await opened.service.start()
  await opened.service.openMap(here.dataset)
  await slow(opened, here.dataset, 3, 4)
  await expect.poll(() => opened.published.at(-1)?.traffic.state.flags[3]).toBe(ArcTraffic.live)
})
