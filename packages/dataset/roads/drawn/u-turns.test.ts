import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { makeRestriction } from '../../testing/restriction.ts'

const road = { highway: 'residential' }
const EAST = { heading: 90 }

describe('U-turns on the street', () => {
  test('are allowed at dead ends, and cost their time', async () => {
    const map = await drawMap({ cellMeters: 25 }, 'A---B', { AB: { ...road, maxspeed: '45' } })
    expectRoute(map, 'AB', 'A', EAST)
      .follows('BA')
      .takesSeconds(5 + 20 + 7.5 + 10, 0.1)
  })

  test('are not allowed at junctions: the route continues to the next dead end', async () => {
    const drawing = `
      A----X----B
           |
           C
    `
    const map = await drawMap({}, drawing, { AX: road, XB: road, XC: road })
    expectRoute(map, 'AX', 'A', EAST).follows('XCXA')
  })

  test('are not allowed where the road only changes its name, limit or surface', async () => {
    const map = await drawMap({}, 'A---B---C---D---E', {
      AB: road,
      BC: { ...road, name: 'Other Street' },
      CD: { ...road, maxheight: '4' },
      DE: { ...road, surface: 'gravel' },
    })
    expectRoute(map, 'AB', 'A', EAST).follows('BCDEDCBA')
  })

  test('are allowed in front of a barrier', async () => {
    const map = await drawMap({}, 'A---B---C---D', { ABCD: road }, { nodes: { C: { barrier: 'bollard' } } })
    expectRoute(map, 'AB', 'A', EAST).follows('BCBA')
  })

  test('in front of a barrier do not include the delay of passing it', async () => {
    const street = { ...road, maxspeed: '45' }
    const shut = { nodes: { B: { barrier: 'gate', access: 'no' } } }
    const map = await drawMap({ cellMeters: 25 }, 'A---B---C', { ABC: street }, shut)
    expectRoute(map, 'AB', 'A', EAST)
      .follows('BA')
      .takesSeconds(5 + 27.5 + 10, 0.1)
  })

  test('are allowed in front of a gate that is closed at that hour', async () => {
    const gate = { nodes: { C: { barrier: 'gate', opening_hours: '06:00-22:00' } } }
    const map = await drawMap({}, 'A---B---C---D', { ABCD: road }, gate)
    expectRoute(map, 'AB', 'A', { ...EAST, depart: '2026-06-16T23:00' }).follows('BCBA')
  })

  test('are allowed in front of a street that is closed at that hour', async () => {
    const map = await drawMap({}, 'A---B---C---D', {
      ABC: road,
      CD: { ...road, 'motor_vehicle:conditional': 'no @ (22:00-06:00)' },
    })
    expectRoute(map, 'AB', 'A', { ...EAST, depart: '2026-06-16T23:00' }).follows('BCBA')
  })

  test('are allowed when there is no exit: facing a one-way street', async () => {
    const map = await drawMap({}, 'A---B---C', { AB: road, CB: { ...road, oneway: 'yes' } })
    expectRoute(map, 'AB', 'A', EAST).follows('BA')
  })

  test('are allowed when there is no exit: all turns are forbidden', async () => {
    const drawing = `
      A----X----B
           |
           C
    `
    const map = await drawMap(
      {},
      drawing,
      { AX: road, XB: road, XC: road },
      {
        relations: [
          makeRestriction('no_straight_on', 'AX', 'X', 'XB'),
          makeRestriction('no_right_turn', 'AX', 'X', 'XC'),
        ],
      },
    )
    expectRoute(map, 'AX', 'A', EAST).follows('XA')
    expectRoute(map, 'A', 'B').fails()
  })

  test('are allowed at the edge of the map', async () => {
    const map = await drawMap({}, 'A---B---C', { ABCZ: road }, { missing: 'Z' })
    expectRoute(map, 'AB', 'A', EAST).follows('BCBA')
  })

  test('are not allowed where a loop closes: the route goes around', async () => {
    const drawing = `
             C
            / \\
      A----B   D
            \\ /
             E
    `
    const map = await drawMap({}, drawing, { AB: road, BCDEB: road })
    expectRoute(map, 'BE', 'E', { heading: 315 }).follows('BCDE')
    expectRoute(map, 'BC', 'BE').follows('B')
  })
})

describe('designated U-turns', () => {
  test('are allowed at a turning circle at the end of the street', async () => {
    const map = await drawMap({}, 'A---B---C', { ABC: road }, { nodes: { C: { highway: 'turning_circle' } } })
    expectRoute(map, 'AB', 'A', EAST).follows('BCBA').announces(['depart', 'continue uturn', 'arrive'])
  })

  test('are allowed from a lane with a U-turn arrow', async () => {
    const drawing = `
      A----X----B
           |
           |
           C
    `
    const map = await drawMap({}, drawing, {
      AX: { ...road, 'turn:lanes:forward': 'reverse;left|through' },
      XB: road,
      XC: road,
    })
    expectRoute(map, 'AX', 'A', EAST).follows('XA')
    expectRoute(map, 'XB', 'B', { heading: 270 }).follows('XCXB')
  })
})
