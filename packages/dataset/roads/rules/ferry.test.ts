import { RoadClass, TravelMode } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { parseDurationSeconds } from './speed/duration.ts'
import { unknownRegion } from './testing.ts'
import { readWay } from './way-rules.ts'

const readTags = (tags: Record<string, string>) => readWay(new Map(Object.entries(tags)), unknownRegion)

describe('ferries and shuttle trains', () => {
  test('can be crossed, but not used as a start', () => {
    expect(readTags({ route: 'ferry', duration: '00:20', name: 'Sund' })).toMatchObject({
      roadClass: RoadClass.ferry,
      durationSeconds: 1200,
      canStart: false,
      name: 'Sund',
      forward: { mode: TravelMode.ferry },
    })
  })

  test('are slow without a duration, including the wait', () => {
    expect(readTags({ route: 'ferry', maxspeed: '30' })?.forward?.speedKmh).toBe(5)
    expect(readTags({ route: 'shuttle_train' })).toMatchObject({ forward: { mode: TravelMode.train, speedKmh: 10 } })
  })

  test.each([
    ['no motor vehicles', { motor_vehicle: 'no' }],
    ['residents only', { access: 'private' }],
    ['people and bicycles on board', { cargo: 'passengers;bicycle' }],
  ])('%s: carry no cars', (_, tags) => {
    expect(readTags({ route: 'ferry', ...tags })).toBeUndefined()
  })

  test('support cargo with vehicles, one-way ferries and opening hours', () => {
    expect(readTags({ route: 'ferry', cargo: 'passengers;vehicle' })).toBeDefined()
    expect(readTags({ route: 'ferry', oneway: 'yes' })?.backward).toBeUndefined()
    expect(readTags({ route: 'ferry', opening_hours: '06:00-22:00' })?.forward).toMatchObject({ closedByDefault: true })
  })

  test.each([['ferry_man'], ['bus'], ['hiking'], ['']])('do not include route=%s alone', (route) => {
    expect(readTags({ route, access: 'yes' })).toBeUndefined()
  })
})

describe('duration formats', () => {
  test.each([
    ['01:30', 5400],
    ['1:30', 5400],
    ['00:10:00', 600],
    ['90', 5400],
    ['PT1H30M', 5400],
    ['PT45M', 2700],
    ['P1DT2H', 93_600],
  ])('%s', (text, seconds) => {
    expect(parseDurationSeconds(text)).toBe(seconds)
  })

  test.each(['', 'P', 'PT', '0', '00:00', 'an hour', '1:2:3:4', 'P99W'])('reject "%s"', (text) => {
    expect(parseDurationSeconds(text)).toBeUndefined()
  })

  test('apply to a movable bridge, not to a road', () => {
    expect(readTags({ highway: 'primary', bridge: 'movable', duration: '00:10' })?.durationSeconds).toBe(600)
    expect(readTags({ highway: 'primary', duration: '00:10' })?.durationSeconds).toBeUndefined()
  })
})
