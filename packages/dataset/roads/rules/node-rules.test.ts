import { NodeFlag } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { findNode, type TagTable } from './testing.ts'

describe('barriers', () => {
  test.each<[TagTable, boolean]>([
    [{ barrier: 'bollard' }, true],
    [{ barrier: 'bollard', bollard: 'removable' }, true],
    [{ barrier: 'bollard', bollard: 'rising' }, false],
    [{ barrier: 'gate' }, false],
    [{ barrier: 'lift_gate' }, false],
    [{ barrier: 'swing_gate' }, false],
    [{ barrier: 'toll_booth' }, false],
    [{ barrier: 'wall' }, true],
    [{ barrier: 'fence' }, true],
    [{ barrier: 'fence', sensory: 'audible' }, false],
    [{ barrier: 'block' }, true],
    [{ barrier: 'some_tag' }, true],
    [{ barrier: 'kerb' }, true],
    [{ barrier: 'kerb', kerb: 'raised' }, true],
    [{ barrier: 'kerb', kerb: 'lowered' }, false],
    [{ barrier: 'kerb', highway: 'crossing' }, false],
    [{ access: 'no' }, true],
    [{ motorcar: 'no', access: 'yes' }, true],
    [{ barrier: 'gate', access: 'no' }, true],
    [{ barrier: 'gate', access: 'agricultural' }, true],
    [{ barrier: 'gate', access: 'private' }, false],
    [{ barrier: 'wall', access: 'yes' }, false],
    [{ barrier: 'bollard', bicycle: 'yes' }, true],
    [{ barrier: 'bollard', motor_vehicle: 'destination' }, false],
  ])('%o blocks: %s', (tags, isBlocked) => {
    expect(findNode(tags)?.isBlocked ?? false).toBe(isBlocked)
  })

  test.each(['cattle_grid', 'border_control', 'sally_port', 'entrance', 'arch', 'no'])(
    '%s has no effect on a driver',
    (barrier) => {
      expect(findNode({ barrier })).toBeUndefined()
    },
  )

  test('charge a gate in both directions, unless it is tagged as open', () => {
    expect(findNode({ barrier: 'gate' })).toMatchObject({ delayForwardSeconds: 30, delayBackwardSeconds: 30 })
    expect(findNode({ barrier: 'lift_gate' })).toMatchObject({ delayForwardSeconds: 15 })
    expect(findNode({ barrier: 'gate', access: 'yes' })).toBeUndefined()
  })

  test('limit a private gate to destination traffic', () => {
    expect(findNode({ barrier: 'gate', access: 'private' })).toMatchObject({ isBlocked: false, isRestricted: true })
    expect(findNode({ barrier: 'bollard' })).toMatchObject({ isBlocked: true, isRestricted: false })
  })

  test('block a gate outside its opening hours', () => {
    expect(findNode({ barrier: 'gate', opening_hours: '07:00-19:00' })).toMatchObject({
      isBlocked: true,
      timed: [{ when: '07:00-19:00', opens: true }],
    })
    expect(findNode({ barrier: 'bollard', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' })).toMatchObject({
      isBlocked: true,
      isRestricted: false,
      timed: [{ when: '06:00-10:00', opens: true }],
    })
  })

  test('do not close a road by the working hours of a toll booth', () => {
    expect(findNode({ barrier: 'toll_booth', opening_hours: '06:00-22:00' })).toMatchObject({
      isBlocked: false,
      timed: [],
      flags: NodeFlag.tollBooth,
    })
  })

  test('limit the vehicle size at a height restrictor, and at a sign on a node', () => {
    expect(findNode({ barrier: 'height_restrictor', maxheight: '1.9' })?.limits).toEqual({ heightMeters: 1.9 })
    expect(findNode({ maxweight: '3.5' })?.limits).toEqual({ weightTons: 3.5 })
    expect(findNode({ barrier: 'height_restrictor', maxheight: 'default' })).toBeUndefined()
  })
})

describe('signs and signals', () => {
  test.each<[TagTable, number, number, number]>([
    [{ highway: 'traffic_signals' }, NodeFlag.signals, 2, 2],
    [{ highway: 'traffic_signals', 'traffic_signals:direction': 'forward' }, NodeFlag.signals, 2, 0],
    [
      { highway: 'traffic_signals', 'traffic_signals:direction': 'backward', direction: 'forward' },
      NodeFlag.signals,
      0,
      2,
    ],
    [{ highway: 'traffic_signals', direction: 'both' }, NodeFlag.signals, 2, 2],
    [{ highway: 'stop' }, NodeFlag.stop, 2, 2],
    [{ highway: 'stop', direction: 'backward' }, NodeFlag.stop, 0, 2],
    [{ highway: 'stop', stop: 'all' }, NodeFlag.stop, 2, 2],
    [{ highway: 'stop', stop: 'minor' }, NodeFlag.stop, 0, 0],
    [{ highway: 'give_way', direction: 'forward' }, NodeFlag.giveWay, 1, 0],
    [{ highway: 'crossing', crossing: 'traffic_signals' }, 0, 1, 1],
  ])('%o', (tags, flags, delayForwardSeconds, delayBackwardSeconds) => {
    expect(findNode(tags)).toMatchObject({ isBlocked: false, flags, delayForwardSeconds, delayBackwardSeconds })
  })

  test('include the number of an exit', () => {
    expect(findNode({ highway: 'motorway_junction', ref: '12;13' })?.exit).toBe('12; 13')
  })

  test.each<[TagTable]>([
    [{}],
    [{ highway: 'crossing' }],
    [{ highway: 'bus_stop', name: 'Bolhão' }],
    [{ highway: 'turning_circle' }],
    [{ amenity: 'cafe', opening_hours: '08:00-20:00' }],
    [{ highway: 'motorway_junction' }],
  ])('%o has no effect on a driver', (tags) => {
    expect(findNode(tags)).toBeUndefined()
  })
})
