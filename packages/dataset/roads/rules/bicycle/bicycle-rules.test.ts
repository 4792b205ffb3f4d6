import { describe, expect, test } from 'vitest'
import { canPass, describeWay } from '../paths/testing.ts'
import { britain, type TagTable, unknownRegion } from '../testing.ts'
import { bicycleRules } from './bicycle-rules.ts'
import { bicycleTurnSeconds } from './bicycle-speed.ts'

function speedOf(tags: TagTable): number | undefined {
  return bicycleRules.readWay(new Map(Object.entries(tags)), unknownRegion)?.forward?.speedKmh
}

describe('ways for bicycles', () => {
  test.each<[TagTable, string]>([
    [{ highway: 'footway', indoor: 'yes' }, 'closed'],
    [{ highway: 'footway', indoor: 'yes', foot: 'yes' }, 'push'],
    [{ highway: 'cycleway', indoor: 'yes' }, 'closed'],
    [{ highway: 'cycleway', indoor: 'yes', bicycle: 'yes' }, 'ride'],
    [{ highway: 'primary' }, 'ride'],
    [{ highway: 'cycleway' }, 'ride'],
    [{ highway: 'path' }, 'ride'],
    [{ highway: 'footway' }, 'push'],
    [{ highway: 'pedestrian' }, 'push'],
    [{ highway: 'steps' }, 'push'],
    [{ highway: 'motorway' }, 'closed'],
    [{ highway: 'trunk' }, 'closed'],
    [{ highway: 'bridleway' }, 'closed'],
    [{ highway: 'bridleway', foot: 'yes' }, 'push'],
    [{ highway: 'pier' }, 'closed'],
    [{ man_made: 'pier' }, 'push'],
    [{ highway: 'footway', bicycle: 'yes' }, 'ride'],
    [{ highway: 'footway', foot: 'no' }, 'closed'],
    [{ highway: 'motorway', bicycle: 'yes' }, 'ride/closed'],
    [{ highway: 'motorway', cycleway: 'track' }, 'ride/closed'],
    [{ highway: 'runway', vehicle: 'yes' }, 'ride'],
    [{ highway: 'runway', motor_vehicle: 'yes' }, 'closed'],
    [{ highway: 'residential', vehicle: 'destination' }, 'ride'],
    [{ highway: 'residential', vehicle: 'customers' }, '~ride'],
    [{ highway: 'footway', bicycle: 'destination' }, 'push'],
    [{ highway: 'footway', vehicle: 'private', bicycle: 'dismount' }, 'push'],
    [{ highway: 'residential', bicycle: 'dismount' }, 'push'],
    [{ highway: 'residential', bicycle: 'no' }, 'closed'],
    [{ highway: 'residential', bicycle: 'no', foot: 'yes' }, 'push'],
    [{ highway: 'residential', access: 'no', bicycle: 'yes' }, 'ride'],
    [{ highway: 'primary', motorroad: 'yes' }, 'closed'],
    [{ highway: 'primary', 'cycleway:right': 'separate' }, 'closed'],
    [{ highway: 'primary', 'cycleway:right': 'separate', bicycle: 'yes' }, 'ride'],
    [{ highway: 'primary', bicycle: 'use_sidepath' }, 'closed'],
    [{ railway: 'train', bicycle: 'yes' }, 'train'],
    [{ railway: 'train' }, 'closed'],
    [{ railway: 'construction', bicycle: 'yes' }, 'closed'],
    [{ route: 'ferry' }, 'ferry'],
    [{ highway: 'path', 'mtb:scale': '1' }, 'ride'],
    [{ highway: 'path', 'mtb:scale': '2' }, 'push'],
    [{ highway: 'path', sac_scale: 'mountain_hiking' }, 'push'],
  ])('%j: %s', (tags, expected) => {
    expect(describeWay(bicycleRules, tags)).toBe(expected)
  })
})

