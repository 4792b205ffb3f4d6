import { ArcTraffic, closuresWhen, defaultProfile } from '@fairway/road'
import { drawTypical, slowWeights } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { MapCustomizer } from '../metrics/map-customizer.ts'
import type { PolledFeed } from './feed-poller.ts'
import { readContent } from './feeds/testing/reading.ts'
import { MapTraffic } from './map-traffic.ts'
import { makeRandomTown } from './testing/town.ts'
import { makeSpeedCsv } from './testing/traffic-service.ts'

const now = Date.parse('2026-11-16T08:07:00Z')
const MINUTE = 60_000
const MAX_AGE = 15 * MINUTE
const town = makeRandomTown(41)
const map = new MapCustomizer().add(town)
const { network } = map.map
const open = () => new MapTraffic(town.dataset, map)

async function feedOf(content: unknown, asOfMs: number | undefined = now): Promise<PolledFeed> {
  return { name: 'feed', content: await readContent(content), asOfMs, readAtMs: now, failure: undefined }
}
const slow = (...arcs: number[]) => makeSpeedCsv(map, new Map(arcs.map((arc) => [arc, 3])))
const takeSnapshot = (traffic: MapTraffic, feeds: readonly PolledFeed[], nowMs = now, version = 1) =>
  traffic.takeSnapshot({ version, nowMs, feeds, maxAgeMs: MAX_AGE })

describe('traffic snapshot', () => {
  test('combines all feeds, and its metric is computed from them', async () => {
    const incident = { kind: 'closure', at: [41.003, -7.997] }
    const feeds = [await feedOf(slow(3, 4, 5)), await feedOf({ incidents: [incident] })]
    const { state, incidents, metric, activeConditions, version } = takeSnapshot(open(), feeds, now, 7)
    expect([version, state.takenAtMs, incidents.length, activeConditions]).toEqual([7, now, 1, []])
    expect(state.events.sectionArc.length).toBeGreaterThan(0)
    const start = { departMs: now, aheadMs: 0, utcOffsetSeconds: 0 }
    const usual = closuresWhen(network, () => false)
    const { arc, turn } = slowWeights(network, state, start, defaultProfile, usual)
    expect([...metric.weights.arc]).toEqual([...arc])
    expect([...metric.weights.turn]).toEqual([...turn])
  })

  test('without data equals free flow', () => {
    const { state, incidents } = takeSnapshot(open(), [])
    expect([state.flags.some(Boolean), incidents]).toEqual([false, []])
  })

  test('omits feeds that were never read, and events elsewhere', async () => {
    const unread = { name: 'x', content: undefined, asOfMs: undefined, readAtMs: undefined, failure: undefined }
    const far = await feedOf({ incidents: [{ kind: 'closure', at: [10, 10] }] })
    const { state, incidents } = takeSnapshot(open(), [unread, far])
    expect([state.flags.some(Boolean), incidents]).toEqual([false, []])
  })

  test('keeps the location of an unchanged feed, and drops a removed feed', async () => {
    const traffic = open()
    const feed = await feedOf(slow(3))
    const content = feed.content ?? (await readContent(''))
    takeSnapshot(traffic, [feed])
    const located = traffic.findLocatedFeed(content)
    takeSnapshot(traffic, [{ ...feed, asOfMs: now + 1 }], now + MINUTE, 2)
    expect(traffic.findLocatedFeed(content)).toBe(located)
    expect(located?.speeds?.matchedCount).toBeGreaterThan(0)
    takeSnapshot(traffic, [], now + MINUTE, 3)
    expect(traffic.findLocatedFeed(content)).toBeUndefined()
  })

  test('weights speeds by their age', async () => {
    const traffic = open()
    const feed = await feedOf(slow(3), now - 1.5 * MAX_AGE)
    const empty = network.arcs.duration[3] ?? 0
    const live = (nowMs: number) => takeSnapshot(traffic, [feed], nowMs).state.live[3] ?? 0
    expect(Math.abs(live(now) - 2 * empty)).toBeLessThan(3)
    expect(Math.abs(live(now - MAX_AGE) - 3 * empty)).toBeLessThan(3)
    expect(takeSnapshot(traffic, [feed], now + MAX_AGE).state.flags[3]).toBe(0)
  })
})

