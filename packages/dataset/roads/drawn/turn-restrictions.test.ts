import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { DrawnRelation, Tags } from '../../testing/osm-writer.ts'
import { makeRestriction } from '../../testing/restriction.ts'

const road = { highway: 'primary' }

/**
 * A crossing of two roads. If the turn from S to W is forbidden, the fastest route makes a U-turn at E, the nearest
 * dead end.
 */
const CROSS = `
           N
           |
           |
  W--------X--E
           |
           |
           S
`
const drawCross = (relations: readonly DrawnRelation[], tags: Readonly<Record<string, Tags>> = {}) =>
  drawMap({}, CROSS, { WX: road, XE: road, NX: road, XS: road, ...tags }, { relations })

const ALLOWED = 'SXW'
const DETOUR = 'SXEXW'
const noLeftTurn = (tags: Tags = {}) => makeRestriction('no_left_turn', 'XS', 'X', 'WX', tags)

describe('no_…', () => {
  test('forbids that turn, and no other', async () => {
    const map = await drawCross([noLeftTurn()])
    expectRoute(map, 'S', 'W').follows(DETOUR)
    expectRoute(map, 'S', 'N').follows('SXN')
    expectRoute(map, 'S', 'E').follows('SXE')
    expectRoute(map, 'W', 'S').follows('WXS')
    expectRoute(map, 'N', 'W').follows('NXW')
    expectRoute(map, 'E', 'W').follows('EXW')
  })

  test.each(['no_left_turn', 'no_right_turn', 'no_straight_on', 'no_entry', 'no_exit', 'no_anything'])(
    '%s applies at any angle',
    async (kind) => {
      expectRoute(await drawCross([makeRestriction(kind, 'XS', 'X', 'WX')]), 'S', 'W').follows(DETOUR)
    },
  )

  test.each(['no_right_turn_on_red', 'sometimes', 'No_left_turn'])('%s forbids nothing', async (kind) => {
    expectRoute(await drawCross([makeRestriction(kind, 'XS', 'X', 'WX')]), 'S', 'W').follows(ALLOWED)
  })

  test('applies both of two restrictions at one node', async () => {
    const map = await drawCross([noLeftTurn(), makeRestriction('no_right_turn', 'XS', 'X', 'XE')])
    expectRoute(map, 'S', 'W').follows('SXNXW')
    expectRoute(map, 'S', 'E').follows('SXNXE')
  })
})

describe('only_…', () => {
  test('forbids all other turns from that road, and none from others', async () => {
    const map = await drawCross([makeRestriction('only_straight_on', 'XS', 'X', 'NX')])
    expectRoute(map, 'S', 'N').follows('SXN')
    expectRoute(map, 'S', 'W').follows('SXNXW')
    expectRoute(map, 'S', 'E').follows('SXNXE')
    expectRoute(map, 'W', 'E').follows('WXE')
    expectRoute(map, 'N', 'E').follows('NXE')
  })

  test('allows either of two at one node', async () => {
    const map = await drawCross([
      makeRestriction('only_straight_on', 'XS', 'X', 'NX'),
      makeRestriction('only_right_turn', 'XS', 'X', 'XE'),
    ])
    expectRoute(map, 'S', 'N').follows('SXN')
    expectRoute(map, 'S', 'E').follows('SXE')
    expectRoute(map, 'S', 'W').follows(DETOUR)
  })

  test('is ignored when the only turn is not for cars', async () => {
    const map = await drawCross([makeRestriction('only_straight_on', 'XS', 'X', 'NX')], { NX: { highway: 'footway' } })
    expectRoute(map, 'S', 'W').follows(ALLOWED)
  })
})

