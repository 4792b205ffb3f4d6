import { defaultProfile, passengerCar } from '@fairway/road'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMaps, type TestMaps } from '../../../../tests/support/maps/maps.ts'
import { publishMap, square } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import type { MetricSpec, RegionHandle } from './handles.ts'
import { type MetricOptions, Region } from './region.ts'
import { RegionDirectory } from './region-directory.ts'

let folder: TempDir
let maps: TestMaps
let requests: MetricSpec[]
beforeAll(async () => {
  folder = await createTempDir()
  const closedOnFridays = { 'motor_vehicle:conditional': 'no @ (Fr 06:00-16:00)' }
  await publishMap(folder.path, 'small', square([-34.9, -56.2], closedOnFridays))
  await publishMap(folder.path, 'other', square([10, 20]))
  maps = await openMaps(folder.path)
})
afterAll(() => folder.dispose())

function handleOf(region: string): RegionHandle {
  const handle = maps.regions.find((one) => one.region === region)
  if (!handle) throw new Error(`no region ${region}`)
  return handle
}
function openRegion(handle = handleOf('small')): Region {
  requests = []
  return new Region(handle, {
    ...maps,
    customize(what) {
      requests.push(what.spec)
      return maps.customize(what)
    },
  })
}

const thursday = Date.parse('2026-11-19T12:00:00Z')
const friday = Date.parse('2026-11-20T12:00:00Z')
const metricOptions: MetricOptions = { profile: defaultProfile, avoidAreas: [], departMs: thursday, nowMs: thursday }

describe('metric for a request', () => {
  test('is requested once, then cached', async () => {
    const region = openRegion()
    const metric = await region.getMetricSnapshot(metricOptions)
    expect(region.getMetricSnapshot(metricOptions)).toBe(metric)
    expect(region.getMetricSnapshot({ ...metricOptions, departMs: thursday + 3_600_000 })).toBe(metric)
    expect(requests).toEqual([{ profile: defaultProfile, activeConditions: [], avoidAreas: [] }])
  })

  test('differs while other rules are active, and is reused afterwards', async () => {
    const region = openRegion()
    const metric = await region.getMetricSnapshot(metricOptions)
    const onFriday = await region.getMetricSnapshot({ ...metricOptions, departMs: friday })
    expect(onFriday).not.toBe(metric)
    expect(region.getMetricSnapshot(metricOptions)).toBe(metric)
    expect(region.getMetricSnapshot({ ...metricOptions, departMs: friday + 60_000 })).toBe(onFriday)
    expect(requests.map(({ activeConditions }) => activeConditions.length)).toEqual([0, 1])
  })

  test('changes at the minute a rule begins, in local time of the region', async () => {
    const region = openRegion()
    const opens = Date.parse('2026-11-20T09:00:00Z')
    const before = await region.getMetricSnapshot({ ...metricOptions, departMs: opens - 1 })
    expect(region.getMetricSnapshot({ ...metricOptions, departMs: opens })).toBeInstanceOf(Promise)
    expect(region.getMetricSnapshot({ ...metricOptions, departMs: opens - 1 })).toBe(before)
  })

  test('differs by vehicle and avoided features, not by notation', async () => {
    const region = openRegion()
    const truck = { avoid: [], vehicle: { ...passengerCar, weightTons: 40 } }
    const metrics = [
      await region.getMetricSnapshot(metricOptions),
      await region.getMetricSnapshot({ ...metricOptions, profile: truck }),
      await region.getMetricSnapshot({ ...metricOptions, profile: { avoid: ['tolls'], vehicle: passengerCar } }),
      await region.getMetricSnapshot({
        ...metricOptions,
        avoidAreas: [
          [
            [1, 1],
            [1, 2],
            [2, 2],
          ],
        ],
      }),
    ]
    expect(new Set(metrics).size).toBe(4)
    expect(region.getMetricSnapshot({ ...metricOptions, profile: structuredClone(truck) })).toBe(metrics[1])
    expect(
      region.getMetricSnapshot({
        ...metricOptions,
        avoidAreas: [
          [
            [1, 1],
            [1, 2],
            [2, 2],
          ],
        ],
      }),
    ).toBe(metrics[3])
    expect(region.getMetricSnapshot(metricOptions)).toBe(metrics[0])
  })

  test('is cached for the twelve most recently used', async () => {
    const region = openRegion()
    const getSnapshot = (tons: number) =>
      region.getMetricSnapshot({
        ...metricOptions,
        profile: { avoid: [], vehicle: { ...passengerCar, weightTons: tons } },
      })
    for (let tons = 1; tons <= 12; tons++) await getSnapshot(tons)
    expect(getSnapshot(1)).not.toBeInstanceOf(Promise)
    await getSnapshot(13)
    expect(getSnapshot(1)).not.toBeInstanceOf(Promise)
    expect(getSnapshot(2)).toBeInstanceOf(Promise)
  })

  test('is requested again after a failure', async () => {
    let fails = true
    const region = new Region(handleOf('small'), {
      ...maps,
      customize: (what) => (fails ? Promise.reject(new Error('customization failed')) : maps.customize(what)),
    })
    await expect(region.getMetricSnapshot(metricOptions)).rejects.toThrow('customization failed')
    fails = false
    await region.getMetricSnapshot(metricOptions)
    expect(region.getMetricSnapshot(metricOptions)).not.toBeInstanceOf(Promise)
  })
})

