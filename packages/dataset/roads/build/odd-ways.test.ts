import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { listEdges } from '../../testing/list-edges.ts'

const road = { highway: 'primary' }
const EAST = { heading: 90 }

describe('junctions', () => {
  test('split ways where another one touches them, at its end or in its middle', async () => {
    const drawing = `
              D
              |
      A---B---C---E
          |   |
          F   G
    `
    const map = await drawMap({}, drawing, { ABCE: road, BF: road, DCG: road })
    expect(listEdges(map)).toEqual(['AB', 'BC', 'BF', 'CD', 'CE', 'CG'])
  })

  test('do not exist where lines cross without a common node', async () => {
    const drawing = `
          C
          |
      A---+---B
          |
          D
    `
    const map = await drawMap({}, drawing, { AB: road, CD: road })
    expectRoute(map, 'A', 'C').fails()
  })
})

describe('loops', () => {
  const DROP = `
           C
          / \\
    A----B   D
          \\ /
           E
  `

  test('include a way that ends on itself', async () => {
    const map = await drawMap({}, DROP, { ABCDEB: road })
    expect(listEdges(map)).toEqual(['AB', 'BCDEB'])
    expectRoute(map, 'A', 'C').follows('ABC')
    expectRoute(map, 'A', 'E').follows('ABE')
    expectRoute(map, 'C', 'A').follows('CBA')
  })

  test('of one direction are driven all the way around', async () => {
    const map = await drawMap({}, DROP, { AB: road, BCDEB: { ...road, oneway: 'yes' } })
    expectRoute(map, 'A', 'E').follows('ABCDE')
    expectRoute(map, 'C', 'A').follows('CDEBA')
    expectRoute(map, 'AB', 'A', EAST).follows('BCDEBA')
  })

  test('include a way that crosses itself', async () => {
    const drawing = `
          D---C
          |   |
      A---B---+---
          |   |
          E   F
    `
    const map = await drawMap({}, drawing, { ABCDBE: road })
    expect(listEdges(map)).toEqual(['AB', 'BCDB', 'BE'])
    expectRoute(map, 'A', 'E').follows('ABE')
  })

  test('can share one node', async () => {
    const drawing = `
      B       D
      |\\     /|
      | \\   / |
      |  \\ /  |
      |   A   |
      |  / \\  |
      | /   \\ |
      |/     \\|
      C       E
    `
    const map = await drawMap({}, drawing, { ABCADEA: road })
    expect(listEdges(map)).toEqual(['ABCA', 'ADEA'])
    expectRoute(map, 'B', 'D').follows('BAD')
  })
})

describe('closed rings without a junction', () => {
  const RING = `
    A---B
    |   |
    D---C
  `

  test('of one way are closed', async () => {
    const map = await drawMap({}, RING, { ABCDA: road })
    expect(listEdges(map)).toEqual(['ABCDA'])
    expectRoute(map, 'AB', 'C').follows('BC')
    expectRoute(map, 'B', 'D', { heading: 180 }).follows('BCD')
  })

  test('of several ways are closed, drawn in either direction', async () => {
    const map = await drawMap({}, RING, { AB: road, CB: road, CD: road, AD: road })
    expect(listEdges(map)).toHaveLength(1)
    expectRoute(map, 'AB', 'BC').follows('B')
    expectRoute(map, 'AB', 'AD').follows('A')
  })

  test('of one direction require a full lap when the destination is just behind', async () => {
    const map = await drawMap({}, RING, { ABCDA: { ...road, oneway: 'yes' } })
    expect(listEdges(map)).toEqual(['ABCDA>'])
    expectRoute(map, 'BC', 'B').follows('CDAB')
    expectRoute(map, 'AB', 'DA').follows('BCD')
    expectRoute(map, 'DA', 'AB').follows('A')
  })
})

