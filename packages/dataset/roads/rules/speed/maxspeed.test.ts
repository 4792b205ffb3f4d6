import { describe, expect, test } from 'vitest'
import { britain, germany, getForward, getRoad, unknownRegion } from '../testing.ts'
import { parseMaxspeed } from './maxspeed.ts'

const japan = { country: 'JP', leftHandTraffic: true }

describe('speed limit values', () => {
  test.each([
    ['50', unknownRegion, 50],
    ['50 km/h', unknownRegion, 50],
    ['50;70', unknownRegion, 50],
    ['30 mph', unknownRegion, 48.28],
    ['30mph', unknownRegion, 48.28],
    ['10 knots', unknownRegion, 18.52],
    ['none', unknownRegion, 140],
    ['walk', unknownRegion, 7],
    ['RO:urban', unknownRegion, 50],
    ['RO:trunk', unknownRegion, 100],
    ['FR:rural', unknownRegion, 80],
    ['CH:motorway', unknownRegion, 120],
    ['DE:motorway', unknownRegion, 140],
    ['GB:nsl_single', unknownRegion, 96.56],
    ['uk:nsl_dual', unknownRegion, 112.65],
    ['BE-VLG:rural', unknownRegion, 70],
    ['BE-WAL:rural', unknownRegion, 90],
    ['XX:rural', unknownRegion, 90],
    ['LV:living_street', unknownRegion, 20],
    ['DE:living_street', unknownRegion, 7],
    ['DE:zone:30', unknownRegion, 30],
    ['DE:zone30', unknownRegion, 30],
    ['FR:zone30', unknownRegion, 30],
    ['zone30', unknownRegion, 30],
    ['DE:30', unknownRegion, 30],
    ['GB:zone20', unknownRegion, 32.19],
    ['zone20', britain, 32.19],
    ['urban', germany, 50],
  ] as const)('%s', (text, place, kmh) => {
    expect(parseMaxspeed(text, place)).toBeCloseTo(kmh, 1)
  })

  test.each(['fast', 'signals', 'sign', 'variable', '0', '-50', '5000', 'urban', 'DE:', ':', 'DE:bicycle_road'])(
    'ignore "%s"',
    (text) => {
      expect(parseMaxspeed(text, unknownRegion)).toBeUndefined()
    },
  )
})

describe('applicable speed limit', () => {
  test.each([
    ['four fifths of the limit', { maxspeed: '60' }, 48, 48],
    ['even above the usual speed of the class', { highway: 'residential', maxspeed: '90' }, 72, 72],
    ['one direction', { 'maxspeed:forward': '60' }, 48, 65],
    ['the other direction', { maxspeed: '15', 'maxspeed:backward': '60' }, 12, 48],
    ['an advisory speed takes precedence', { maxspeed: '90', 'maxspeed:advisory': '45' }, 36, 36],
    ['an unreadable one is ignored', { 'maxspeed:advisory': 'slow', maxspeed: '50' }, 40, 40],
    ['signals use the speed of the class', { maxspeed: 'signals' }, 65, 65],
    ['source:maxspeed', { 'source:maxspeed': 'FR:urban' }, 40, 40],
    ['maxspeed before its source', { maxspeed: '30', 'source:maxspeed': 'FR:urban' }, 24, 24],
    ['maxspeed:type', { 'maxspeed:type': 'CH:rural' }, 64, 64],
    ['zone:maxspeed', { 'zone:maxspeed': 'DE:30' }, 24, 24],
    ['of lanes the fastest', { 'maxspeed:lanes': '100|80|' }, 80, 80],
    ['a limit for some hours is ignored', { maxspeed: '50', 'maxspeed:conditional': '30 @ (22:00-06:00)' }, 40, 40],
    ['a limit for rain is ignored', { 'maxspeed:conditional': '80 @ wet' }, 65, 65],
    ['a limit that always applies is used', { maxspeed: '50', 'maxspeed:conditional': '30 @ (24/7)' }, 24, 24],
    ['a movable bridge is slow', { bridge: 'movable' }, 5, 5],
  ])('%s', (_, tags, forward, backward) => {
    const road = getRoad(tags)
    expect([road.forward?.speedKmh, road.backward?.speedKmh]).toEqual([forward, backward])
  })

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
    ['winter_road', 20],
    ['ice_road', 15],
  ])('an untagged %s is driven at %d km/h', (highway, kmh) => {
    expect(getForward({ highway }).speedKmh).toBe(kmh)
  })

  test('is no higher than the law of a slow country where nothing is tagged', () => {
    expect(getForward({ highway: 'trunk' }, japan).speedKmh).toBe(60)
    expect(getForward({ highway: 'primary' }, germany).speedKmh).toBe(65)
    expect(getForward({ highway: 'trunk', maxspeed: '100' }, japan).speedKmh).toBe(80)
  })
})
