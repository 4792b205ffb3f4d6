import { describe, expect, test } from 'vitest'
import { describeAccess, findRoad, getForward, getRoad } from '../testing.ts'

describe('access values for cars', () => {
  test.each([
    ['yes', 'both'],
    ['permissive', 'both'],
    ['designated', 'both'],
    ['private', '~both'],
    ['destination', '~both'],
    ['delivery', '~both'],
    ['customers', '~both'],
    ['permit', '~both'],
    ['residents', '~both'],
    ['unknown', '~both'],
    ['no', 'closed'],
    ['agricultural', 'closed'],
    ['forestry', 'closed'],
    ['emergency', 'closed'],
    ['psv', 'closed'],
    ['bus', 'closed'],
    ['military', 'closed'],
    ['foot', 'closed'],
    ['agricultural;forestry', 'closed'],
    ['agricultural; destination', '~both'],
    ['no;yes', 'both'],
    ['some_tag', 'both'],
    ['', 'both'],
  ])('access=%s leaves a road %s', (value, use) => {
    expect(describeAccess({ access: value })).toBe(use)
  })
})

describe('specific access tags over general ones', () => {
  test.each([
    ['access=no, vehicle=yes', { access: 'no', vehicle: 'yes' }, 'both'],
    ['vehicle=no, motor_vehicle=yes', { vehicle: 'no', motor_vehicle: 'yes' }, 'both'],
    ['motor_vehicle=yes, motorcar=no', { motor_vehicle: 'yes', motorcar: 'no' }, 'closed'],
    ['motor_vehicle=private leaves access for residents only', { motor_vehicle: 'private' }, '~both'],
    ['access=no, access:forward=yes', { access: 'no', 'access:forward': 'yes' }, 'forward'],
    ['motorcar:backward=no', { access: 'yes', 'motorcar:backward': 'no' }, 'forward'],
    ['access:forward=no, motorcar=yes', { 'access:forward': 'no', motorcar: 'yes' }, 'both'],
    ['vehicle:forward=no', { 'vehicle:forward': 'no' }, 'backward'],
    ['tags for other vehicles do not apply', { foot: 'no', bicycle: 'no', psv: 'no', motorcycle: 'no' }, 'both'],
  ])('%s', (_, tags, use) => {
    expect(describeAccess(tags)).toBe(use)
  })
})

describe('non-road ways, which need explicit access', () => {
  test.each([
    ['track', {}, 'closed'],
    ['track', { motor_vehicle: 'yes' }, 'both'],
    ['track', { motor_vehicle: 'destination' }, 'closed'],
    ['track', { 'motorcar:forward': 'yes' }, 'forward'],
    ['pedestrian', { motorcar: 'destination' }, 'closed'],
    ['cycleway', { motor_vehicle: 'designated' }, 'both'],
    ['footway', { access: 'some_tag' }, 'closed'],
    ['footway', { access: 'permissive' }, 'closed'],
    ['pedestrian', { access: 'yes' }, 'closed'],
    ['path', { access: 'yes', motor_vehicle: 'yes' }, 'both'],
    ['footway', { access: 'no', vehicle: 'permissive' }, 'both'],
    ['track', { access: 'permissive' }, 'both'],
    ['path', {}, 'closed'],
    ['road', {}, 'closed'],
    ['steps', { motorcar: 'yes' }, 'closed'],
    ['service', { service: 'emergency_access' }, 'closed'],
  ])('highway=%s with %o is %s', (highway, tags, use) => {
    expect(describeAccess({ highway, ...tags })).toBe(use)
  })

  test('allows passing a private driveway to a house, but snaps no trip to it', () => {
    expect(getRoad({ highway: 'service', access: 'private' })).toMatchObject({
      canStart: false,
      forward: { isRestricted: true },
    })
    expect(getRoad({ highway: 'service', access: 'customers' }).canStart).toBe(true)
    expect(getRoad({ highway: 'residential', access: 'private' }).canStart).toBe(true)
  })
})

describe('conditional access, evaluated at the time of travel', () => {
  test.each([
    [
      'closed in the morning',
      { 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' },
      { closedByDefault: false, timed: [{ when: 'Mo-Fr 07:00-09:00', opens: false }] },
    ],
    [
      'open for delivery hours only',
      { motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' },
      { closedByDefault: true, isRestricted: false, timed: [{ when: '06:00-10:00', opens: true }] },
    ],
    [
      'residents at night, nobody by day',
      { access: 'no', 'access:conditional': 'destination @ (20:00-06:00)' },
      { closedByDefault: true, isRestricted: true, timed: [{ when: '20:00-06:00', opens: true }] },
    ],
    [
      'a motorcar tag outranks hours for all traffic',
      { motorcar: 'yes', 'access:conditional': 'no @ (Sa)' },
      { closedByDefault: false, timed: [] },
    ],
    [
      'more specific hours come last and take precedence',
      { 'access:conditional': 'no @ (Su)', 'motorcar:conditional': 'yes @ (Su 10:00-12:00)' },
      {
        timed: [
          { when: 'Su', opens: false },
          { when: 'Su 10:00-12:00', opens: true },
        ],
      },
    ],
    [
      'hours for through traffic do not affect residents',
      { 'motor_vehicle:conditional': 'destination @ (22:00-06:00)' },
      { closedByDefault: false, isRestricted: false, timed: [] },
    ],
    ['weather is not known in advance', { 'access:conditional': 'no @ snow' }, { timed: [] }],
  ])('%s', (_, tags, direction) => {
    expect(getForward(tags)).toMatchObject(direction)
  })

  test('treats a condition that always applies as unconditional', () => {
    expect(findRoad({ 'access:conditional': 'no @ (24/7)' })).toBeUndefined()
  })

  test('applies the hours of one direction to that direction only', () => {
    const road = getRoad({ 'motor_vehicle:backward:conditional': 'no @ (07:00-09:00)' })
    expect([road.forward?.timed.length, road.backward?.timed.length]).toEqual([0, 1])
  })

  test('turns a ban above a weight into a limit', () => {
    expect(getRoad({ 'motor_vehicle:conditional': 'no @ (weight>3.5)' }).limits).toEqual({ weightTons: 3.5 })
  })

  test('opens a closed road up to the weight of its exception', () => {
    const tags = { motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (weight<=3.5)' }
    expect(getRoad(tags)).toMatchObject({ limits: { weightTons: 3.5 }, forward: { closedByDefault: false } })
  })
})
