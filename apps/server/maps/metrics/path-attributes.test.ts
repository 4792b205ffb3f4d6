import { defaultProfile } from '@fairway/road'
import { beforeEach, describe, expect, test } from 'vitest'
import { Region } from '../regions/region.ts'
import { MapTraffic } from '../traffic/map-traffic.ts'
import { makeRandomTown } from '../traffic/testing/town.ts'
import { MapCustomizer } from './map-customizer.ts'
import type { MetricSnapshot } from './metric-cache.ts'
import { getRemainingValidCs, type LivePathAttributeSpec, type PathAttributeSpec } from './path-attributes.ts'

const town = makeRandomTown(17)
const now = Date.parse('2026-11-16T08:07:00Z')

let customizer: MapCustomizer
let requests: PathAttributeSpec[]
let liveRequests: LivePathAttributeSpec[]
let expected: number
let fails: boolean
beforeEach(() => {
  customizer = new MapCustomizer()
  customizer.add(town)
  requests = []
  liveRequests = []
  expected = 0
  fails = false
})

const openRegion = (traffic?: ReturnType<MapTraffic['takeSnapshot']>) =>
  new Region(
    { ...town, traffic },
    {
      customize: async (what) => customizer.customize(what),
      getMatchingData: async (what) => customizer.getMatchingData(what),
      computePathAttributes: async (what) => {
        requests.push(what)
        if (fails) throw new Error('customization failed')
        return customizer.computePathAttributes(what)
      },
      computeLivePathAttributes: async (what) => {
        liveRequests.push(what)
        return customizer.computeLivePathAttributes(what)
      },
      announceMatrices: async () => {
        expected++
      },
    },
  )
const getSnapshot = (region: Region): Promise<MetricSnapshot> =>
  Promise.resolve(region.getMetricSnapshot({ profile: defaultProfile, avoidAreas: [], departMs: now, nowMs: now }))
const snapshot = (nowMs = now) =>
  new MapTraffic(town.dataset, customizer.get(town.dataset)).takeSnapshot({ version: 1, nowMs, feeds: [], maxAgeMs: 0 })

describe('path attributes of a metric snapshot', () => {
  test('are requested once for its exact metric, then cached', async () => {
    const region = openRegion()
    const metricSnapshot = await getSnapshot(region)
    const both = [
      region.getPathAttributes(metricSnapshot, 'usual', now),
      region.getPathAttributes(metricSnapshot, 'usual', now),
    ]
    const [made] = await Promise.all(both)
    expect(region.getPathAttributes(metricSnapshot, 'usual', now)).toBe(made)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.metric).toBe(metricSnapshot.metric)
  })

  test('differ for roads without traffic', async () => {
    const region = openRegion()
    const metricSnapshot = await getSnapshot(region)
    const [usual, free] = [
      await region.getPathAttributes(metricSnapshot, 'usual', now),
      await region.getPathAttributes(metricSnapshot, 'free-flow', now),
    ]
    expect(free).not.toBe(usual)
    expect(requests.map(({ kind }) => kind)).toEqual(['usual', 'free-flow'])
  })

  test('are requested again after a failure', async () => {
    const region = openRegion()
    const metricSnapshot = await getSnapshot(region)
    fails = true
    await expect(region.getPathAttributes(metricSnapshot, 'usual', now)).rejects.toThrow('customization failed')
    fails = false
    await expect(region.getPathAttributes(metricSnapshot, 'usual', now)).resolves.toBeDefined()
    expect(requests).toHaveLength(2)
  })
})

describe('expected matrices', () => {
  test('are announced once a minute', async () => {
    const region = openRegion()
    const metricSnapshot = await getSnapshot(region)
    for (const ms of [0, 1000, 59_999, 60_000, 61_000])
      await region.getPathAttributes(metricSnapshot, 'usual', now + ms)
    expect(expected).toBe(2)
  })

  test('get their path attributes with the traffic for ten minutes', () => {
    expect(snapshot().liveAttributes).toBeUndefined()
    customizer.announceMatrices(town.dataset, now)
    expect(snapshot().liveAttributes).toBeDefined()
    expect(snapshot(now + 599_999).liveAttributes).toBeDefined()
    expect(snapshot(now + 600_000).liveAttributes).toBeUndefined()
  })

  test('do not request path attributes that came with the traffic', async () => {
    customizer.announceMatrices(town.dataset, now)
    const traffic = snapshot()
    const region = openRegion(traffic)
    const metricSnapshot = await getSnapshot(region)
    for (const ms of [0, 1000, 1_800_000]) {
      expect(region.getLivePathAttributes(metricSnapshot, traffic, now + ms, now + ms)).toBe(traffic.liveAttributes)
    }
    expect(liveRequests).toEqual([])
  })
})

describe('live path attributes', () => {
  /** Takes a traffic snapshot and adds it to the customizer, as the service does. */
  const publish = () => {
    const traffic = snapshot()
    customizer.addTrafficVersion(town.dataset, traffic)
    return traffic
  }
  const HOUR = 3_600_000

  test('are shared by all requests that depart now, and computed again when they would expire', async () => {
    const traffic = publish()
    const region = openRegion(traffic)
    const metricSnapshot = await getSnapshot(region)
    const getAttributesAt = (ms: number) => region.getLivePathAttributes(metricSnapshot, traffic, now + ms, now + ms)
    const [first] = await Promise.all([getAttributesAt(0), getAttributesAt(1), getAttributesAt(60_000)])
    expect(getAttributesAt(HOUR)).toBe(first)
    expect(liveRequests).toHaveLength(1)
    const later = await getAttributesAt(HOUR + 1)
    expect(later).not.toBe(first)
    expect(liveRequests.map(({ start }) => start.departMs - now)).toEqual([0, HOUR])
  })

  test('are separate for a later departure', async () => {
    const traffic = publish()
    const region = openRegion(traffic)
    const metricSnapshot = await getSnapshot(region)
    const futureAttributes = await region.getLivePathAttributes(metricSnapshot, traffic, now + 600_000, now)
    expect(liveRequests.map(({ start }) => start.aheadMs)).toEqual([600_000])
    expect(futureAttributes.fadeCs).toBe((HOUR - 600_000) / 10)
    expect(getRemainingValidCs(futureAttributes, now + 600_000)).toBe(HOUR / 5)
    expect(region.getLivePathAttributes(metricSnapshot, traffic, now + 600_000, now)).toBe(futureAttributes)
    expect(region.getLivePathAttributes(metricSnapshot, traffic, now, now)).toBeInstanceOf(Promise)
  })

  test('fade for one hour, last for two, and do not apply to earlier departures', async () => {
    const traffic = publish()
    const region = openRegion(traffic)
    const attributes = await region.getLivePathAttributes(await getSnapshot(region), traffic, now, now)
    expect(attributes.fadeCs).toBe(HOUR / 10)
    expect(getRemainingValidCs(attributes, now)).toBe(HOUR / 5)
    expect(getRemainingValidCs(attributes, now + 1.5 * HOUR)).toBe(HOUR / 20)
    expect(getRemainingValidCs(attributes, now - 1)).toBe(0)
  })
})
