import { describe, expect, test } from 'vitest'
import { readManeuver } from '../maneuver-rules.ts'
import type { TagTable } from '../testing.ts'
import { readRestriction } from './restriction-rules.ts'

const restriction = (tags: TagTable) => readRestriction(new Map(Object.entries({ type: 'restriction', ...tags })))

describe('restrictions that apply to cars', () => {
  test.each<[TagTable, object]>([
    [{ restriction: 'no_left_turn' }, { kind: 'no', isUturn: false, when: undefined }],
    [{ restriction: 'only_straight_on' }, { kind: 'only', isUturn: false, when: undefined }],
    [{ restriction: 'no_u_turn' }, { kind: 'no', isUturn: true }],
    [{ restriction: 'only_u_turn' }, { kind: 'only', isUturn: true }],
    [{ restriction: 'no_weird_zigzags' }, { kind: 'no' }],
    [{ restriction: 'no_entry' }, { kind: 'no', allowsSeveralFrom: true, allowsSeveralTo: false }],
    [{ restriction: 'no_exit' }, { kind: 'no', allowsSeveralFrom: false, allowsSeveralTo: true }],
    [{ 'restriction:motorcar': 'no_straight_on' }, { kind: 'no' }],
    [{ restriction: 'no_left_turn', 'restriction:motor_vehicle': 'only_right_turn' }, { kind: 'only' }],
    [{ type: 'restriction:motorcar', restriction: 'no_left_turn' }, { kind: 'no' }],
    [{ restriction: 'no_left_turn', except: 'bus;bicycle' }, { kind: 'no' }],
  ])('%o', (tags, rules) => {
    expect(restriction(tags)).toMatchObject(rules)
  })

  test.each<[TagTable]>([
    [{ restriction: 'no_turn_on_red' }],
    [{ restriction: 'no_right_turn_on_red' }],
    [{ restriction: 'yield' }],
    [{ restriction: '' }],
    [{ restriction: 'x'.repeat(10_000) }],
    [{ 'restriction:hgv': 'no_left_turn' }],
    [{ restriction: 'no_left_turn', except: 'motorcar' }],
    [{ restriction: 'no_left_turn', except: 'psv; motor_vehicle' }],
    [{ restriction: 'no_left_turn', 'restriction:motorcar': 'none' }],
    [{ restriction: 'no_left_turn', type: 'route' }],
    [{ 'restriction:conditional': 'no_left_turn @ (weight>3.5)' }],
    [{ 'restriction:conditional': 'no_left_turn' }],
    [{}],
  ])('%o does not apply to cars', (tags) => {
    expect(restriction(tags)).toBeUndefined()
  })
})

describe('conditional restrictions', () => {
  test.each<[TagTable, string | undefined]>([
    [{ 'restriction:conditional': 'no_left_turn @ (Mo-Fr 07:00-10:30)' }, 'Mo-Fr 07:00-10:30'],
    [{ 'restriction:conditional': 'no_left_turn @ Mo-Fr 07:00-10:30,16:00-18:30' }, 'Mo-Fr 07:00-10:30,16:00-18:30'],
    [{ 'restriction:motorcar:conditional': 'only_right_turn @ (Sa)' }, 'Sa'],
    [{ 'restriction:conditional': 'no_left_turn @ (24/7)' }, undefined],
    [
      { restriction: 'no_left_turn', day_on: 'Monday', day_off: 'Friday', hour_on: '7:00', hour_off: '09:00' },
      'Mo-Fr 07:00-09:00',
    ],
    [{ restriction: 'no_left_turn', hour_on: '07:00', hour_off: '09:00' }, '07:00-09:00'],
    [{ restriction: 'no_left_turn', hour_on: 'morning', hour_off: '09:00' }, undefined],
  ])('%o', (tags, when) => {
    expect(restriction(tags)).toMatchObject({ when })
  })
})

describe('tagged maneuvers', () => {
  const maneuver = (tags: TagTable) => readManeuver(new Map(Object.entries(tags)))

  test.each<[TagTable, object]>([
    [
      { type: 'maneuver', maneuver: 'turn', direction: 'sharp_right' },
      { type: 'turn', modifier: 'sharp_right' },
    ],
    [
      { type: 'manoeuvre', maneuver: 'turn', direction: 'right' },
      { type: 'turn', modifier: 'right' },
    ],
    [
      { type: 'maneuver', manoeuvre: 'fork', maneuver: 'turn' },
      { type: 'fork', modifier: '' },
    ],
    [
      { type: 'maneuver', maneuver: 'suppress' },
      { type: 'suppress', modifier: '' },
    ],
    [
      { type: 'maneuver', direction: 'left' },
      { type: '', modifier: 'left' },
    ],
  ])('%o', (tags, rules) => {
    expect(maneuver(tags)).toEqual(rules)
  })

  test.each<[TagTable]>([[{ type: 'route', maneuver: 'turn' }], [{ type: 'maneuver' }], [{}]])(
    '%o is not a maneuver',
    (tags) => {
      expect(maneuver(tags)).toBeUndefined()
    },
  )
})
