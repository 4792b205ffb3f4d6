import { RoadFlag } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { describeAccess, findRoad, getForward, getRoad } from '../testing.ts'

describe('oneway spellings', () => {
  test.each([
    ['yes', 'forward'],
    ['true', 'forward'],
    ['1', 'forward'],
    ['-1', 'backward'],
    ['reverse', 'backward'],
    ['no', 'both'],
    ['false', 'both'],
    ['0', 'both'],
    ['alternating', 'both'],
    ['nonsense', 'both'],
    ['', 'both'],
    ['reversible', 'closed'],
  ])('oneway=%s is driven %s', (oneway, use) => {
    expect(describeAccess({ oneway })).toBe(use)
  })
})

describe('oneway for cars, and implied oneway', () => {
  test.each([
    ['oneway:motorcar outranks oneway', { 'oneway:motorcar': 'no', oneway: 'yes' }, 'both'],
    [
      'oneway:motor_vehicle outranks oneway:vehicle',
      { 'oneway:motor_vehicle': 'yes', 'oneway:vehicle': 'no' },
      'forward',
    ],
    ['oneway:bicycle is not for cars', { oneway: 'yes', 'oneway:bicycle': 'no' }, 'forward'],
    ['a motorway is one-way', { highway: 'motorway' }, 'forward'],
    ['unless it is tagged otherwise', { highway: 'motorway', oneway: 'no' }, 'both'],
    ['a motorway link is not by itself', { highway: 'motorway_link' }, 'both'],
    ['a roundabout is', { junction: 'roundabout' }, 'forward'],
    ['a circular junction is', { junction: 'circular' }, 'forward'],
    ['a roundabout drawn the other way', { junction: 'roundabout', oneway: '-1' }, 'backward'],
    ['an alternating roundabout stays one', { junction: 'roundabout', oneway: 'alternating' }, 'forward'],
    [
      'a reversible motorway without a timetable is not driven',
      { highway: 'motorway', oneway: 'reversible' },
      'closed',
    ],
  ])('%s', (_, tags, use) => {
    expect(describeAccess(tags)).toBe(use)
  })

  test('weights alternating traffic two and a half times, without a longer duration', () => {
    expect(getForward({ oneway: 'alternating' })).toMatchObject({ speedKmh: 65, weightFactor: 2.5 })
  })

  test('sets the flag for one-way roads of any origin', () => {
    const flagOf = (tags: Record<string, string>) => getRoad(tags).flags & RoadFlag.oneway
    expect(flagOf({ oneway: 'yes' })).toBe(RoadFlag.oneway)
    expect(flagOf({ 'motor_vehicle:backward': 'no' })).toBe(RoadFlag.oneway)
    expect(flagOf({})).toBe(0)
  })
})

describe('conditional oneway rules', () => {
  test('follow the timetable of a reversible road', () => {
    const road = getRoad({ oneway: 'reversible', 'oneway:conditional': 'yes @ (05:00-11:00); -1 @ (11:00-23:00)' })
    const rules = (opens: readonly [boolean, boolean]) => [
      { when: '05:00-11:00', opens: opens[0] },
      { when: '11:00-23:00', opens: opens[1] },
    ]
    expect(road.forward).toMatchObject({ closedByDefault: true, timed: rules([true, false]) })
    expect(road.backward).toMatchObject({ closedByDefault: true, timed: rules([false, true]) })
  })

  test('open a one-way street to both directions at times', () => {
    const road = getRoad({ oneway: 'yes', 'oneway:conditional': 'no @ (Sa-Su)' })
    expect(road.forward).toMatchObject({ closedByDefault: false, timed: [] })
    expect(road.backward).toMatchObject({ closedByDefault: true, timed: [{ when: 'Sa-Su', opens: true }] })
  })

  test('make a two-way street one-way at times', () => {
    const road = getRoad({ 'oneway:conditional': 'yes @ (Mo-Fr 07:00-09:00)' })
    expect(road.backward).toMatchObject({
      closedByDefault: false,
      timed: [{ when: 'Mo-Fr 07:00-09:00', opens: false }],
    })
  })

  test('apply closing hours after the timetable, with precedence', () => {
    const tags = {
      oneway: 'reversible',
      'oneway:conditional': 'yes @ (05:00-23:00)',
      'access:conditional': 'no @ (Su)',
    }
    expect(getForward(tags).timed.map((rule) => rule.when)).toEqual(['05:00-23:00', 'Su'])
  })

  test('close the road when two timetables cannot be combined', () => {
    const tags = { oneway: 'reversible', 'oneway:conditional': 'yes @ (05:00-11:00)', opening_hours: '08:00-20:00' }
    expect(findRoad(tags)).toBeUndefined()
  })
})
