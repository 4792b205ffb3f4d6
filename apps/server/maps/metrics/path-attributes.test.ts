import { defaultProfile } from '@fairway/road'
import { beforeEach, describe, expect, test } from 'vitest'
import { Region } from '../regions/region.ts'
import { MapTraffic } from '../traffic/map-traffic.ts'
import { randomTown } from '../traffic/testing/town.ts'
import { MapWorkshop } from './map-customizer.ts'
import type { RegionDrive } from './metric-cache.ts'
import { type LiveMeasureSpec, type MeasureSpec, regularCs } from './path-attributes.ts'

const town = randomTown(17)
const now = Date.parse('2026-11-16T08:07:00Z')

let workshop: MapWorkshop
let asked: MeasureSpec[]
let askedLive: LiveMeasureSpec[]
let expected: number
let fails: boolean
beforeEach(() => {
  workshop = new MapWorkshop()
  workshop.add(town)
  asked = []
  askedLive = []
  expected = 0
  fails = false
})

const openRegion = (traffic?: ReturnType<MapTraffic['snapshot']>) =>
  new Region(
    { ...town, traffic },
    {
      weigh: async (what) => workshop.weigh(what),
      matching: async (what) => workshop.matching(what),
      measure: async (what) => {
        asked.push(what)
        if (fails) throw new Error('the workshop is away')
        return workshop.measure(what)
      },
      measureLive: async (what) => {
        askedLive.push(what)
        return workshop.measureLive(what)
      },
      expectMatrices: async () => {
        expected++
      },
    },
  )
const driveOn = (region: Region): Promise<RegionDrive> =>
  Promise.resolve(region.driveFor({ profile: defaultProfile, avoidAreas: [], departMs: now, nowMs: now }))
const snapshot = (nowMs = now) =>
  new MapTraffic(town.dataset, workshop.get(town.dataset)).snapshot({ version: 1, nowMs, feeds: [], maxAgeMs: 0 })

describe('path attributes of a metric snapshot', () => {
  test('are requested once for its exact metric, then cached', async () => {
    const region = openRegion()
    const drive = await driveOn(region)
    const both = [region.measuresFor(drive, 'usual', now), region.measuresFor(drive, 'usual', now)]
    const [made] = await Promise.all(both)
    expect(region.measuresFor(drive, 'usual', now)).toBe(made)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.metric).toBe(drive.metric)
  })

  test('differ for roads without traffic', async () => {
    const region = openRegion()
    const drive = await driveOn(region)
    const [usual, free] = [
      await region.measuresFor(drive, 'usual', now),
      await region.measuresFor(drive, 'free-flow', now),
    ]
    expect(free).not.toBe(usual)
    expect(asked.map(({ kind }) => kind)).toEqual(['usual', 'free-flow'])
  })

  test('are requested again after a failure', async () => {
    const region = openRegion()
    const drive = await driveOn(region)
    fails = true
    await expect(region.measuresFor(drive, 'usual', now)).rejects.toThrow('away')
    fails = false
    await expect(region.measuresFor(drive, 'usual', now)).resolves.toBeDefined()
    expect(asked).toHaveLength(2)
  })
})

describe('expected matrices', () => {
  test('are announced once a minute', async () => {
    const region = openRegion()
    const drive = await driveOn(region)
    for (const ms of [0, 1000, 59_999, 60_000, 61_000]) await region.measuresFor(drive, 'usual', now + ms)
    expect(expected).toBe(2)
  })

  test('get their path attributes with the traffic for ten minutes', () => {
    expect(snapshot().measures).toBeUndefined()
    workshop.expectMatrices(town.dataset, now)
    expect(snapshot().measures).toBeDefined()
    expect(snapshot(now + 599_999).measures).toBeDefined()
    expect(snapshot(now + 600_000).measures).toBeUndefined()
  })

  test('do not request path attributes that came with the traffic', async () => {
    workshop.expectMatrices(town.dataset, now)
    const traffic = snapshot()
    const region = openRegion(traffic)
    const drive = await driveOn(region)
    for (const ms of [0, 1000, 1_800_000]) {
      expect(region.liveMeasuresFor(drive, traffic, now + ms, now + ms)).toBe(traffic.measures)
    }
    expect(askedLive).toEqual([])
  })
})

describe('live path attributes', () => {
  /** Notified to the customization worker, as the service does. */
  const publish = () => {
    const traffic = snapshot()
    workshop.noteTraffic(town.dataset, traffic)
    return traffic
  }
  const HOUR = 3_600_000

  test('are shared by all requests that depart now, and computed again when they would expire', async () => {
    const traffic = publish()
    const region = openRegion(traffic)
    const drive = await driveOn(region)
    const take = (ms: number) => region.liveMeasuresFor(drive, traffic, now + ms, now + ms)
    const [first] = await Promise.all([take(0), take(1), take(60_000)])
    expect(take(HOUR)).toBe(first)
    expect(askedLive).toHaveLength(1)
    const later = await take(HOUR + 1)
    expect(later).not.toBe(first)
    expect(askedLive.map(({ start }) => start.departMs - now)).toEqual([0, HOUR])
  })

  test('are separate for a later departure', async () => {
    const traffic = publish()
    const region = openRegion(traffic)
    const drive = await driveOn(region)
    const ahead = await region.liveMeasuresFor(drive, traffic, now + 600_000, now)
    expect(askedLive.map(({ start }) => start.aheadMs)).toEqual([600_000])
    expect(ahead.fadeCs).toBe((HOUR - 600_000) / 10)
    expect(regularCs(ahead, now + 600_000)).toBe(HOUR / 5)
    expect(region.liveMeasuresFor(drive, traffic, now + 600_000, now)).toBe(ahead)
    expect(region.liveMeasuresFor(drive, traffic, now, now)).toBeInstanceOf(Promise)
  })

  test('fade for one hour, last for two, and do not apply to earlier departures', async () => {
    const traffic = publish()
    const region = openRegion(traffic)
    const measures = await region.liveMeasuresFor(await driveOn(region), traffic, now, now)
    expect(measures.fadeCs).toBe(HOUR / 10)
    expect(regularCs(measures, now)).toBe(HOUR / 5)
    expect(regularCs(measures, now + 1.5 * HOUR)).toBe(HOUR / 20)
    expect(regularCs(measures, now - 1)).toBe(0)
  })
})
