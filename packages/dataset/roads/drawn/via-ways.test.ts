import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { DrawnRelation } from '../../testing/osm-writer.ts'
import { makeRestriction } from '../../testing/restriction.ts'

const road = { highway: 'primary' }
const oneway = { highway: 'primary', oneway: 'yes' }

/** Two carriageways, eastbound above and westbound below. The link BME between them is also reachable from G and X. */
const DUAL = `
         G
         |
         |
  A------B------C
         |      |
  X------M      |
         |      |
  F------E------D
         |
         H
`
const ways = {
  AB: oneway,
  BC: oneway,
  CD: road,
  DE: oneway,
  EF: oneway,
  BM: road,
  ME: road,
  XM: road,
  GB: road,
  EH: road,
}
const drawDual = (relations: readonly DrawnRelation[]) => drawMap({ cellMeters: 20 }, DUAL, ways, { relations })

const noTurn = makeRestriction('no_u_turn', 'AB', ['BM', 'ME'], 'EF')

describe('restriction over ways', () => {
  test('forbids the whole path', async () => {
    expectRoute(await drawDual([]), 'A', 'F').follows('ABMEF')
    expectRoute(await drawDual([noTurn]), 'A', 'F').follows('ABCDEF')
  })

  test('does not forbid parts of the path', async () => {
    const map = await drawDual([noTurn])
    expectRoute(map, 'A', 'H').follows('ABMEH')
    expectRoute(map, 'A', 'X').follows('ABMX')
    expectRoute(map, 'G', 'F').follows('GBMEF')
    expectRoute(map, 'X', 'F').follows('XMEF')
    expectRoute(map, 'A', 'C').follows('ABC')
  })

  test('does not apply to a trip that begins on the via way', async () => {
    const map = await drawDual([noTurn])
    expectRoute(map, 'BM', 'F').follows('MEF')
    expectRoute(map, 'ME', 'F').follows('EF')
  })

  test('accepts its ways in any order', async () => {
    const map = await drawDual([makeRestriction('no_u_turn', 'AB', ['ME', 'BM'], 'EF')])
    expectRoute(map, 'A', 'F').follows('ABCDEF')
  })

  test('does not prevent reaching a position on the via way', async () => {
    const map = await drawDual([noTurn])
    expectRoute(map, 'A', 'BM').follows('AB')
    expectRoute(map, 'A', 'ME').follows('ABM')
  })

  test('does not change access to a street reached only over its path', async () => {
    const drawing = `
           N----P
           |    |
      A----B    |
           |    |
      F----E----D
    `
    const streets = { AB: oneway, BE: road, BN: oneway, NPD: road, DE: road, EFA: road }
    const relations = [makeRestriction('no_left_turn', 'AB', 'BE', 'DE')]
    const map = await drawMap({ cellMeters: 20 }, drawing, streets, { relations })
    expectRoute(map, 'A', 'BE').follows('AB')
  })

  test('is not bypassed by a stop on the via way', async () => {
    const map = await drawDual([noTurn])
    expectRoute(map, 'A', 'F', { via: ['BM'] }).follows('ABMEHEF')
    expectRoute(map, 'A', 'F', { via: ['ME'] }).follows('ABMEHEF')
  })

  test('covers a via way that consists of several edges', async () => {
    const joined = { AB: oneway, BC: oneway, CD: road, DE: oneway, EF: oneway, BME: road, XM: road, GB: road, EH: road }
    const map = await drawMap({ cellMeters: 20 }, DUAL, joined, {
      relations: [makeRestriction('no_u_turn', 'AB', 'BME', 'EF')],
    })
    expectRoute(map, 'A', 'F').follows('ABCDEF')
    expectRoute(map, 'X', 'F').follows('XMEF')
    expectRoute(map, 'A', 'X').follows('ABMX')
  })

  test('with a missing way forbids nothing', async () => {
    expectRoute(await drawDual([makeRestriction('no_u_turn', 'AB', 'BM', 'EF')]), 'A', 'F').follows('ABMEF')
  })

  test('applies in its hours', async () => {
    const tags = { 'restriction:conditional': 'no_u_turn @ (Mo-Fr 07:00-19:00)' }
    const map = await drawDual([makeRestriction('', 'AB', ['BM', 'ME'], 'EF', tags)])
    expectRoute(map, 'A', 'F', { depart: '2026-06-16T08:30' }).follows('ABCDEF')
    expectRoute(map, 'A', 'F', { depart: '2026-06-16T20:30' }).follows('ABMEF')
  })
})

