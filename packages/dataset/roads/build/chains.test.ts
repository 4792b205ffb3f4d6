import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { listEdges } from '../../testing/list-edges.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { makeRestriction } from '../../testing/restriction.ts'

const road = { highway: 'primary' }
const oneway = { ...road, oneway: 'yes' }

describe('merged ways', () => {
  const edgesOf = async (first: Tags, second: Tags) =>
    listEdges(await drawMap({}, 'A---B---C', { AB: { ...road, ...first }, BC: { ...road, ...second } }))

  test('have the same attributes', async () => {
    expect(await edgesOf({ name: 'High Street' }, { name: 'High Street' })).toEqual(['ABC'])
    expect(await edgesOf({ oneway: 'yes' }, { oneway: '1' })).toEqual(['ABC>'])
    expect(await edgesOf({ maxheight: '3' }, { maxheight: '3 m' })).toEqual(['ABC'])
  })

  test('may have different speeds: durations add up', async () => {
    const ways = { AB: { ...road, maxspeed: '50' }, BC: { ...road, maxspeed: '25' } }
    const map = await drawMap({ cellMeters: 125 }, 'A---B---C', ways)
    expect(listEdges(map)).toEqual(['ABC'])
    expectRoute(map, 'A', 'C').takesSeconds(45 + 90)
  })

  test.each<[Tags]>([
    [{ barrier: 'gate' }],
    [{ highway: 'traffic_signals' }],
    [{ highway: 'crossing', crossing: 'traffic_signals' }],
    [{ highway: 'bus_stop' }],
    [{ barrier: 'toll_booth' }],
  ])('may join over a node with %j, which only costs time', async (tags) => {
    const nodes = { B: tags }
    expect(listEdges(await drawMap({}, 'A---B---C', { AB: road, BC: road }, { nodes }))).toEqual(['ABC'])
    expect(listEdges(await drawMap({}, 'A---B---C', { ABC: road }, { nodes }))).toEqual(['ABC'])
  })

  test('may be many, drawn in either direction', async () => {
    const ways = { BA: road, BC: road, DC: road, DE: road }
    const map = await drawMap({}, 'A---B---C---D---E', ways)
    expect(listEdges(map)).toEqual(['ABCDE'])
    expectRoute(map, 'A', 'E').follows('ABCDE')
    expectRoute(map, 'E', 'A').follows('EDCBA')
  })

  test('may be one-way, drawn in opposite directions', async () => {
    const map = await drawMap({}, 'A---B---C', { AB: oneway, CB: { ...road, oneway: '-1' } })
    expect(listEdges(map)).toEqual(['ABC>'])
    expectRoute(map, 'A', 'C').follows('ABC')
    expectRoute(map, 'C', 'A').fails()
  })

  test('keep the speed of each direction when drawn in opposite directions', async () => {
    const map = await drawMap({ cellMeters: 125 }, 'A---B---C', {
      AB: { ...road, 'maxspeed:forward': '50', 'maxspeed:backward': '25' },
      CB: { ...road, 'maxspeed:forward': '25', 'maxspeed:backward': '50' },
    })
    expect(listEdges(map)).toEqual(['ABC'])
    expectRoute(map, 'A', 'C').takesSeconds(90)
    expectRoute(map, 'C', 'A').takesSeconds(180)
  })

  test('continue past ways that are not for cars', async () => {
    const drawing = `
          X
          |
      A---B---C
          |
          Y
    `
    for (const tags of [
      { highway: 'footway' },
      { highway: 'construction' },
      { railway: 'rail' },
      { waterway: 'river' },
    ]) {
      const map = await drawMap({}, drawing, { ABC: road, XBY: tags })
      expect(listEdges(map)).toEqual(['ABC'])
    }
  })
})

describe('edge boundaries', () => {
  test.each<[Tags]>([
    [{ name: 'Other Street' }],
    [{ ref: 'B 2' }],
    [{ highway: 'secondary' }],
    [{ oneway: 'yes' }],
    [{ oneway: '-1' }],
    [{ toll: 'yes' }],
    [{ tunnel: 'yes' }],
    [{ bridge: 'yes' }],
    [{ surface: 'gravel' }],
    [{ lanes: '3' }],
    [{ junction: 'circular', oneway: 'no' }],
    [{ access: 'destination' }],
    [{ maxheight: '3' }],
    [{ maxweight: '7.5' }],
    [{ hgv: 'no' }],
    [{ hazmat: 'no' }],
    [{ 'hgv:backward': 'no' }],
    [{ 'motor_vehicle:conditional': 'no @ (07:00-09:00)' }],
    [{ 'turn:lanes:forward': 'left|through' }],
    [{ 'destination:forward': 'Berlin' }],
    [{ route: 'ferry', highway: '' }],
    [{ driving_side: 'left' }],
  ])('%j', async (tags) => {
    const map = await drawMap({}, 'A---B---C', { AB: road, BC: { ...road, ...tags } })
    expect(listEdges(map)).toHaveLength(2)
  })

  test('are not set by a name that one direction has on both ways and the other on neither', async () => {
    const berlinRoad = { ...road, 'destination:forward': 'Berlin' }
    const back = { ...road, 'destination:backward': 'Berlin' }
    expect(listEdges(await drawMap({}, 'A---B---C', { AB: berlinRoad, CB: back }))).toEqual(['ABC'])
    expect(listEdges(await drawMap({}, 'A---B---C', { AB: berlinRoad, CB: berlinRoad }))).toEqual(['AB', 'BC'])
  })

  test.each<[Tags]>([
    [{ barrier: 'bollard' }],
    [{ barrier: 'gate', access: 'private' }],
    [{ barrier: 'gate', opening_hours: '07:00-19:00' }],
    [{ barrier: 'height_restrictor', maxheight: '2' }],
    [{ highway: 'motorway_junction', ref: '12' }],
  ])('are set at a node with %j', async (tags) => {
    const nodes = { B: tags }
    expect(listEdges(await drawMap({}, 'A---B---C', { ABC: road }, { nodes }))).toEqual(['AB', 'BC'])
    expect(listEdges(await drawMap({}, 'A---B---C', { AB: road, BC: road }, { nodes }))).toEqual(['AB', 'BC'])
  })

  test('are set at the border between two countries', async () => {
    // Between Strasbourg and Kehl, the Rhine is the national border.
    const map = await drawMap({ cellMeters: 400, origin: [48.5737, 7.78] }, 'A---B---C', { AB: road, BC: road })
    expect(listEdges(map)).toEqual(['AB', 'BC'])
  })

  test('are set where a restriction needs the node', async () => {
    const relations = [makeRestriction('no_u_turn', 'BC', 'B', 'BC')]
    expect(listEdges(await drawMap({}, 'A---B---C', { AB: road, BC: road }, { relations }))).toEqual(['AB', 'BC'])
  })

  test('are set where two one-way streets meet head-on', async () => {
    expect(listEdges(await drawMap({}, 'A---B---C', { AB: oneway, CB: oneway }))).toEqual(['AB>', 'CB>'])
  })
})