describe('restricted vehicles', () => {
  test.each<[string, string]>([
    ['motorcar', ALLOWED],
    ['motor_vehicle', ALLOWED],
    ['vehicle', ALLOWED],
    ['psv;motorcar', ALLOWED],
    ['bicycle; motor_vehicle', ALLOWED],
    ['psv', DETOUR],
    ['bicycle;hgv', DETOUR],
  ])('except=%s', async (except, path) => {
    expectRoute(await drawCross([noLeftTurn({ except })]), 'S', 'W').follows(path)
  })

  test.each<[Tags, string]>([
    [{ 'restriction:motorcar': 'no_left_turn' }, DETOUR],
    [{ 'restriction:motor_vehicle': 'no_left_turn' }, DETOUR],
    [{ type: 'restriction:motorcar', restriction: 'no_left_turn' }, DETOUR],
    [{ 'restriction:hgv': 'no_left_turn' }, ALLOWED],
    [{ 'restriction:bicycle': 'no_left_turn' }, ALLOWED],
    [{ type: 'restriction:bus', restriction: 'no_left_turn' }, ALLOWED],
  ])('%j', async (tags, path) => {
    expectRoute(await drawCross([makeRestriction('', 'XS', 'X', 'WX', tags)]), 'S', 'W').follows(path)
  })
})

describe('restricted hours', () => {
  const rush = '2026-06-16T08:30'
  const night = '2026-06-16T23:30'

  test.each<[Tags]>([
    [{ 'restriction:conditional': 'no_left_turn @ (Mo-Fr 07:00-19:00)' }],
    [{ 'restriction:conditional': 'no_left_turn @ (Mo-Fr 07:00-09:00,16:00-19:00)' }],
    [{ 'restriction:motorcar:conditional': 'no_left_turn @ (07:00-19:00)' }],
    [{ restriction: 'no_left_turn', day_on: 'Monday', day_off: 'Friday', hour_on: '07:00', hour_off: '19:00' }],
  ])('%j applies in its hours', async (tags) => {
    const map = await drawCross([makeRestriction('', 'XS', 'X', 'WX', tags)])
    expectRoute(map, 'S', 'W', { depart: rush }).follows(DETOUR)
    expectRoute(map, 'S', 'W', { depart: night }).follows(ALLOWED)
  })

  test('an only_… restriction allows the other turns outside its hours', async () => {
    const tags = { 'restriction:conditional': 'only_straight_on @ (07:00-19:00)' }
    const map = await drawCross([makeRestriction('', 'XS', 'X', 'NX', tags)])
    expectRoute(map, 'S', 'W', { depart: rush }).follows('SXNXW')
    expectRoute(map, 'S', 'W', { depart: night }).follows(ALLOWED)
  })
})

describe('several members', () => {
  test('no_entry has several roads of origin', async () => {
    const map = await drawCross([makeRestriction('no_entry', ['XS', 'NX'], 'X', 'WX')])
    expectRoute(map, 'S', 'W').follows(DETOUR)
    expectRoute(map, 'N', 'W').follows('NXEXW')
    expectRoute(map, 'E', 'W').follows('EXW')
  })

  test('no_exit has several roads of destination', async () => {
    const map = await drawCross([makeRestriction('no_exit', 'XS', 'X', ['WX', 'XE'])])
    expectRoute(map, 'S', 'W').follows('SXNXW')
    expectRoute(map, 'S', 'E').follows('SXNXE')
    expectRoute(map, 'N', 'E').follows('NXE')
  })

  test('a second member elsewhere is ambiguous, and forbids nothing', async () => {
    const two = await drawCross([
      makeRestriction('no_left_turn', ['XS', 'NX'], 'X', 'WX'),
      makeRestriction('no_right_turn', 'XS', 'X', ['WX', 'XE']),
    ])
    expectRoute(two, 'S', 'W').follows(ALLOWED)
    expectRoute(two, 'S', 'E').follows('SXE')
  })
})

