import { type ProfileName, surfaces, travelProfiles } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { DETOUR_PATH, drawShortcut, SHORT_PATH } from '../../testing/shapes.ts'

const by = (name: ProfileName) => ({ profile: travelProfiles[name] })
const onFoot = { network: 'foot' } as const

describe('wheelchairs', () => {
  test.each<[Tags, 'open' | 'closed']>([
    [{}, 'open'],
    [{ highway: 'steps' }, 'closed'],
    [{ highway: 'steps', 'ramp:wheelchair': 'yes' }, 'open'],
    [{ highway: 'steps', wheelchair: 'yes' }, 'open'],
    [{ wheelchair: 'no' }, 'closed'],
    [{ smoothness: 'very_bad' }, 'closed'],
    [{ smoothness: 'very_bad', wheelchair: 'designated' }, 'open'],
    [{ surface: 'sand' }, 'closed'],
    [{ incline: '12%' }, 'open'],
    [{ incline: '-12.5 %' }, 'closed'],
    [{ incline: '7°' }, 'closed'],
    [{ incline: 'up' }, 'open'],
    [{ width: '0.8' }, 'open'],
    [{ width: '0.7 m' }, 'closed'],
    [{ highway: 'path', sac_scale: 'hiking' }, 'closed'],
  ])('%j: %s', async (tags, expected) => {
    const map = (await drawShortcut({ highway: 'footway', ...tags }, {}, onFoot)).closeRoad('EF')
    expectRoute(map, 'A', 'D', by('foot')).follows(SHORT_PATH)
    const route = expectRoute(map, 'A', 'D', by('wheelchair'))
    if (expected === 'open') route.follows(SHORT_PATH)
    else route.fails()
  })

  test.each<[Tags, 'open' | 'closed']>([
    [{ barrier: 'gate' }, 'open'],
    [{ barrier: 'kissing_gate' }, 'closed'],
    [{ barrier: 'kissing_gate', wheelchair: 'yes' }, 'open'],
    [{ barrier: 'stile' }, 'closed'],
    [{ barrier: 'turnstile' }, 'closed'],
    [{ kerb: 'lowered' }, 'open'],
    [{ kerb: 'raised' }, 'closed'],
    [{ highway: 'crossing', kerb: 'raised' }, 'open'],
    [{ wheelchair: 'no' }, 'closed'],
  ])('at a node with %j: %s', async (tags, expected) => {
    const map = await drawShortcut({ highway: 'footway' }, { nodes: { M: tags } }, onFoot)
    expectRoute(map, 'A', 'D', by('foot')).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', by('wheelchair')).follows(expected === 'open' ? SHORT_PATH : DETOUR_PATH)
    // The road before the barrier stays open.
    expectRoute(map, 'A', 'BM', by('wheelchair')).follows('AB')
  })

  test('prefer a longer smooth path to gravel, and use gravel where there is nothing else', async () => {
    const map = await drawShortcut({ highway: 'footway', surface: 'gravel' }, {}, onFoot)
    expectRoute(map, 'A', 'D', by('foot')).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', by('wheelchair')).follows(DETOUR_PATH)
    expectRoute(map.closeRoad('EF'), 'A', 'D', by('wheelchair')).follows(SHORT_PATH)
  })
})

describe('motorcycles', () => {
  test.each<[Tags, string]>([
    [{}, SHORT_PATH],
    [{ motorcycle: 'no' }, DETOUR_PATH],
    [{ motor_vehicle: 'no', motorcar: 'yes' }, DETOUR_PATH],
    [{ motor_vehicle: 'no', motorcar: 'yes', motorcycle: 'yes' }, SHORT_PATH],
    [{ maxwidth: '1.5' }, SHORT_PATH],
  ])('%j', async (tags, path) => {
    expectRoute(await drawShortcut(tags), 'A', 'D', by('motorcycle')).follows(path)
  })

  test('pass where a car is too wide', async () => {
    expectRoute(await drawShortcut({ maxwidth: '1.5' }), 'A', 'D').follows(DETOUR_PATH)
  })
})

describe('trucks', () => {
  test.each<[Tags, string]>([
    [{}, SHORT_PATH],
    [{ maxheight: '3.9' }, DETOUR_PATH],
    [{ maxheight: '4' }, SHORT_PATH],
    [{ maxweight: '39' }, DETOUR_PATH],
    [{ maxlength: '12' }, DETOUR_PATH],
    [{ hgv: 'no' }, DETOUR_PATH],
  ])('of 40 t, %j', async (tags, path) => {
    expectRoute(await drawShortcut(tags), 'A', 'D', by('truck')).follows(path)
  })
})

describe('surfaces of roads', () => {
  test.each([
    [undefined, 'unknown'],
    ['asphalt', 'asphalt'],
    ['concrete:plates', 'concrete'],
    ['unhewn_cobblestone', 'cobblestone'],
    ['dirt', 'ground'],
    ['lava', 'unknown'],
  ])('%s is recorded as %s', async (surface, expected) => {
    const map = await drawMap({}, 'A---B', { AB: { highway: 'primary', ...(surface && { surface }) } })
    expect(surfaces[map.roads.network.roads.surface[0]]).toBe(expected)
  })
})
