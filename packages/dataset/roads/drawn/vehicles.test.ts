import {
  defaultProfile,
  type HazmatClass,
  hazmatClasses,
  type TravelProfile,
  travelProfiles,
  type VehicleSize,
} from '@fairway/road'
import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { DETOUR_PATH, drawShortcut, SHORT_PATH } from '../../testing/shapes.ts'

type Vehicle = Partial<VehicleSize>

describe('vehicle limits', () => {
  test.each<[Tags, Vehicle, Vehicle]>([
    [{ maxheight: '3.5' }, { heightMeters: 3.5 }, { heightMeters: 3.51 }],
    [{ maxheight: `12'6"` }, { heightMeters: 3.81 }, { heightMeters: 3.82 }],
    [{ 'maxheight:physical': '4' }, { heightMeters: 4 }, { heightMeters: 4.01 }],
    [{ maxheight: 'below_default' }, { heightMeters: 3.9 }, { heightMeters: 4 }],
    [{ maxwidth: '2.2 m' }, { widthMeters: 2.2 }, { widthMeters: 2.21 }],
    [{ 'maxwidth:physical': '2.5' }, { widthMeters: 2.5 }, { widthMeters: 2.51 }],
    [{ width: '2.5', oneway: 'yes' }, { widthMeters: 2.49 }, { widthMeters: 2.5 }],
    [{ narrow: 'yes' }, { widthMeters: 2.1 }, { widthMeters: 2.3 }],
    [{ maxlength: '12' }, { lengthMeters: 12 }, { lengthMeters: 12.01 }],
    [{ maxweight: '7.5' }, { weightTons: 7.5 }, { weightTons: 7.501 }],
    [{ maxweight: '3500 kg' }, { weightTons: 3.5 }, { weightTons: 3.501 }],
    [{ maxweightrating: '5.5' }, { weightTons: 5.5 }, { weightTons: 5.6 }],
    [{ maxaxleload: '10' }, { axleLoadTons: 10 }, { axleLoadTons: 10.001 }],
    [{ 'maxweight:backward': '5' }, { weightTons: 5 }, { weightTons: 5.1 }],
    [{ 'motor_vehicle:conditional': 'no @ (weight>7.5)' }, { weightTons: 7.5 }, { weightTons: 7.6 }],
    [{ 'hgv:conditional': 'no @ (weight>12)' }, { weightTons: 12 }, { weightTons: 12.1 }],
  ])('%j', async (tags, small, large) => {
    const map = await drawShortcut(tags)
    expectRoute(map, 'A', 'D', { vehicle: small }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { vehicle: large }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'M', { vehicle: large }).fails()
  })

  test.each(['default', 'none', 'unsigned', '', '0'])('maxheight=%s sets no limit', async (maxheight) => {
    expectRoute(await drawShortcut({ maxheight }), 'A', 'D', { vehicle: { heightMeters: 4.5 } }).follows(SHORT_PATH)
  })

  test('apply the strictest of several, each in its dimension', async () => {
    const map = await drawShortcut({ maxheight: '4', 'maxheight:physical': '3', maxweight: '12' })
    expectRoute(map, 'A', 'D', { vehicle: { heightMeters: 3, weightTons: 12 } }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { vehicle: { heightMeters: 3.5 } }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { vehicle: { weightTons: 13 } }).follows(DETOUR_PATH)
  })
})

describe('vehicle limit at a node', () => {
  test.each<[Tags, Vehicle, Vehicle]>([
    [{ barrier: 'height_restrictor', maxheight: '2.1' }, { heightMeters: 2.1 }, { heightMeters: 2.2 }],
    [{ maxheight: '3' }, { heightMeters: 3 }, { heightMeters: 3.1 }],
    [{ maxwidth: '2' }, { widthMeters: 2 }, { widthMeters: 2.1 }],
    [{ maxweight: '3.5' }, { weightTons: 3.5 }, { weightTons: 3.6 }],
  ])('%j stops larger vehicles in both directions', async (limit, small, large) => {
    const map = await drawShortcut({}, { nodes: { M: limit } })
    expectRoute(map, 'A', 'D', { vehicle: small }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { vehicle: large }).follows(DETOUR_PATH)
    expectRoute(map, 'D', 'A', { vehicle: large }).follows('DCFEBA')
  })
})