describe('invalid restrictions, which forbid nothing', () => {
  test('a road that continues beyond the junction is ambiguous', async () => {
    const map = await drawMap(
      {},
      CROSS,
      { WX: road, XE: road, NXS: road },
      {
        relations: [makeRestriction('no_left_turn', 'NXS', 'X', 'WX')],
      },
    )
    expectRoute(map, 'S', 'W').follows('SXW')
    expectRoute(map, 'N', 'W').follows('NXW')
  })

  test('a one-way road that continues beyond the junction is valid', async () => {
    const ways = { WX: road, XE: road, SXN: { ...road, oneway: 'yes' } }
    const map = await drawMap({}, CROSS, ways, { relations: [makeRestriction('no_left_turn', 'SXN', 'X', 'WX')] })
    expectRoute(map, 'S', 'W').follows(DETOUR)
  })

  test('a road that does not touch the node', async () => {
    const map = await drawCross([makeRestriction('no_left_turn', 'XS', 'N', 'WX')])
    expectRoute(map, 'S', 'W').follows(ALLOWED)
  })

  test.each(['from', 'via', 'to'])('a relation without its %s', async (missing) => {
    const unconditional = noLeftTurn()
    const members = unconditional.members.filter(([role]) => role !== missing)
    expectRoute(await drawCross([{ ...unconditional, members }]), 'S', 'W').follows(ALLOWED)
  })

  test('a relation that is not a restriction', async () => {
    expectRoute(await drawCross([noLeftTurn({ type: 'route' })]), 'S', 'W').follows(ALLOWED)
  })
})

describe('no_u_turn', () => {
  test('applies at some hours', async () => {
    const tags = { 'restriction:conditional': 'no_u_turn @ (07:00-19:00)' }
    const map = await drawCross([noLeftTurn(), makeRestriction('', 'XE', 'E', 'XE', tags)])
    expectRoute(map, 'S', 'W', { depart: '2026-06-16T08:30' }).follows('SXNXW')
    expectRoute(map, 'S', 'W', { depart: '2026-06-16T23:30' }).follows(DETOUR)
  })

  test('applies at a dead end', async () => {
    const map = await drawCross([noLeftTurn(), makeRestriction('no_u_turn', 'XE', 'E', 'XE')])
    expectRoute(map, 'S', 'W').follows('SXNXW')
    expectRoute(map, 'S', 'E').follows('SXE')
    expectRoute(map, 'E', 'W').follows('EXW')
  })

  test('on a continuing road forbids the U-turn, not going straight on', async () => {
    const map = await drawMap(
      {},
      CROSS,
      { WXE: road, NX: road, XS: road },
      {
        relations: [makeRestriction('no_u_turn', 'WXE', 'X', 'WXE')],
      },
    )
    expectRoute(map, 'W', 'E').follows('WXE')
    expectRoute(map, 'E', 'W').follows('EXW')
  })

  test('on a continuing road overrides a lane that allows a U-turn', async () => {
    const tags = { ...road, 'turn:lanes:forward': 'reverse|through' }
    const relations = [makeRestriction('no_u_turn', 'WXE', 'X', 'WXE')]
    const ways = { WXE: tags, NX: road, XS: road }
    expectRoute(await drawMap({}, CROSS, ways), 'WX', 'W', { heading: 90 }).follows('XW')
    expectRoute(await drawMap({}, CROSS, ways, { relations }), 'WX', 'W', { heading: 90 }).follows('XEXW')
  })

  test('between two carriageways at one node is a turn like any other', async () => {
    const oneway = { ...road, oneway: 'yes' }
    const drawing = `
      A----B
            \\
             X---C
            /
      D----E
    `
    const ways = { ABX: oneway, XED: oneway, XC: road }
    const free = await drawMap({}, drawing, ways)
    expectRoute(free, 'A', 'D').follows('ABXED')
    const map = await drawMap({}, drawing, ways, { relations: [makeRestriction('no_u_turn', 'ABX', 'X', 'XED')] })
    expectRoute(map, 'A', 'D').follows('ABXCXED')
  })
})
