import { describe, expect, test } from 'vitest'
import { findRoad, getForward } from '../testing.ts'

describe('ways that are not drivable', () => {
  test.each([
    ['construction', { highway: 'construction', construction: 'primary' }],
    [
      'construction, regardless of its opening date',
      { highway: 'construction', opening_date: '2020-01-01', access: 'yes' },
    ],
    ['proposed', { highway: 'proposed', proposed: 'primary' }],
    ['a road torn up', { construction: 'yes' }],
    ['an area', { area: 'yes' }],
    ['impassable', { impassable: 'yes' }],
    ['status=impassable', { status: 'impassable' }],
    ['no highway', { highway: '' }],
  ])('%s', (_, tags) => {
    expect(findRoad(tags)).toBeUndefined()
  })

  test.each([
    ['works next to it', { construction: 'minor' }],
    ['construction=no', { construction: 'no' }],
    ['a railway being built in it', { railway: 'construction' }],
    ['plans for a larger one', { highway: 'tertiary', proposed: 'secondary' }],
  ])('exclude a road with %s', (_, tags) => {
    expect(findRoad(tags)).toBeDefined()
  })
})

describe('opening hours and dates', () => {
  test('close a road outside opening_hours', () => {
    expect(getForward({ opening_hours: 'Mo-Sa 06:00-22:00' })).toMatchObject({
      closedByDefault: true,
      timed: [{ when: 'Mo-Sa 06:00-22:00', opens: true }],
    })
  })

  test.each(['24/7', 'by appointment', '', '???'])('opening_hours="%s" closes nothing', (hours) => {
    expect(getForward({ opening_hours: hours })).toMatchObject({ closedByDefault: false, timed: [] })
  })

  test('open a finished road on its date, in opening_hours syntax', () => {
    expect(getForward({ opening_date: '2031-05-01' })).toMatchObject({
      closedByDefault: true,
      timed: [{ when: '2031 May 01-2099 Dec 31', opens: true }],
    })
  })

  test.each(['2031', '2031-13-01', 'soon', ''])('reject opening_date=%s', (date) => {
    expect(getForward({ opening_date: date }).timed).toEqual([])
  })
})