describe('vehicle limits on both road and node', () => {
  const draw = (way: string, node: string) => drawShortcut({ maxheight: way }, { nodes: { M: { maxheight: node } } })

  test.each([
    ['3', '4'],
    ['4', '3'],
  ])('apply the stricter: %s m and %s m', async (way, node) => {
    const map = await draw(way, node)
    expectRoute(map, 'A', 'D', { vehicle: { heightMeters: 3 } }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { vehicle: { heightMeters: 3.5 } }).follows(DETOUR_PATH)
  })

  test('do not open part of the road with a looser limit at a node', async () => {
    const map = await draw('3', '4')
    expectRoute(map, 'A', 'BM', { vehicle: { heightMeters: 3.5 } }).fails()
    expectRoute(map, 'D', 'MC', { vehicle: { heightMeters: 3.5 } }).fails()
  })
})

test('does not apply the limit of a node to a trip that stays on its longer side', async () => {
  const limit = { nodes: { M: { maxheight: '3' } } }
  const map = await drawMap({}, 'A---M--------B', { AMB: { highway: 'primary' } }, limit)
  const vehicle = { heightMeters: 3.5 }
  expectRoute(map, 'B', 'MB', { vehicle }).follows('B')
  expectRoute(map, 'B', 'AM', { vehicle }).fails()
})

describe('default car', () => {
  test.each<[Tags, string]>([
    [{ maxheight: '2' }, SHORT_PATH],
    [{ maxheight: '1.9' }, DETOUR_PATH],
    [{ maxwidth: '1.9' }, SHORT_PATH],
    [{ maxwidth: '1.8' }, DETOUR_PATH],
    [{ maxweight: '2' }, SHORT_PATH],
    [{ maxweight: '1.5' }, DETOUR_PATH],
    [{ maxlength: '5' }, SHORT_PATH],
    [{ maxlength: '4' }, DETOUR_PATH],
    [{ width: '2', oneway: 'yes' }, SHORT_PATH],
    [{ width: '1.9', oneway: 'yes' }, DETOUR_PATH],
  ])('%j', async (tags, path) => {
    expectRoute(await drawShortcut(tags), 'A', 'D').follows(path)
  })
})

describe('goods vehicles', () => {
  test.each<[Tags]>([[{ hgv: 'no' }], [{ hgv: 'destination' }], [{ motor_vehicle: 'no', motorcar: 'yes' }]])(
    '%j applies above 3.5 t',
    async (tags) => {
      const map = await drawShortcut(tags)
      expectRoute(map, 'A', 'D', { vehicle: { weightTons: 3.5 } }).follows(SHORT_PATH)
      expectRoute(map, 'A', 'D', { vehicle: { weightTons: 3.51 } }).follows(DETOUR_PATH)
    },
  )

  test.each<[Tags]>([
    [{ hgv: 'yes' }],
    [{ hgv: 'designated' }],
    [{ motor_vehicle: 'no', motorcar: 'yes', hgv: 'yes' }],
  ])('%j lets them pass', async (tags) => {
    expectRoute(await drawShortcut(tags), 'A', 'D', { vehicle: { weightTons: 40 } }).follows(SHORT_PATH)
  })

  test('can be banned in one direction only', async () => {
    const map = await drawShortcut({ 'hgv:backward': 'no' })
    expectRoute(map, 'A', 'D', { vehicle: { weightTons: 12 } }).follows(SHORT_PATH)
    expectRoute(map, 'D', 'A', { vehicle: { weightTons: 12 } }).follows('DCFEBA')
  })
})

describe('hazardous goods', () => {
  test.each<[Tags, string]>([
    [{ hazmat: 'no' }, DETOUR_PATH],
    [{ 'hazmat:adr_tunnel_cat': 'B' }, DETOUR_PATH],
    [{ 'hazmat:adr_tunnel_cat': 'E' }, DETOUR_PATH],
    [{ 'hazmat:adr_tunnel_cat': 'A' }, SHORT_PATH],
    [{ hazmat: 'designated' }, SHORT_PATH],
  ])('%j', async (tags, path) => {
    const map = await drawShortcut(tags)
    expectRoute(map, 'A', 'D', { vehicle: { hazardousGoods: true } }).follows(path)
    expectRoute(map, 'A', 'D', { vehicle: { hazardousGoods: false } }).follows(SHORT_PATH)
  })

  test.each<[Tags, readonly HazmatClass[]]>([
    [{ hazmat: 'no' }, ['explosive', 'flammable', 'water', 'other']],
    [{ 'hazmat:water': 'no' }, ['water']],
    [{ 'hazmat:water:backward': 'no' }, ['water']],
    [{ 'hazmat:water': 'permissive' }, []],
    [{ 'hazmat:explosive': 'no' }, ['explosive', 'flammable']],
  ])('%j is closed to %j', async (tags, closed) => {
    const map = await drawShortcut(tags)
    const route = (hazmatClasses?: readonly HazmatClass[]) =>
      expectRoute(map, 'A', 'D', { vehicle: { hazardousGoods: true, ...(hazmatClasses && { hazmatClasses }) } })
    for (const name of hazmatClasses) route([name]).follows(closed.includes(name) ? DETOUR_PATH : SHORT_PATH)
    // Goods of unknown classes, and of several classes, must respect the restrictions of all their classes.
    route().follows(closed.length > 0 ? DETOUR_PATH : SHORT_PATH)
    route(hazmatClasses).follows(closed.length > 0 ? DETOUR_PATH : SHORT_PATH)
    expectRoute(map, 'A', 'D').follows(SHORT_PATH)
  })

  test.each([
    ['B', 'BCDE'],
    ['C', 'CDE'],
    ['D', 'DE'],
    ['E', 'E'],
  ] as const)('with code %s may not pass tunnels of categories %s', async (tunnelCode, closed) => {
    for (const category of 'ABCDE') {
      const map = await drawShortcut({ tunnel: 'yes', 'hazmat:adr_tunnel_cat': category })
      const path = closed.includes(category) ? DETOUR_PATH : SHORT_PATH
      expectRoute(map, 'A', 'D', { vehicle: { hazardousGoods: true, tunnelCode } }).follows(path)
    }
  })
})