describe('several restrictions over ways', () => {
  test('that share a beginning all apply', async () => {
    const map = await drawDual([noTurn, makeRestriction('no_right_turn', 'AB', 'BM', 'XM')])
    expectRoute(map, 'A', 'F').follows('ABCDEF')
    expectRoute(map, 'A', 'X').follows('ABCDEMX')
    expectRoute(map, 'A', 'H').follows('ABMEH')
    expectRoute(map, 'G', 'X').follows('GBMX')
  })

  test('of which one ends where the other continues both apply', async () => {
    const short = makeRestriction('no_left_turn', 'BM', 'M', 'ME')
    const map = await drawDual([noTurn, short])
    expectRoute(map, 'G', 'H').follows('GBCDEH')
    expectRoute(map, 'A', 'F').follows('ABCDEF')
  })

  test('of which one lies within the other both apply', async () => {
    const inner = makeRestriction('no_straight_on', 'BM', 'ME', 'EH')
    const map = await drawDual([noTurn, inner])
    expectRoute(map, 'A', 'F').follows('ABCDEF')
    expectRoute(map, 'G', 'F').follows('GBMEF')
    expectRoute(map, 'A', 'H').follows('ABCDEH')
    expectRoute(map, 'X', 'H').follows('XMEH')
  })
})

describe('only_… over ways', () => {
  const only = makeRestriction('only_straight_on', 'AB', ['BM', 'ME'], 'EH')

  test('require continuing as specified after the path', async () => {
    const map = await drawDual([only])
    expectRoute(map, 'A', 'H').follows('ABMEH')
    expectRoute(map, 'A', 'F').follows('ABCDEF')
    expectRoute(map, 'G', 'F').follows('GBMEF')
  })

  test('do not require driving the path', async () => {
    const map = await drawDual([only])
    expectRoute(map, 'A', 'C').follows('ABC')
    expectRoute(map, 'A', 'X').follows('ABMX')
  })
})

describe('member ways longer than the restriction', () => {
  test('may have a via way that continues beyond the target road', async () => {
    const long = { AB: oneway, BC: oneway, CD: road, DE: oneway, EF: oneway, GBMEH: road, XM: road }
    const map = await drawMap({ cellMeters: 20 }, DUAL, long, {
      relations: [makeRestriction('no_u_turn', 'AB', 'GBMEH', 'EF')],
    })
    expectRoute(map, 'A', 'F').follows('ABCDEF')
    expectRoute(map, 'G', 'F').follows('GBMEF')
    expectRoute(map, 'A', 'H').follows('ABMEH')
  })

  test('do not match a road that is met before the end of the path', async () => {
    const drawing = `
              X
             / \\
      A--B--C---D--E
    `
    const ways = { AB: road, BC: road, CD: road, CXDE: oneway }
    const map = await drawMap({}, drawing, ways, {
      relations: [makeRestriction('no_straight_on', 'AB', ['BC', 'CD'], 'CXDE')],
    })
    expectRoute(map, 'A', 'E').follows('ABCXDE')
    expectRoute(map, 'BC', 'E').follows('CDE')
  })

  test('forbid nothing when the target road continues and its side is ambiguous', async () => {
    const both = { AB: oneway, BC: oneway, CD: road, DEF: road, BM: road, ME: road }
    const map = await drawMap({ cellMeters: 20 }, DUAL, both, {
      relations: [makeRestriction('no_right_turn', 'AB', ['BM', 'ME'], 'DEF')],
    })
    expectRoute(map, 'A', 'F').follows('ABMEF')
    expectRoute(map, 'A', 'DE').follows('ABME')
  })

  test('forbid nothing when the source road continues and its side is ambiguous', async () => {
    const both = { ABC: road, CD: road, DE: oneway, EF: oneway, BM: road, ME: road }
    const map = await drawMap({ cellMeters: 20 }, DUAL, both, {
      relations: [makeRestriction('no_u_turn', 'ABC', ['BM', 'ME'], 'EF')],
    })
    expectRoute(map, 'A', 'F').follows('ABMEF')
    expectRoute(map, 'BC', 'F', { heading: 270 }).follows('BMEF')
  })
})
