import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { DETOUR_PATH, drawShortcut, SHORT_PATH } from '../../testing/shapes.ts'

const TUESDAY_MORNING = '2026-06-16T08:30'
const TUESDAY_NOON = '2026-06-16T12:00'
const TUESDAY_NIGHT = '2026-06-16T23:00'
const SUNDAY_MORNING = '2026-06-14T08:30'

describe('time-dependent access', () => {
  test('opens a street at noon that is closed in the morning', async () => {
    const map = await drawShortcut({ 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { depart: TUESDAY_NOON }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { depart: SUNDAY_MORNING }).follows(SHORT_PATH)
  })

  test('closes a street the minute before it opens and the minute it closes', async () => {
    const map = await drawShortcut({ opening_hours: '06:00-22:00' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T05:59' }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T06:00' }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T21:59' }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T22:00' }).follows(DETOUR_PATH)
  })

  test('joins hours past midnight', async () => {
    const map = await drawShortcut({ 'access:conditional': 'no @ (22:00-06:00)' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T23:00' }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-17T05:00' }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-17T07:00' }).follows(SHORT_PATH)
  })

  test('opens a closed street for deliveries during its delivery hours', async () => {
    const map = await drawShortcut({ motor_vehicle: 'no', 'motor_vehicle:conditional': 'delivery @ (06:00-10:00)' })
    expectRoute(map, 'A', 'M', { depart: TUESDAY_MORNING }).follows('ABM')
    expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'M', { depart: TUESDAY_NOON }).fails()
  })

  test('applies the last of several active rules', async () => {
    const map = await drawShortcut({
      'access:conditional': 'no @ (Mo-Su 20:00-24:00)',
      'motorcar:conditional': 'yes @ (Tu 22:00-24:00)',
    })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_NIGHT }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-17T23:00' }).follows(DETOUR_PATH)
  })

  test('prefers unconditional motorcar tags to conditional tags for all traffic', async () => {
    const map = await drawShortcut({ motorcar: 'yes', 'access:conditional': 'no @ (Mo-Su 00:00-23:59)' })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_NOON }).follows(SHORT_PATH)
  })

  test('applies the hours of one direction to that direction only', async () => {
    const map = await drawShortcut({ 'motor_vehicle:backward:conditional': 'no @ (07:00-09:00)' })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(SHORT_PATH)
    expectRoute(map, 'D', 'A', { depart: TUESDAY_MORNING }).follows('DCFEBA')
    expectRoute(map, 'D', 'A', { depart: TUESDAY_NOON }).follows('DCMBA')
  })

  test('applies a season by date', async () => {
    const map = await drawShortcut({ 'motor_vehicle:conditional': 'no @ (Nov-Apr)' })
    expectRoute(map, 'A', 'D', { depart: '2026-01-10T12:00' }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-07-10T12:00' }).follows(SHORT_PATH)
  })

  test('keeps a road closed until its opening date', async () => {
    const map = await drawShortcut({ opening_date: '2026-08-01' })
    expectRoute(map, 'A', 'D', { depart: '2026-07-31T12:00' }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-08-01T12:00' }).follows(SHORT_PATH)
  })

  test('ignores rain, permits and unreadable conditions', async () => {
    for (const rule of ['no @ wet', 'no @ (permit_holder)', 'no @ (full moon)', 'no']) {
      const map = await drawShortcut({ 'access:conditional': rule })
      expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(SHORT_PATH)
    }
  })
})

test('forbids a turn only during its hours', async () => {
  const map = await drawMap(
    { cellMeters: 50 },
    `
      A---B---C
          |
          D
    `,
    { AB: { highway: 'primary' }, BC: { highway: 'primary' }, BD: { highway: 'primary' } },
    {
      relations: [
        {
          tags: { type: 'restriction', 'restriction:conditional': 'no_right_turn @ (Mo-Fr 07:00-19:00)' },
          members: [
            ['from', 'way', 'AB'],
            ['via', 'node', 'B'],
            ['to', 'way', 'BD'],
          ],
        },
      ],
    },
  )
  expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows('ABCBD')
  expectRoute(map, 'A', 'D', { depart: SUNDAY_MORNING }).follows('ABD')
})

test('uses custom rule evaluation in tests instead of the library', async () => {
  const map = await drawShortcut(
    { 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' },
    { isActive: (rule, hour) => rule === 'Mo-Fr 07:00-09:00' && hour === 'today' },
  )
  expectRoute(map, 'A', 'D', { depart: 'today' }).follows(DETOUR_PATH)
  expectRoute(map, 'A', 'D', { depart: 'tomorrow' }).follows(SHORT_PATH)
})