test('trailers are kept out by trailer=no', async () => {
  const map = await drawShortcut({ trailer: 'no' })
  expectRoute(map, 'A', 'D', { vehicle: { hasTrailer: true } }).follows(DETOUR_PATH)
  expectRoute(map, 'A', 'D').follows(SHORT_PATH)
  expectRoute(await drawShortcut({ trailer: 'yes' }), 'A', 'D', { vehicle: { hasTrailer: true } }).follows(SHORT_PATH)
})

describe('roads that are closed to cars', () => {
  const heavy: TravelProfile = { ...defaultProfile, vehicle: { ...defaultProfile.vehicle, weightTons: 12 } }
  const profiles = { car: defaultProfile, motorcycle: travelProfiles.motorcycle, heavy }

  test.each<[Tags, readonly (keyof typeof profiles)[]]>([
    [{ motor_vehicle: 'no', motorcycle: 'yes' }, ['motorcycle']],
    [{ access: 'no', motorcycle: 'designated' }, ['motorcycle']],
    [{ motorcar: 'no' }, ['motorcycle']],
    [{ motorcar: 'no', motorcycle: 'no' }, []],
    [{ motorcar: 'no', hgv: 'yes' }, ['motorcycle', 'heavy']],
    [{ motor_vehicle: 'no', hgv: 'designated' }, ['heavy']],
    [{ motor_vehicle: 'no', hgv: 'no' }, []],
    [{ motor_vehicle: 'no' }, []],
    [{ vehicle: 'no', bicycle: 'yes' }, []],
    [{ highway: 'path', motorcycle: 'yes' }, ['motorcycle']],
    [{ highway: 'path', motorcar: 'no' }, []],
    [{ highway: 'footway', access: 'yes', motorcar: 'no' }, []],
    [{ highway: 'track', motor_vehicle: 'no', motorcycle: 'permissive' }, ['motorcycle']],
  ])('%j', async (tags, allowed) => {
    const map = await drawShortcut(tags)
    for (const [name, profile] of Object.entries(profiles)) {
      const path = allowed.some((other) => other === name) ? SHORT_PATH : DETOUR_PATH
      // Paths are slow, so only the detour of the excluded vehicles is certain.
      if (tags.highway === undefined || path === DETOUR_PATH) expectRoute(map, 'A', 'D', { profile }).follows(path)
      if (path === SHORT_PATH) expectRoute(map, 'A', 'M', { profile }).follows('ABM')
      else expectRoute(map, 'A', 'M', { profile }).fails()
    }
  })

  test('open to motorcycles in one direction, or at certain times', async () => {
    const oneSide = await drawShortcut({ motor_vehicle: 'no', 'motorcycle:forward': 'yes' })
    const profile = travelProfiles.motorcycle
    expectRoute(oneSide, 'A', 'D', { profile }).follows(SHORT_PATH)
    expectRoute(oneSide, 'D', 'A', { profile }).follows('DCFEBA')
    const timed = await drawShortcut({ motor_vehicle: 'no', 'motorcycle:conditional': 'yes @ (Mo-Fr)' })
    expectRoute(timed, 'A', 'D', { profile, depart: '2026-06-16T10:00' }).follows(SHORT_PATH)
    expectRoute(timed, 'A', 'D', { profile, depart: '2026-06-20T10:00' }).follows(DETOUR_PATH)
    expectRoute(timed, 'A', 'D', { depart: '2026-06-16T10:00' }).follows(DETOUR_PATH)
  })
})
