import { travelProfiles, withModel } from '@fairway/road'
import { expect, test } from 'vitest'
import { toProblem } from '../../../platform/http/problem.ts'
import { modelProblems } from './failures.ts'
import { MAX_AREA_CORNERS, MAX_HOURS_LENGTH } from './read-condition.ts'
import { isCustomModel, MAX_AREAS, MAX_RULES, MAX_TOTAL_CORNERS, readModel } from './read-model.ts'

const rule = { if: {}, speed: { limit: 50 } }
const readRules = (...rules: readonly unknown[]) => readModel({ rules })
const withIf = (condition: unknown) => readRules(rule, { ...rule, if: condition })
const detailOf = (result: ReturnType<typeof readModel>) =>
  result.ok ? 'accepted' : toProblem(modelProblems, result.failure).body.detail

test('reads every field', () => {
  const area = [
    [1, 2],
    [3, 4],
    [5, 6],
  ]
  const result = readRules({
    if: {
      road_class: 'motorway',
      surface: ['sett', 'asphalt', 'sett'],
      max_speed: { min: 30, max: 50 },
      grade: { min: -3, max: 8.5 },
      toll: true,
      tunnel: false,
      area,
      time: 'Mo-Fr 07:00-09:00; PH off',
    },
    speed: { limit: 80, multiply: 0.5 },
    priority: { multiply: 2 },
  })
  expect(result.ok && result.value.rules).toEqual([
    {
      when: {
        roadClasses: ['motorway'],
        surfaces: ['asphalt', 'sett'],
        features: { toll: true, tunnel: false },
        speedLimitKmh: { min: 30, max: 50 },
        gradePercent: { min: -3, max: 8.5 },
        area,
      },
      hours: 'Mo-Fr 07:00-09:00; PH off',
      speedFactor: 0.5,
      speedLimitKmh: 80,
      priorityFactor: 2,
    },
  ])
})

test('gives models the same key exactly when their rules are the same', () => {
  const keyOf = (result: ReturnType<typeof readModel>) => (result.ok ? result.value.key : undefined)
  const [one, other] = [
    withIf({ toll: true, road_class: ['trunk', 'motorway'] }),
    withIf({ road_class: ['motorway', 'trunk'], toll: true }),
  ]
  expect(keyOf(one)).toEqual(keyOf(other))
  expect(keyOf(one)).not.toEqual(keyOf(withIf({ toll: false, road_class: ['motorway', 'trunk'] })))
})

/** Returns valid hours of exactly the given length. */
const hoursOfLength = (length: number) => `Mo 07:00-09:00 "${'a'.repeat(length - 17)}"`
const hoursDemand =
  'give the hours in local time during which the rule applies, such as "Mo-Fr 07:00-09:00,16:00-19:00; PH off", with at most 200 characters'
const corners = (count: number) => Array.from({ length: count }, (_, index) => [Math.sin(index), Math.cos(index)])
const withAreas = (...counts: readonly number[]) =>
  readRules(rule, ...counts.map((count) => ({ ...rule, if: { area: corners(count) } })))
/** Sizes of the areas that together have the maximum number of corners. */
const largestAreas = Array<number>(MAX_TOTAL_CORNERS / MAX_AREA_CORNERS).fill(MAX_AREA_CORNERS)

test.each([
  ['the highest number of rules', readRules(...Array.from({ length: MAX_RULES }, () => rule))],
  ['the smallest factors', readRules({ if: {}, speed: { multiply: 0.05 }, priority: { multiply: 0.01 } })],
  ['the largest values', readRules({ if: {}, speed: { multiply: 10, limit: 250 }, priority: { multiply: 100 } })],
  ['the largest area', withIf({ area: corners(MAX_AREA_CORNERS) })],
  ['the highest number of areas', withAreas(...Array<number>(MAX_AREAS).fill(3))],
  ['the highest number of corners', withAreas(...largestAreas)],
  ['a range of one value', withIf({ max_speed: { min: 50, max: 50 } })],
  ['the steepest grades', withIf({ grade: { min: -100, max: 100 } })],
  ['hours that only name holidays', withIf({ time: 'PH' })],
  ['the longest hours', withIf({ time: hoursOfLength(MAX_HOURS_LENGTH) })],
])('accepts %s', (_, result) => {
  expect(detailOf(result)).toBe('accepted')
})

