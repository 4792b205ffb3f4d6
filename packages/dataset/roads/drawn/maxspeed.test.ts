import { describe, test } from 'vitest'
import type { Point } from '../../testing/drawing.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { drawStreet, kilometerSeconds } from '../../testing/shapes.ts'

/** Expected driving speed as a share of the speed limit. */
const SHARE = 0.8
const MPH = 1.609344

const origins: Record<string, Point> = {
  Germany: [52.5, 13.4],
  Britain: [52.5, -1.5],
  Japan: [36.2, 138.2],
  Monaco: [43.7385, 7.4246],
  Romania: [45.7, 25.3],
  Bolivia: [-17.4, -65.5],
}

async function expectSpeed(tags: Tags, kmh: number, at?: Point): Promise<void> {
  const map = await drawStreet(tags, {}, at ? { origin: at } : {})
  expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(kmh))
}

describe('tagged speed limit', () => {
  test.each<[string, number]>([
    ['50', 50],
    ['100', 100],
    ['30 mph', 30 * MPH],
    ['30mph', 30 * MPH],
    ['10 knots', 18.52],
    ['50; 40', 50],
    ['none', 140],
    ['walk', 7],
  ])('maxspeed=%s is driven at four fifths of it', (maxspeed, limit) => expectSpeed({ maxspeed }, limit * SHARE))

  test('takes precedence over the road class, higher or lower', async () => {
    await expectSpeed({ highway: 'residential', maxspeed: '80' }, 64)
    await expectSpeed({ highway: 'motorway', maxspeed: '60' }, 48)
  })

  test.each(['signals', 'sign', 'fast', '', '0', '-50', '500'])(
    'maxspeed=%s is ignored in favor of the road class',
    (maxspeed) => expectSpeed({ maxspeed }, 65),
  )

  test('applies per direction', async () => {
    const map = await drawStreet({ maxspeed: '100', 'maxspeed:forward': '50', 'maxspeed:backward': '25' })
    expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(40))
    expectRoute(map, 'B', 'A').takesSeconds(kilometerSeconds(20))
  })

  test('takes an advisory speed before the posted limit', () =>
    expectSpeed({ maxspeed: '80', 'maxspeed:advisory': '50' }, 40))

  test('per lane uses the fastest lane', () => expectSpeed({ 'maxspeed:lanes': '60|80|50' }, 64))

  test('per lane ranks below the limit of the road', () =>
    expectSpeed({ maxspeed: '50', 'maxspeed:lanes': '80|80' }, 40))
})

describe('conditional speed limit', () => {
  test('for some hours or rain is ignored', async () => {
    await expectSpeed({ maxspeed: '80', 'maxspeed:conditional': '30 @ (Mo-Fr 07:00-17:00)' }, 64)
    await expectSpeed({ maxspeed: '80', 'maxspeed:conditional': '50 @ wet' }, 64)
  })

  test('that always applies is used', () => expectSpeed({ maxspeed: '80', 'maxspeed:conditional': '50 @ (24/7)' }, 40))
})

describe('zone and named speed limits', () => {
  test.each<[Tags, number]>([
    [{ maxspeed: 'DE:zone:30' }, 30],
    [{ maxspeed: 'FR:zone30' }, 30],
    [{ 'zone:maxspeed': 'DE:30' }, 30],
    [{ 'maxspeed:type': 'GB:zone20' }, 20 * MPH],
    [{ maxspeed: 'RO:urban' }, 50],
    [{ maxspeed: 'RO:rural' }, 90],
    [{ maxspeed: 'RO:trunk' }, 100],
    [{ maxspeed: 'RO:motorway' }, 130],
    [{ 'source:maxspeed': 'FR:rural' }, 80],
    [{ 'maxspeed:type': 'GB:nsl_single' }, 60 * MPH],
    [{ 'maxspeed:type': 'GB:nsl_dual' }, 70 * MPH],
    [{ maxspeed: 'DE:living_street' }, 7],
    [{ maxspeed: 'FR:living_street' }, 20],
  ])('%j', (tags, limit) => expectSpeed(tags, limit * SHARE))

  test('rank below a number', () => expectSpeed({ maxspeed: '40', 'source:maxspeed': 'DE:zone:30' }, 32))

  test('without a country use that of the position', async () => {
    await expectSpeed({ maxspeed: 'rural' }, 90 * SHARE, origins.Romania)
    await expectSpeed({ maxspeed: 'rural' }, 100 * SHARE, origins.Germany)
    await expectSpeed({ 'maxspeed:type': 'zone20' }, 20 * MPH * SHARE, origins.Britain)
  })

  test('are ignored in the middle of the sea', () => expectSpeed({ maxspeed: 'rural' }, 65))
})

describe('roads without a speed limit', () => {
  test.each([
    ['motorway', 90],
    ['motorway_link', 45],
    ['trunk', 85],
    ['trunk_link', 40],
    ['primary', 65],
    ['primary_link', 30],
    ['secondary', 55],
    ['secondary_link', 25],
    ['tertiary', 40],
    ['tertiary_link', 20],
    ['unclassified', 25],
    ['residential', 25],
    ['living_street', 10],
    ['service', 15],
  ])('of class %s are driven at %i km/h', (highway, kmh) => expectSpeed({ highway }, kmh))

  test('are not driven faster than the law of the country', async () => {
    await expectSpeed({ highway: 'primary' }, 60, origins.Japan)
    await expectSpeed({ highway: 'trunk' }, 60, origins.Japan)
    await expectSpeed({ highway: 'motorway' }, 80, origins.Bolivia)
    await expectSpeed({ highway: 'primary' }, 50, origins.Monaco)
  })

  test('use the class where the law allows more', async () => {
    await expectSpeed({ highway: 'primary' }, 65, origins.Germany)
    await expectSpeed({ highway: 'motorway' }, 90, origins.Germany)
  })

  test('are slow on average on a movable bridge', () => expectSpeed({ bridge: 'movable' }, 5))
})