describe('one-way streets', () => {
  test.each<[TagTable, string]>([
    [{ oneway: 'yes' }, 'ride/push'],
    [{ oneway: '-1' }, 'push/ride'],
    [{ oneway: 'yes', foot: 'no' }, 'ride/closed'],
    [{ oneway: 'yes', 'oneway:bicycle': 'no' }, 'ride'],
    [{ oneway: 'no', 'oneway:bicycle': 'yes' }, 'ride/push'],
    [{ junction: 'roundabout' }, 'ride/closed'],
    [{ junction: 'roundabout', oneway: 'no' }, 'ride'],
    [{ oneway: 'yes', cycleway: 'opposite' }, 'ride'],
    [{ oneway: 'yes', 'cycleway:left': 'opposite_lane' }, 'ride'],
    [{ oneway: 'yes', 'cycleway:left': 'track' }, 'ride/push'],
    [{ oneway: 'yes', 'cycleway:left': 'track', 'cycleway:left:oneway': 'no' }, 'ride'],
    [{ oneway: 'yes', 'cycleway:right': 'lane', 'cycleway:right:oneway': '-1' }, 'ride'],
    [{ 'vehicle:forward': 'agricultural' }, 'closed/ride'],
  ])('%j: %s', (tags, expected) => {
    expect(describeWay(bicycleRules, { highway: 'residential', ...tags })).toBe(expected)
  })
})

describe('speeds', () => {
  test('depend on the ground and on limits below the speed of a rider', () => {
    expect(speedOf({ highway: 'residential' })).toBe(17)
    expect(speedOf({ highway: 'residential', maxspeed: '100' })).toBe(17)
    expect(speedOf({ highway: 'residential', maxspeed: '10' })).toBe(10)
    expect(speedOf({ highway: 'track', tracktype: 'grade5' })).toBe(6)
    expect(speedOf({ highway: 'cycleway', surface: 'sand' })).toBe(3)
    expect(speedOf({ highway: 'footway', surface: 'asphalt' })).toBe(4)
    expect(speedOf({ highway: 'steps' })).toBe(2)
  })

  test('main roads have a higher weight, which a lane lowers', () => {
    const factorOf = (tags: TagTable) =>
      bicycleRules.readWay(new Map(Object.entries(tags)), unknownRegion)?.forward?.weightFactor ?? 0
    const primary = factorOf({ highway: 'primary' })
    const withLane = factorOf({ highway: 'primary', cycleway: 'lane' })
    expect(primary).toBeGreaterThan(withLane)
    const residential = factorOf({ highway: 'residential' })
    expect(factorOf({ highway: 'residential', cycleway: 'lane' })).toBeLessThan(residential)
    expect(withLane).toBeGreaterThan(factorOf({ highway: 'residential', cycleway: 'lane' }))
  })

  test('paths without cars have a lower weight, and even lower with fewer pedestrians', () => {
    const factorOf = (tags: TagTable) =>
      bicycleRules.readWay(new Map(Object.entries(tags)), unknownRegion)?.forward?.weightFactor ?? 0
    const paths: TagTable[] = [
      { highway: 'cycleway' },
      { highway: 'cycleway', foot: 'designated', segregated: 'yes' },
      { highway: 'path', foot: 'designated', bicycle: 'designated' },
      { highway: 'residential' },
      { highway: 'service', service: 'driveway' },
    ]
    const factors = paths.map(factorOf)
    expect(factors).toEqual([...new Set(factors)].sort((a, b) => a - b))
  })

  test('put the lane of a two-way road on the side of the traffic', () => {
    const road = (region: typeof britain) =>
      bicycleRules.readWay(
        new Map([
          ['highway', 'primary'],
          ['cycleway:left', 'lane'],
        ]),
        region,
      )
    const british = road(britain)
    expect(british?.forward?.weightFactor).toBeLessThan(british?.backward?.weightFactor ?? 0)
    const other = road(unknownRegion)
    expect(other?.backward?.weightFactor).toBeLessThan(other?.forward?.weightFactor ?? 0)
  })

  test('lose more time in a turn across the traffic', () => {
    expect(bicycleTurnSeconds(0, false, false)).toBe(0)
    expect(bicycleTurnSeconds(-90, false, false)).toBeGreaterThan(bicycleTurnSeconds(90, false, false))
    expect(bicycleTurnSeconds(-90, true, false)).toBeCloseTo(bicycleTurnSeconds(90, false, false))
    expect(bicycleTurnSeconds(180, false, true)).toBeGreaterThan(20)
  })
})

describe('barriers', () => {
  test.each<[TagTable, boolean]>([
    [{ barrier: 'bollard' }, true],
    [{ barrier: 'cycle_barrier' }, true],
    [{ barrier: 'turnstile' }, false],
    [{ barrier: 'wall' }, false],
    [{ barrier: 'wall', bicycle: 'yes' }, true],
    [{ access: 'no' }, false],
    [{ vehicle: 'no', bicycle: 'yes' }, true],
    [{ highway: 'crossing', bicycle: 'no' }, true],
  ])('%j: %s', (tags, expected) => {
    expect(canPass(bicycleRules, tags)).toBe(expected)
  })
})
