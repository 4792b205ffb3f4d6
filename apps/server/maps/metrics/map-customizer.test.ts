import { defaultProfile } from '@fairway/road'
import { beforeEach, expect, test } from 'vitest'
import { MapTraffic } from '../traffic/map-traffic.ts'
import { randomTown } from '../traffic/testing/town.ts'
import { MapWorkshop } from './map-customizer.ts'

const town = randomTown(19)
const now = Date.parse('2026-11-16T08:07:00Z')

let workshop: MapWorkshop
beforeEach(() => {
  workshop = new MapWorkshop()
  workshop.add(town)
})

/** Publishes traffic 1 and then this many more versions, `stepMs` apart. `bytes` is the size of each. */
function publish(count: number, stepMs: number, bytes = 0): void {
  const traffic = new MapTraffic(town.dataset, workshop.get(town.dataset))
  for (let version = 1; version <= count + 1; version++) {
    const { state } = traffic.snapshot({ version, nowMs: now + version * stepMs, feeds: [], maxAgeMs: 0 })
    const live = bytes > 0 ? new Uint32Array(bytes / 4) : state.live
    workshop.noteTraffic(town.dataset, { version, state: { ...state, live } })
  }
}
const weighUnderFirst = () =>
  workshop.weigh({
    dataset: town.dataset,
    spec: {
      profile: defaultProfile,
      holds: [],
      avoidAreas: [],
      traffic: { version: 1, aheadMs: 0, forced: [] },
    },
  })

test('keeps metrics of earlier traffic while seven newer versions arrive, however long that takes', () => {
  publish(7, 3_600_000)
  expect(weighUnderFirst()).toBeDefined()
})

test('keeps metrics of earlier traffic for three minutes, however many versions arrive', () => {
  publish(60, 3000)
  expect(weighUnderFirst()).toBeDefined()
})

test('expires earlier traffic after three minutes', () => {
  publish(61, 3000)
  expect(weighUnderFirst).toThrow(`traffic 1 of ${town.dataset} is no longer available`)
})

test('expires earlier traffic sooner when traffic is large', () => {
  publish(8, 1000, 8 * 1024 * 1024)
  expect(weighUnderFirst).toThrow('is no longer available')
})