test.each<[string, ReturnType<typeof readModel>, string]>([
  ['a number', readModel(3), 'model is 3; give {"rules": […]} or the name of a model'],
  ['no rules', readModel({}), 'model.rules is missing; give a list of rules'],
  ['an empty list', readRules(), 'model.rules.length is 0; give 1 to 200 rules'],
  [
    '10,000 rules',
    readRules(...Array.from({ length: 10_000 }, () => rule)),
    'model.rules.length is 10000; give 1 to 200 rules',
  ],
  [
    'one rule too many',
    readRules(...Array.from({ length: 201 }, () => rule)),
    'model.rules.length is 201; give 1 to 200 rules',
  ],
  [
    'another field',
    readModel({ rules: [rule], speed: 1 }),
    'model.speed is not a field of a model; allowed fields: rules',
  ],
  ['null as a rule', readRules(null), 'model.rules[0] is null; give an object with if, and with speed or priority'],
  [
    'no condition',
    readRules({ speed: { limit: 5 } }),
    'model.rules[0].if is missing; give an object such as {"road_class": "motorway"}, or {} for all roads',
  ],
  [
    'no effect',
    readRules({ if: {} }),
    'model.rules[0] is {"if":{}}; give speed or priority, because the rule changes nothing without them',
  ],
  [
    'a misspelled effect',
    readRules({ ...rule, prioritty: {} }),
    'model.rules[0].prioritty is not a field of a model; allowed fields: if, speed, priority',
  ],
  [
    'an empty effect',
    readRules({ if: {}, speed: {} }),
    'model.rules[0].speed is {}; give {"limit": km/h}, {"multiply": factor} or both',
  ],
  [
    'an unknown effect',
    readRules({ if: {}, speed: { set: 3 } }),
    'model.rules[0].speed.set is not a field of a model; allowed fields: limit, multiply',
  ],
  [
    'a negative factor',
    readRules({ if: {}, speed: { multiply: -1 } }),
    'model.rules[0].speed.multiply is -1; give a number from 0.05 to 10',
  ],
  [
    'a factor of zero',
    readRules({ if: {}, priority: { multiply: 0 } }),
    'model.rules[0].priority.multiply is 0; give a number from 0.01 to 100',
  ],
  [
    'a factor above the limit',
    readRules({ if: {}, priority: { multiply: 100.1 } }),
    'model.rules[0].priority.multiply is 100.1; give a number from 0.01 to 100',
  ],
  [
    'text as a speed',
    readRules({ if: {}, speed: { limit: '50' } }),
    'model.rules[0].speed.limit is "50"; give a number from 1 to 250',
  ],
  [
    'a speed of zero',
    readRules({ if: {}, speed: { limit: 0 } }),
    'model.rules[0].speed.limit is 0; give a number from 1 to 250',
  ],
  [
    'an unknown condition',
    withIf({ color: 'red' }),
    'model.rules[1].if.color is not a field of a model; allowed fields: road_class, surface, max_speed, grade, toll, tunnel, bridge, ford, unpaved, area, time',
  ],
  [
    'no names',
    withIf({ surface: [] }),
    'model.rules[1].if.surface is []; give at least one name, or leave the field out, because an empty list matches no road',
  ],
  ['hours that nobody can read', withIf({ time: 'mornings' }), `model.rules[1].if.time is "mornings"; ${hoursDemand}`],
  ['a number as hours', withIf({ time: 7 }), `model.rules[1].if.time is 7; ${hoursDemand}`],
  [
    'hours that are too long',
    withIf({ time: hoursOfLength(MAX_HOURS_LENGTH + 1) }),
    `model.rules[1].if.time is "Mo 07:00-09:00 \\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…; ${hoursDemand}`,
  ],
  ['text as a flag', withIf({ toll: 'yes' }), 'model.rules[1].if.toll is "yes"; give true or false'],
  [
    'a reversed range',
    withIf({ max_speed: { min: 80, max: 50 } }),
    'model.rules[1].if.max_speed is {"min":80,"max":50}; give a min that is not greater than max',
  ],
  [
    'a number as a range',
    withIf({ grade: 8 }),
    'model.rules[1].if.grade is 8; give a range of grades in percent, such as {"min": 8} for climbs of 8 % and more',
  ],
  [
    'grades beyond the limit',
    withIf({ grade: { min: 100.5 } }),
    'model.rules[1].if.grade.min is 100.5; give a number from -100 to 100',
  ],
  [
    'a speed limit that is not a range',
    withIf({ max_speed: 50 }),
    'model.rules[1].if.max_speed is 50; give a range of speed limits in km/h, such as {"min": 50, "max": 80}',
  ],
  ['a line as an area', withIf({ area: corners(2) }), 'model.rules[1].if.area.length is 2; give 3 to 500 corners'],
  [
    'an area that is too detailed',
    withIf({ area: corners(501) }),
    'model.rules[1].if.area.length is 501; give 3 to 500 corners',
  ],
  [
    'one area too many',
    readRules(
      rule,
      ...Array.from({ length: 21 }, () => ({
        ...rule,
        if: {
          area: [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
        },
      })),
    ),
    'model.rules[21].if.area is [[1,2],[3,4],[5,6]]; give at most 20 areas (this is area 21 of the model)',
  ],
  [
    'too many corners in total',
    withAreas(...largestAreas, 3),
    'model.rules[11].if.area.length is 3; give at most 5000 corners in total (up to here, the areas of the model have 5003 corners)',
  ],
  [
    'a corner outside the world',
    withIf({
      area: [
        [1, 2],
        [3, 4],
        [95, 6],
      ],
    }),
    'model.rules[1].if.area[2] is [95,6]; give [latitude, longitude], within ±90 and ±180 degrees',
  ],
])('rejects %s', (_, result, detail) => {
  expect(detailOf(result)).toBe(detail)
})

test('describes values that are nested too deeply to be written, and truncates long names', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(detailOf(readRules({ if: deep, speed: { limit: 5 } }))).toMatch(
    /^model.rules\[0\].if is a deeply nested list;/,
  )
  expect(detailOf(withIf({ ['x'.repeat(1000)]: 1 }))).toMatch(
    /^model\.rules\[1\]\.if\.x{59}… is not a field of a model;/,
  )
})

test('names the unknown value and lists the allowed ones', () => {
  expect(detailOf(withIf({ road_class: 'motorwy' }))).toMatch(
    /^model\.rules\[1\]\.if\.road_class is "motorwy"; give one of motorway, motorway_link, .*steps$/,
  )
  expect(detailOf(withIf({ road_class: ['trunk', 7] }))).toMatch(/^model\.rules\[1\]\.if\.road_class\[1\] is 7; give/)
  expect(detailOf(withIf({ surface: 'lava' }))).toMatch(
    /^model\.rules\[1\]\.if\.surface is "lava"; give one of unknown/,
  )
})

test('distinguishes custom models from those of profiles', () => {
  const custom = readRules(rule)
  if (!custom.ok) throw new Error('the model is valid')
  const { model: truck } = travelProfiles.truck
  const { model: both } = withModel(travelProfiles.truck, custom.value)
  expect([custom.value, truck, both].map((model) => model && isCustomModel(model))).toEqual([true, false, true])
})