describe('duplicate nodes', () => {
  test('count once when consecutive', async () => {
    const map = await drawMap({}, 'A---B---C', { AABBBCC: road })
    expect(listEdges(map)).toEqual(['ABC'])
    expectRoute(map, 'A', 'C').follows('ABC')
  })

  test('at a junction do not allow a U-turn', async () => {
    const drawing = `
      A---B---C
          |
          D
    `
    const map = await drawMap({}, drawing, { ABBC: road, BBD: road })
    expect(listEdges(map)).toEqual(['AB', 'BC', 'BD'])
    expectRoute(map, 'AB', 'A', EAST).follows('BDBA')
  })

  test('alone do not form a road', async () => {
    const map = await drawMap({}, 'A---B', { AB: road, BB: { ...road, name: 'Nowhere' } })
    expect(listEdges(map)).toEqual(['AB'])
  })
})

describe('ways that leave the extract', () => {
  test('end at the edge of the extract', async () => {
    const map = await drawMap({}, 'A---B---C', { ABCX: road, YA: road }, { missing: 'XY' })
    expect(listEdges(map)).toEqual(['ABC'])
    expectRoute(map, 'A', 'C').follows('ABC')
  })

  test('and come back become two unconnected roads', async () => {
    const map = await drawMap({}, 'A---B---C---D', { ABXCD: road }, { missing: 'X' })
    expect(listEdges(map)).toEqual(['AB', 'CD'])
    expectRoute(map, 'A', 'D').fails()
  })

  test('with all of their nodes outside are dropped', async () => {
    const map = await drawMap({}, 'A---B', { AB: road, XYZ: road, AX: road }, { missing: 'XYZ' })
    expect(listEdges(map)).toEqual(['AB'])
  })

  test('drop restrictions that refer to them', async () => {
    const relations = [
      {
        tags: { type: 'restriction', restriction: 'only_right_turn' },
        members: [
          ['from', 'way', 'AB'],
          ['via', 'node', 'B'],
          ['to', 'way', 'BX'],
        ] as const,
      },
    ]
    const map = await drawMap({}, 'A---B---C', { AB: road, BC: road, BX: road }, { missing: 'X', relations })
    expectRoute(map, 'A', 'C').follows('ABC')
  })
})

describe('parallel roads between the same junctions', () => {
  test('keep their own shapes', async () => {
    const drawing = `
          D
         / \\
    A---B---C---E
    `
    const map = await drawMap({}, drawing, { AB: road, BC: road, BDC: road, CE: road })
    expect(listEdges(map)).toEqual(['AB', 'BC', 'BDC', 'CE'])
    expectRoute(map, 'A', 'E').follows('ABCE')
    expectRoute(map.closeRoad('BC'), 'A', 'E').follows('ABDCE')
    expectRoute(map, 'AB', 'D').follows('BD')
  })

  test('on top of each other use the faster one', async () => {
    const ways = { AB: road, BC: { ...road, maxspeed: '25' }, 'BC#fast': { ...road, maxspeed: '100' }, CD: road }
    const map = await drawMap({ cellMeters: 125 }, 'A---B---C---D', ways)
    expect(listEdges(map)).toEqual(['AB', 'BC', 'BC', 'CD'])
    expectRoute(map, 'A', 'D').takesSeconds((1000 * 3.6) / 65 + (500 * 3.6) / 80)
  })

  test('can have one direction each', async () => {
    const ways = { AB: road, BC: { ...road, oneway: 'yes' }, 'CB#back': { ...road, oneway: 'yes' }, CD: road }
    const map = await drawMap({}, 'A---B---C---D', ways)
    expect(listEdges(map)).toEqual(['AB', 'BC>', 'CB>', 'CD'])
    expectRoute(map, 'A', 'D').follows('ABCD')
    expectRoute(map, 'D', 'A').follows('DCBA')
  })
})

test('accepts a map without roads as empty, and snaps no stop to it', async () => {
  const map = await drawMap({}, 'A---B', { AB: { highway: 'footway' } })
  expect(listEdges(map)).toEqual([])
  expectRoute(map, 'A', 'B').fails()
})
