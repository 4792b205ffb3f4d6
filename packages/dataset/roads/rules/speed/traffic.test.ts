import { RoadFlag } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { britain, getForward, getRoad, type TagTable, unknownRegion } from '../testing.ts'

const hasFlag = (tags: TagTable, flag: number, place = unknownRegion) => (getRoad(tags, place).flags & flag) !== 0

describe('carpool roads', () => {
  test.each<[TagTable, boolean]>([
    [{ hov: 'designated' }, true],
    [{ access: 'hov' }, true],
    [{ 'hov:lanes': 'designated|designated' }, true],
    [{ 'hov:lanes': 'designated|' }, false],
    [{ 'hov:lanes': 'designated|no' }, false],
    [{ hov: 'lane' }, false],
    [{ hov: 'yes' }, false],
  ])('%o', (tags, only) => {
    expect(getForward(tags).isRestricted).toBe(only)
    expect(hasFlag(tags, RoadFlag.hovOnly)).toBe(only)
  })

  test('restrict only the tagged direction, without the carpool flag for the road', () => {
    const tags = { 'hov:lanes:backward': 'designated' }
    expect(getRoad(tags)).toMatchObject({ forward: { isRestricted: false }, backward: { isRestricted: true } })
    expect(hasFlag(tags, RoadFlag.hovOnly)).toBe(false)
  })
})

describe('goods vehicles', () => {
  test.each<[TagTable, boolean]>([
    [{ hgv: 'no' }, true],
    [{ hgv: 'destination' }, true],
    [{ hgv: 'delivery' }, true],
    [{ hgv: 'designated' }, false],
    [{ motor_vehicle: 'no', motorcar: 'yes' }, true],
    [{ motor_vehicle: 'no', motorcar: 'yes', hgv: 'yes' }, false],
    [{ motor_vehicle: 'destination' }, false],
    [{}, false],
  ])('%o', (tags, excluded) => {
    expect(getForward(tags).noGoodsVehicles).toBe(excluded)
  })

  test('can be banned in one direction', () => {
    expect(getRoad({ 'hgv:backward': 'no' })).toMatchObject({
      forward: { noGoodsVehicles: false },
      backward: { noGoodsVehicles: true },
    })
  })

  test.each<[TagTable, boolean]>([
    [{ hazmat: 'no' }, true],
    [{ hazmat: 'designated' }, false],
  ])('applies hazardous goods tags: %o', (tags, excluded) => {
    expect(getForward(tags).noHazardousGoods).toBe(excluded)
  })
})

describe('road flags', () => {
  test.each<[TagTable, number, boolean]>([
    [{ toll: 'yes' }, RoadFlag.toll, true],
    [{ toll: 'yes', 'toll:motorcar': 'no' }, RoadFlag.toll, false],
    [{ 'toll:motorcar': 'yes' }, RoadFlag.toll, true],
    [{ 'toll:hgv': 'yes' }, RoadFlag.toll, false],
    [{ toll: 'snowmobile' }, RoadFlag.toll, false],
    [{ 'toll:forward': 'yes' }, RoadFlag.toll, true],
    [{ tunnel: 'yes' }, RoadFlag.tunnel, true],
    [{ tunnel: 'building_passage' }, RoadFlag.tunnel, false],
    [{ tunnel: 'no' }, RoadFlag.tunnel, false],
    [{ bridge: 'viaduct' }, RoadFlag.bridge, true],
    [{ bridge: 'no' }, RoadFlag.bridge, false],
    [{ ford: 'yes' }, RoadFlag.ford, true],
    [{ highway: 'motorway' }, RoadFlag.motorway, true],
    [{ highway: 'trunk', motorroad: 'yes' }, RoadFlag.motorway, true],
    [{ highway: 'trunk' }, RoadFlag.motorway, false],
    [{ highway: 'service', service: 'driveway' }, RoadFlag.minorService, true],
    [{ highway: 'service' }, RoadFlag.minorService, false],
    [{ junction: 'roundabout' }, RoadFlag.roundabout, true],
    [{ junction: 'circular' }, RoadFlag.circular, true],
    [{ driving_side: 'left' }, RoadFlag.leftHandTraffic, true],
  ])('%o', (tags, flag, set) => {
    expect(hasFlag(tags, flag)).toBe(set)
  })

  test('set the driving side by country unless the road has a tag', () => {
    expect(hasFlag({}, RoadFlag.leftHandTraffic, britain)).toBe(true)
    expect(hasFlag({ driving_side: 'right' }, RoadFlag.leftHandTraffic, britain)).toBe(false)
  })
})

describe('road penalties, which raise the weight and not the duration', () => {
  test.each<[TagTable, number]>([
    [{}, 1],
    [{ highway: 'service', service: 'alley' }, 2],
    [{ highway: 'service', service: 'parking_aisle' }, 2],
    [{ highway: 'service', service: 'drive-through' }, 2],
    [{ lanes: '1' }, 2],
    [{ lanes: '1', oneway: 'yes' }, 1],
    [{ lanes: '-3' }, 1],
    [{ width: '3' }, 2],
    [{ width: '3.5' }, 1 / 0.6],
    [{ width: `9'` }, 2],
    [{ width: '4.5 m' }, 1 / 0.75],
    [{ width: '5.5' }, 1.25],
    [{ width: '7' }, 1],
    [{ width: '3', oneway: 'yes' }, 1],
    [{ lane_markings: 'no' }, 1 / 0.75],
    [{ side_road: 'rotary' }, 1.25],
    [{ priority: 'backward' }, 1 / 0.7],
    [{ priority: 'forward' }, 1],
    [{ lanes: '1', width: '5', side_road: 'yes' }, 2],
  ])('%o', (tags, factor) => {
    expect(getForward(tags).weightFactor).toBeCloseTo(factor, 9)
  })
})
