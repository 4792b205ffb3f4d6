import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { restriction } from '../../testing/restriction.ts'

const road = { highway: 'residential' }
const EAST = { heading: 90 }

describe('turning round in the street', () => {
  test('is for dead ends, and costs the time it takes', async () => {
    const map = await drawMap({ cellMeters: 25 }, 'A---B', { AB: { ...road, maxspeed: '45' } })
    expectRoute(map, 'AB', 'A', EAST)
      .follows('BA')
      .takesSeconds(5 + 20 + 7.5 + 10, 0.1)
  })

  test('is not for junctions: one drives on to the next dead end', async () => {
    const drawing = `
      A----X----B
           |
           C
    `
    const map = await drawMap({}, drawing, { AX: road, XB: road, XC: road })
    expectRoute(map, 'AX', 'A', EAST).follows('XCXA')
  })

  test('is not for places where the road only changes its name, its limit or its surface', async () => {
    const map = await drawMap({}, 'A---B---C---D---E', {
      AB: road,
      BC: { ...road, name: 'Other Street' },
      CD: { ...road, maxheight: '4' },
      DE: { ...road, surface: 'gravel' },
    })
    expectRoute(map, 'AB', 'A', EAST).follows('BCDEDCBA')
  })

  test('is for the place in front of a barrier', async () => {
    const map = await drawMap({}, 'A---B---C---D', { ABCD: road }, { nodes: { C: { barrier: 'bollard' } } })
    expectRoute(map, 'AB', 'A', EAST).follows('BCBA')
  })

  test('in front of a barrier costs no time of passing it', async () => {
    const street = { ...road, maxspeed: '45' }
    const shut = { nodes: { B: { barrier: 'gate', access: 'no' } } }
    const map = await drawMap({ cellMeters: 25 }, 'A---B---C', { ABC: street }, shut)
    expectRoute(map, 'AB', 'A', EAST)
      .follows('BA')
      .takesSeconds(5 + 27.5 + 10, 0.1)
  })

  test('is for the place in front of a gate that is closed at the hour', async () => {
    const gate = { nodes: { C: { barrier: 'gate', opening_hours: '06:00-22:00' } } }
    const map = await drawMap({}, 'A---B---C---D', { ABCD: road }, gate)
    expectRoute(map, 'AB', 'A', { ...EAST, depart: '2026-06-16T23:00' }).follows('BCBA')
  })

  test('is for the place in front of a street that is closed at the hour', async () => {
    const map = await drawMap({}, 'A---B---C---D', {
      ABC: road,
      CD: { ...road, 'motor_vehicle:conditional': 'no @ (22:00-06:00)' },
    })
    expectRoute(map, 'AB', 'A', { ...EAST, depart: '2026-06-16T23:00' }).follows('BCBA')
  })

  test('is for those who may go nowhere else: a one-way street comes towards them', async () => {
    const map = await drawMap({}, 'A---B---C', { AB: road, CB: { ...road, oneway: 'yes' } })
    expectRoute(map, 'AB', 'A', EAST).follows('BA')
  })

  test('is for those who may go nowhere else: all turns are forbidden', async () => {
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
        relations: [restriction('no_straight_on', 'AX', 'X', 'XB'), restriction('no_right_turn', 'AX', 'X', 'XC')],
      },
    )
    expectRoute(map, 'AX', 'A', EAST).follows('XA')
    expectRoute(map, 'A', 'B').fails()
  })

  test('is for the end of the map, where the road goes on outside of it', async () => {
    const map = await drawMap({}, 'A---B---C', { ABCZ: road }, { missing: 'Z' })
    expectRoute(map, 'AB', 'A', EAST).follows('BCBA')
  })

  test('is not for the place where a loop closes: there one drives around', async () => {
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

describe('where turning round is invited', () => {
  test('at a turning circle, which is the end of the street', async () => {
    const map = await drawMap({}, 'A---B---C', { ABC: road }, { nodes: { C: { highway: 'turning_circle' } } })
    expectRoute(map, 'AB', 'A', EAST).follows('BCBA').says(['depart', 'continue uturn', 'arrive'])
  })

  test('from a lane whose arrow points back', async () => {
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