describe('coverage', () => {
  /** Margin of about one kilometer, in degrees. */
  const margin = 0.009

  test.each([
    ['inside', -34.902, -56.198, true],
    ['on the border', -34.9, -56.2, true],
    ['a little north', -34.8911, -56.198, true],
    ['too far north', -34.8909, -56.198, false],
    ['too far south', -34.9131, -56.198, false],
    ['a little west: a degree is shorter there', -34.902, -56.2109, true],
    ['too far west', -34.902, -56.2111, false],
    ['too far east', -34.902, -56.1839, false],
  ])('%s', (_title, latitude, longitude, covered) => {
    expect(openRegion().covers(latitude, longitude, margin)).toBe(covered)
  })

  test('handles a map across the antimeridian', () => {
    const boundingBox = { south: -18, west: 179, north: -16, east: -179 }
    const region = openRegion({ ...handleOf('small'), boundingBox })
    const at = (longitude: number) => region.covers(-17, longitude, margin)
    expect([179.5, -179.5, 180, -180, 178.995].map(at)).toEqual([true, true, true, true, true])
    expect([178.9, -178.9, 0].map(at)).toEqual([false, false, false])
  })

  test('handles a pole', () => {
    const boundingBox = { south: 89, west: -180, north: 90, east: 180 }
    expect(openRegion({ ...handleOf('small'), boundingBox }).covers(90, 12, margin)).toBe(true)
  })
})

describe('region directory', () => {
  const directory = () => new RegionDirectory(maps)

  test('lists the smallest map first, in any order of loading', async () => {
    const small = handleOf('small')
    const large = { ...handleOf('other'), boundingBox: { south: 0, west: 0, north: 20, east: 40 } }
    const pacific = { ...large, region: 'pacific', boundingBox: { south: 0, west: 179, north: 20, east: -179 } }
    const names = async (handles: RegionHandle[]) => {
      const regions = directory()
      await regions.update(handles, thursday)
      return regions.list().map(({ handle }) => handle.region)
    }
    expect(await names([large, pacific, small])).toEqual(['small', 'pacific', 'other'])
    expect(await names([small, pacific, large])).toEqual(['small', 'pacific', 'other'])
  })

  test('keeps unchanged regions, and removed ones stay usable for requests that use them', async () => {
    const regions = directory()
    await regions.update([handleOf('small'), handleOf('other')], thursday)
    const findRegion = (name: string) => regions.list().find(({ handle }) => handle.region === name)
    const [small, other] = [findRegion('small'), findRegion('other')]
    await regions.update([handleOf('other')], thursday)
    expect(regions.list()).toEqual([other])
    await small?.getMetricSnapshot(metricOptions)
  })

  test('has only unusable maps while it has none, but the server has or cannot tell', async () => {
    let health = async () => ({ hasMaps: false })
    const regions = new RegionDirectory(maps, () => health())
    expect(await regions.hasOnlyUnusableMaps()).toBe(false)
    health = async () => ({ hasMaps: true })
    expect(await regions.hasOnlyUnusableMaps()).toBe(true)
    health = () => Promise.reject(new Error('the folder cannot be read'))
    expect(await regions.hasOnlyUnusableMaps()).toBe(true)
    await regions.update([handleOf('small')], thursday)
    expect(await regions.hasOnlyUnusableMaps()).toBe(false)
    await regions.update([], thursday)
    const { region, dataset, attribution, boundingBox } = handleOf('small')
    regions.useRemote([{ region, dataset, attribution, boundingBox, trafficVersion: 0 }])
    expect(await regions.hasOnlyUnusableMaps()).toBe(false)
  })

  test('treats two regions linked to one dataset as two regions', async () => {
    const regions = directory()
    const linked = { ...handleOf('small'), region: 'link' }
    await regions.update([handleOf('small'), linked], thursday)
    await regions.update([handleOf('small'), linked], thursday)
    expect(regions.list().map(({ handle }) => handle.region)).toEqual(['small', 'link'])
  })
})
