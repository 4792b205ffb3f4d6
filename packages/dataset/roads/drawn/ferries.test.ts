import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'

/** Roads of 400 m at both piers, driven at 40 km/h, with a ferry line of 2 km between them. */
const road = { highway: 'primary', maxspeed: '50' }
const ROADS_SECONDS = (2 * 400 * 3.6) / 40
const draw = (line: Tags) =>
  drawMap({ cellMeters: 100 }, 'A---B---------M---------C---D', { AB: road, BMC: line, CD: road })

describe('ferries', () => {
  test.each([
    ['00:20', 20],
    ['01:10', 70],
    ['00:20:30', 20.5],
    ['20', 20],
    ['PT20M', 20],
    ['PT1H10M', 70],
  ])('use duration=%s as the crossing time', async (duration, minutes) => {
    const map = await draw({ route: 'ferry', duration })
    expectRoute(map, 'A', 'D')
      .follows('ABMCD')
      .takesSeconds(ROADS_SECONDS + 60 * minutes, 0.5)
    expectRoute(map, 'D', 'A').takesSeconds(ROADS_SECONDS + 60 * minutes, 0.5)
  })

  test('share the duration between their sections at an intermediate call', async () => {
    const map = await drawMap(
      { cellMeters: 100 },
      `
        A---B-----M---------------C---D
                  |
                  E
      `,
      { AB: road, BMC: { route: 'ferry', duration: '00:20' }, CD: road, ME: road },
    )
    expectRoute(map, 'A', 'D').takesSeconds(ROADS_SECONDS + 1200, 1)
    // The first section is 6 of 22 cells long, and 18 s are for the turn at the pier.
    expectRoute(map, 'A', 'E').takesSeconds(36 + (1200 * 6) / 22 + 18, 8)
  })

  test.each(['', 'soon', '0', '00:00', '1 day'])('ignore duration=%s and use 5 km/h', async (duration) => {
    const map = await draw({ route: 'ferry', duration })
    expectRoute(map, 'A', 'D').takesSeconds(ROADS_SECONDS + (2000 * 3.6) / 5, 0.5)
  })

  test('do not use the speed of the ship as a road limit', async () => {
    const map = await draw({ route: 'ferry', maxspeed: '50' })
    expectRoute(map, 'A', 'D').takesSeconds(ROADS_SECONDS + (2000 * 3.6) / 5, 0.5)
  })

  test('allow no trip to begin or end on board', async () => {
    const map = await draw({ route: 'ferry', duration: '00:20' })
    expectRoute(map, 'A', 'M').fails()
    expectRoute(map, 'M', 'D').fails()
  })

  test.each<[Tags]>([
    [{ motor_vehicle: 'no' }],
    [{ motorcar: 'no' }],
    [{ access: 'private' }],
    [{ access: 'no', foot: 'yes' }],
    [{ cargo: 'passengers;bicycle' }],
  ])('with %j carry no cars', async (tags) => {
    expectRoute(await draw({ route: 'ferry', ...tags }), 'A', 'D').fails()
  })

  test.each<[Tags]>([
    [{ motor_vehicle: 'yes' }],
    [{ access: 'no', motorcar: 'yes' }],
    [{ cargo: 'passengers;vehicle' }],
  ])('with %j carry cars', async (tags) => {
    expectRoute(await draw({ route: 'ferry', ...tags }), 'A', 'D').follows('ABMCD')
  })

  test('that are one-way are not used in reverse', async () => {
    const map = await draw({ route: 'ferry', oneway: 'yes' })
    expectRoute(map, 'A', 'D').follows('ABMCD')
    expectRoute(map, 'D', 'A').fails()
  })

  test('run in their opening hours', async () => {
    const map = await draw({ route: 'ferry', opening_hours: '06:00-22:00' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T08:30' }).follows('ABMCD')
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T23:30' }).fails()
  })

  test('rank after a bridge when slow, and before a long detour', async () => {
    const drawing = `
      A---B------M------C---D
          |             |
          E-------------F
    `
    const ways = { AB: road, BMC: { route: 'ferry', duration: '00:10' }, CD: road }
    expectRoute(await drawMap({}, drawing, { ...ways, BEFC: road }), 'A', 'D').follows('ABEFCD')
    expectRoute(await drawMap({ cellMeters: 2000 }, drawing, { ...ways, BEFC: road }), 'A', 'D').follows('ABMCD')
  })
})

describe('shuttle trains', () => {
  test('carry cars for the tagged duration', async () => {
    const map = await draw({ route: 'shuttle_train', duration: '00:15' })
    expectRoute(map, 'A', 'D')
      .follows('ABMCD')
      .takesSeconds(ROADS_SECONDS + 900, 0.5)
  })

  test('run at 10 km/h without a duration', async () => {
    const map = await draw({ route: 'shuttle_train' })
    expectRoute(map, 'A', 'D').takesSeconds(ROADS_SECONDS + 720, 0.5)
  })

  test('exclude other trains', async () => {
    expectRoute(await draw({ route: 'train', railway: 'rail' }), 'A', 'D').fails()
  })
})

describe('movable bridges', () => {
  test('take the tagged duration', async () => {
    const map = await draw({ highway: 'primary', bridge: 'movable', duration: '00:05' })
    expectRoute(map, 'A', 'D').takesSeconds(ROADS_SECONDS + 300, 0.5)
  })

  test('ignore a walking duration on another road', async () => {
    const map = await draw({ ...road, duration: '00:05' })
    expectRoute(map, 'A', 'D').takesSeconds(ROADS_SECONDS + (2000 * 3.6) / 40, 0.5)
  })
})
