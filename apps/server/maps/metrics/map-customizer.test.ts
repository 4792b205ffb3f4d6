import { defaultProfile } from '@fairway/road'
import { beforeEach, expect, test } from 'vitest'
import { MapTraffic } from '../traffic/map-traffic.ts'
import { makeRandomTown } from '../traffic/testing/town.ts'
import { MapCustomizer } from './map-customizer.ts'

const town = makeRandomTown(19)
const now = Date.parse('2026-11-16T08:07:00Z')

let customizer: MapCustomizer
beforeEach(() => {
  customizer = new MapCustomizer()
  customizer.add(town)
})

/** Publishes traffic 1 and then `count` more versions, `stepMs` apart. Each version has a size of `bytes`. */
function publish(count: number, stepMs: number, bytes = 0): void {
  const traffic = new MapTraffic(town.dataset, customizer.get(town.dataset))
  for (let version = 1; version <= count + 1; version++) {
    const { state } = traffic.takeSnapshot({ version, nowMs: now + version * stepMs, feeds: [], maxAgeMs: 0 })
    const live = bytes > 0 ? new Uint32Array(bytes / 4) : state.live
    customizer.addTrafficVersion(town.dataset, { version, state: { ...state, live } })
  }
}
const customizeWithFirstTraffic = () =>
  customizer.customize({
    dataset: town.dataset,
    spec: {
      profile: defaultProfile,
      activeConditions: [],
      avoidAreas: [],
      traffic: { version: 1, aheadMs: 0, forcedEvents: [] },
    },
  })

test('keeps metrics of earlier traffic while seven newer versions arrive, however long that takes', () => {
  publish(7, 3_600_000)
  expect(customizeWithFirstTraffic()).toBeDefined()
})

test('keeps metrics of earlier traffic for three minutes, however many versions arrive', () => {
  publish(60, 3000)
  expect(customizeWithFirstTraffic()).toBeDefined()
})

test('expires earlier traffic after three minutes', () => {
  publish(61, 3000)
  expect(customizeWithFirstTraffic).toThrow(`traffic 1 of ${town.dataset} is no longer available`)
})

test('expires earlier traffic sooner when traffic is large', () => {
  publish(8, 1000, 8 * 1024 * 1024)
  expect(customizeWithFirstTraffic).toThrow('is no longer available')
})

test('keeps the state of earlier traffic but not its metric, which is far larger', () => {
  const traffic = new MapTraffic(town.dataset, customizer.get(town.dataset))
  const handle = traffic.takeSnapshot({ version: 1, nowMs: now, feeds: [], maxAgeMs: 0 })
  expect(handle.metric).toBeDefined()
  customizer.addTrafficVersion(town.dataset, handle)
  expect(customizer.get(town.dataset).traffic).toEqual([{ version: 1, state: handle.state }])
})
