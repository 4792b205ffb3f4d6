import { RoadClass, TravelMode } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { readRestriction } from './access/restriction-rules.ts'
import { readNode } from './node-rules.ts'
import { findRoad, getRoad, unknownRegion } from './testing.ts'
import { readWay } from './way-rules.ts'

describe('complete way', () => {
  test('is read as an ordinary street', () => {
    const direction = {
      mode: TravelMode.driving,
      speedKmh: 24,
      limitKmh: 30,
      weightFactor: 1,
      isRestricted: false,
      closedByDefault: false,
      timed: [],
      noGoodsVehicles: false,
      noHazardousGoods: false,
      timedForGroups: [],
      destinations: '',
      turnLanes: '',
    }
    expect(getRoad({ highway: 'residential', name: 'Rua do Almada', maxspeed: '30', lanes: '2' })).toEqual({
      roadClass: RoadClass.residential,
      flags: 0,
      surface: 0,
      lanes: 2,
      name: 'Rua do Almada',
      ref: '',
      rotaryName: '',
      pronunciation: '',
      exits: '',
      limits: {},
      charges: [],
      durationSeconds: undefined,
      canStart: true,
      forward: direction,
      backward: direction,
    })
  })

  test.each([
    ['track', RoadClass.track],
    ['cycleway', RoadClass.other],
    ['runway', RoadClass.other],
    ['winter_road', RoadClass.other],
    ['tertiary_link', RoadClass.tertiaryLink],
  ])('highway=%s has its class', (highway, roadClass) => {
    expect(getRoad({ highway, motorcar: 'yes' }).roadClass).toBe(roadClass)
  })

  test.each([
    [{ highway: 'primary' }, 80],
    [{ highway: 'service' }, 20],
    [{ highway: 'primary', maxspeed: '45' }, 45],
  ])('%o has a limit of %i km/h, in tens if it is estimated', (tags, limitKmh) => {
    expect(getRoad(tags).forward?.limitKmh).toBe(limitKmh)
  })

  test.each([[{ building: 'yes' }], [{ railway: 'rail', motorcar: 'yes' }], [{}]])('%o is not a road', (tags) => {
    expect(readWay(new Map(Object.entries(tags)), unknownRegion)).toBeUndefined()
  })

  test('is read the same from tags that only support single lookups', () => {
    const table = new Map(
      Object.entries({ highway: 'primary', 'maxspeed:forward': '30', 'access:conditional': 'no @ (Su)' }),
    )
    expect(readWay({ get: (key) => table.get(key) }, unknownRegion)).toEqual(readWay(table, unknownRegion))
  })
})

const keys =
  `access access:conditional access:forward area barrier bridge cargo construction destination destination:ref
  direction driving_side duration except hazmat hgv hgv:conditional highway hov hov:lanes junction junction:ref lane_markings
  lanes lanes:forward lanes:psv maxaxleload maxheight maxlength maxspeed maxspeed:advisory maxspeed:conditional maxspeed:lanes
  maxweight maxwidth motor_vehicle:conditional motorcar name narrow oneway oneway:conditional opening_date opening_hours
  priority ref restriction restriction:conditional route service smoothness source:maxspeed stop surface toll tracktype
  traffic_signals:direction tunnel turn:lanes type vehicle:lanes width zone:maxspeed`.split(/\s+/)

const garbage = [
  '',
  ' ',
  '-1',
  '0',
  '1e999',
  'NaN',
  '@',
  '@@;@',
  '(((',
  ')',
  '|'.repeat(300),
  ';'.repeat(300),
  '\u0000',
  '🚗',
  '"',
  "'",
]
const long = ['x', '9', '(', '@', '; ', "'", 'Mo-Fr 07:00-09:00;', 'DE:zone:', ' and '].map((text) =>
  text.repeat(Math.ceil(10_000 / text.length)),
)

describe('arbitrary tags, which never throw', () => {
  test.each(keys)('%s', (key) => {
    for (const value of [...garbage, ...long]) {
      const tags = new Map([
        ['highway', 'primary'],
        ['type', 'restriction'],
        [key, value],
      ])
      expect(() => [readWay(tags, unknownRegion), readNode(tags, unknownRegion), readRestriction(tags)]).not.toThrow()
    }
  })

  test('produce valid numbers', () => {
    for (const key of keys) {
      for (const value of [...garbage, ...long]) {
        const road = findRoad({ [key]: value })
        for (const direction of [road?.forward, road?.backward]) {
          if (direction === undefined) continue
          expect(direction.speedKmh).toBeGreaterThan(0)
          expect(direction.speedKmh).toBeLessThanOrEqual(160)
          expect(direction.weightFactor).toBeGreaterThanOrEqual(1)
        }
      }
    }
  })
})
