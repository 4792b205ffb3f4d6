import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { AROUND, drawShortcut, SHORT } from '../../testing/shapes.ts'

const TUESDAY_MORNING = '2026-06-16T08:30'
const TUESDAY_NOON = '2026-06-16T12:00'
const TUESDAY_NIGHT = '2026-06-16T23:00'
const SUNDAY_MORNING = '2026-06-14T08:30'

describe('access at the hour of travel', () => {
  test('a street closed in the morning is open at noon', async () => {
    const map = await drawShortcut({ 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(AROUND)
    expectRoute(map, 'A', 'D', { depart: TUESDAY_NOON }).follows(SHORT)
    expectRoute(map, 'A', 'D', { depart: SUNDAY_MORNING }).follows(SHORT)
  })

  test('the minute before it opens it is closed, and the minute it closes too', async () => {
    const map = await drawShortcut({ opening_hours: '06:00-22:00' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T05:59' }).follows(AROUND)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T06:00' }).follows(SHORT)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T21:59' }).follows(SHORT)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T22:00' }).follows(AROUND)
  })

  test('hours past midnight belong together', async () => {
    const map = await drawShortcut({ 'access:conditional': 'no @ (22:00-06:00)' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T23:00' }).follows(AROUND)
    expectRoute(map, 'A', 'D', { depart: '2026-06-17T05:00' }).follows(AROUND)
    expectRoute(map, 'A', 'D', { depart: '2026-06-17T07:00' }).follows(SHORT)
  })

  test('a closed street that opens for deliveries is open to those who deliver there then', async () => {
    const map = await drawShortcut({ motor_vehicle: 'no', 'motor_vehicle:conditional': 'delivery @ (06:00-10:00)' })
    expectRoute(map, 'A', 'M', { depart: TUESDAY_MORNING }).follows('ABM')
    expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(AROUND)
    expectRoute(map, 'A', 'M', { depart: TUESDAY_NOON }).fails()
  })

  test('of several rules that hold the last one counts', async () => {
    const map = await drawShortcut({
      'access:conditional': 'no @ (Mo-Su 20:00-24:00)',
      'motorcar:conditional': 'yes @ (Tu 22:00-24:00)',
    })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_NIGHT }).follows(SHORT)
    expectRoute(map, 'A', 'D', { depart: '2026-06-17T23:00' }).follows(AROUND)
  })

  test('what is said of motorcars for all hours outranks hours for all traffic', async () => {
    const map = await drawShortcut({ motorcar: 'yes', 'access:conditional': 'no @ (Mo-Su 00:00-23:59)' })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_NOON }).follows(SHORT)
  })

  test('hours of one direction leave the other alone', async () => {
    const map = await drawShortcut({ 'motor_vehicle:backward:conditional': 'no @ (07:00-09:00)' })
    expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(SHORT)
    expectRoute(map, 'D', 'A', { depart: TUESDAY_MORNING }).follows('DCFEBA')
    expectRoute(map, 'D', 'A', { depart: TUESDAY_NOON }).follows('DCMBA')
  })

  test('a season is a matter of the date', async () => {
    const map = await drawShortcut({ 'motor_vehicle:conditional': 'no @ (Nov-Apr)' })
    expectRoute(map, 'A', 'D', { depart: '2026-01-10T12:00' }).follows(AROUND)
    expectRoute(map, 'A', 'D', { depart: '2026-07-10T12:00' }).follows(SHORT)
  })

  test('a road that opens on a day to come is closed until then', async () => {
    const map = await drawShortcut({ opening_date: '2026-08-01' })
    expectRoute(map, 'A', 'D', { depart: '2026-07-31T12:00' }).follows(AROUND)
    expectRoute(map, 'A', 'D', { depart: '2026-08-01T12:00' }).follows(SHORT)
  })

  test('rain, permits and words nobody can read close nothing', async () => {
    for (const rule of ['no @ wet', 'no @ (permit_holder)', 'no @ (full moon)', 'no']) {
      const map = await drawShortcut({ 'access:conditional': rule })
      expectRoute(map, 'A', 'D', { depart: TUESDAY_MORNING }).follows(SHORT)
    }
  })
})

test('a turn that is forbidden at times is allowed at others', async () => {
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

test('how rules are judged can be told: without the library, only what the test says holds', async () => {
  const map = await drawShortcut(
    { 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' },
    { holds: (rule, hour) => rule === 'Mo-Fr 07:00-09:00' && hour === 'today' },
  )
  expectRoute(map, 'A', 'D', { depart: 'today' }).follows(AROUND)
  expectRoute(map, 'A', 'D', { depart: 'tomorrow' }).follows(SHORT)
})