describe('traffic rebuild', () => {
  const dueAfter = (feeds: readonly PolledFeed[], typical = false) => {
    const traffic = open()
    if (typical) traffic.typicalSpeeds = drawTypical(network.arcs.count, [{ arc: 1, begin: 0, length: 9, kmh: 20 }])
    takeSnapshot(traffic, feeds)
    return traffic.dueAtMs
  }

  test('is never due when there is no data', () => {
    expect(dueAfter([])).toBe(Number.POSITIVE_INFINITY)
  })

  test('is due when speeds begin to fade, but not for events or for data that stays fresh', async () => {
    expect(dueAfter([await feedOf(slow(3))])).toBe(now + 1.1 * MAX_AGE)
    const closure = { incidents: [{ kind: 'closure', at: [41.003, -7.997] }] }
    expect(dueAfter([await feedOf(closure)])).toBe(Number.POSITIVE_INFINITY)
    const fresh = { ...(await feedOf(slow(3))), asOfMs: undefined }
    expect(dueAfter([fresh])).toBe(Number.POSITIVE_INFINITY)
  })

  test('is due when an event begins or ends, whichever comes first', async () => {
    const times = { starts_at: '2026-11-16T08:12:00Z', ends_at: '2026-11-16T09:00:00Z' }
    const events = await feedOf({ incidents: [{ kind: 'closure', at: [41.003, -7.997], ...times }] })
    expect(dueAfter([events, await feedOf(slow(3))])).toBe(Date.parse(times.starts_at))
  })

  test('is due at the next quarter hour when there are typical speeds', async () => {
    expect(dueAfter([await feedOf(slow(3))], true)).toBe(Date.parse('2026-11-16T08:15:00Z'))
  })

  test('is due when faded data is confirmed', async () => {
    const traffic = open()
    const old = await feedOf(slow(3), now - 1.5 * MAX_AGE)
    takeSnapshot(traffic, [old])
    expect(traffic.isDue(now, [old], MAX_AGE)).toBe(false)
    expect(traffic.isDue(now, [{ ...old, asOfMs: now }], MAX_AGE)).toBe(true)
    takeSnapshot(traffic, [{ ...old, asOfMs: now }])
    expect(traffic.isDue(now, [{ ...old, asOfMs: now + 1 }], MAX_AGE)).toBe(false)
  })
})

test('counts the available data in its status', async () => {
  const traffic = open()
  traffic.typicalSpeeds = drawTypical(network.arcs.count, [
    { arc: 1, begin: 0, length: 9, kmh: 20 },
    { arc: 1, begin: 20, length: 9, kmh: 20 },
    { arc: 2, begin: 0, length: 9, kmh: 20 },
  ])
  const closed = makeSpeedCsv(map, new Map([[5, 0]]))
  const handle = takeSnapshot(
    traffic,
    [
      await feedOf(slow(3)),
      await feedOf(closed),
      await feedOf({ incidents: [{ kind: 'closure', at: [41.003, -7.997] }] }),
    ],
    now,
    9,
  )
  const count = (bit: number) => [...handle.state.flags].filter((flags) => (flags & bit) !== 0).length
  // The event closes all of its arcs, some of which a feed may already have closed.
  const { sectionArc } = handle.state.events
  const isToo = (arc: number) => ((handle.state.flags[arc] ?? 0) & ArcTraffic.closed) !== 0
  const byEvent = new Set([...sectionArc].filter((arc) => !isToo(arc))).size
  expect(byEvent).toBeGreaterThan(0)
  expect(traffic.toStatus(handle)).toEqual({
    dataset: town.dataset,
    version: 9,
    takenAtMs: now,
    liveArcCount: count(ArcTraffic.live),
    closedArcCount: count(ArcTraffic.closed) + byEvent,
    eventCount: 1,
    typicalArcCount: 2,
  })
  expect(Math.min(count(ArcTraffic.live), count(ArcTraffic.closed))).toBeGreaterThan(0)
})
