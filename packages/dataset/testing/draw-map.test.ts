import { flatDistanceMeters } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { drawMap } from './draw-map.ts'
import { parseDrawing } from './drawing.ts'
import { expectRoute } from './expect-route.ts'
import { listEdges } from './list-edges.ts'
import { makeRestriction } from './restriction.ts'

const road = { highway: 'primary' }
const LOOP = `
  A---B---C
  |       |
  D---E---F
`
const drawLoop = () => drawMap({ cellMeters: 100 }, LOOP, { ABC: road, ADEFC: { highway: 'residential' } })

test('a closed bridge forces the detour', async () => {
  const map = await drawLoop()
  expectRoute(map, 'A', 'C').follows('ABC')
  expectRoute(map.closeRoad('BC'), 'A', 'C').follows('ADEFC')
})

describe('map drawing', () => {
  test('places letters and digits by column and row, each one cell wide', () => {
    const points = parseDrawing(
      `
        A---1
           /
          b
      `,
      50,
      [10, 20],
    )
    expect([...points.keys()]).toEqual(['A', '1', 'b'])
    const [a, one, b] = [...points.values()].map(([latitude, longitude]) => [latitude, longitude] as const)
    expect(a).toEqual([10, 20])
    expect(one?.[0]).toBe(10)
    expect(flatDistanceMeters(10, 20, ...(one ?? [0, 0]))).toBeCloseTo(200, 1)
    expect(flatDistanceMeters(10, 20, ...(b ?? [0, 0]))).toBeCloseTo(Math.hypot(100, 100), 1)
  })

  test('is rejected with a duplicate letter', async () => {
    await expect(drawMap({}, 'A---B---A', { AB: road })).rejects.toThrow('A is drawn twice')
  })

  test('lies in the Pacific, where no national law applies, by default', async () => {
    const seconds = async (at?: readonly [number, number]) =>
      expectRoute(await drawMap(at ? { origin: at } : {}, 'A---B', { AB: { ...road, maxspeed: 'rural' } }), 'A', 'B')
        .seconds
    expect(await seconds()).toBeCloseTo((400 * 3.6) / 65, 1)
    expect(await seconds([52.5, 13.4])).toBeCloseTo((400 * 3.6) / 80, 1)
  })
})

describe('references outside the drawing, which fail', () => {
  test.each([
    ['a way', { ABX: road }, {}, 'way ABX: there is no X in the drawing'],
    ['a tagged node', { AB: road }, { nodes: { X: { barrier: 'gate' } } }, 'nodes: there is no X in the drawing'],
    [
      'a member',
      { AB: road },
      { relations: [makeRestriction('no_u_turn', 'AB', 'X', 'AB')] },
      'a relation: there is no X in the drawing',
    ],
    [
      'a way of a relation',
      { AB: road },
      { relations: [makeRestriction('no_u_turn', 'AB', 'B', 'BC')] },
      'a relation refers to way BC, which does not exist',
    ],
  ])('%s', async (_, ways, extras, message) => {
    await expect(drawMap({}, 'A---B', ways, extras)).rejects.toThrow(message)
  })

  test('includes an unknown stop or stretch', async () => {
    const map = await drawLoop()
    expect(() => expectRoute(map, 'A', 'X')).toThrow('"X" is neither a node of the drawing nor between two')
    expect(() => map.closeRoad('AC')).toThrow('no road leads along AC')
  })

  test('includes an invalid time', async () => {
    const map = await drawMap({}, 'A---B', { AB: { ...road, opening_hours: '06:00-22:00' } })
    expect(() => expectRoute(map, 'A', 'B', { depart: 'noon' })).toThrow('noon is not an hour')
  })
})

describe('stops', () => {
  test('are nodes, or the midpoint between two', async () => {
    const map = await drawLoop()
    expectRoute(map, 'AB', 'C').follows('BC')
    expectRoute(map, 'AB', 'BC').follows('B')
    expectRoute(map, 'A', 'C', { via: ['EF'] }).follows('ADEFC')
    expectRoute(map, 'AB', 'C', { heading: 270 }).follows('ADEFC')
  })

  test('are not snapped to another road', async () => {
    const map = await drawMap({ cellMeters: 2 }, 'A---B--C', { AB: road, BC: { highway: 'footway' } })
    expectRoute(map, 'A', 'C').fails()
  })
})

describe('closing', () => {
  test('several stretches in sequence leaves the first map unchanged', async () => {
    const map = await drawLoop()
    expectRoute(map.closeRoad('AB').closeRoad('DE'), 'A', 'C').fails()
    expectRoute(map, 'A', 'C').follows('ABC')
  })
})

describe('failed expectation, reported with the drawing', () => {
  test.each<[string, (map: Awaited<ReturnType<typeof drawLoop>>) => void, RegExp]>([
    ['another route', (map) => void expectRoute(map, 'A', 'C').follows('ADEFC'), /A → C on\n {2}A---B---C\n/],
    [
      'no route',
      (map) => void expectRoute(map.closeRoad('AB').closeRoad('DE'), 'A', 'C').follows('ABC'),
      /expected 'no/,
    ],
    [
      'a route where none was expected',
      (map) => void expectRoute(map, 'A', 'C').fails(),
      /expected 'ABC' to be 'no route'/,
    ],
    ['another time', (map) => void expectRoute(map, 'A', 'C').takesSeconds(10), /44\.\d+ s instead of 10 s/],
    [
      'other instructions',
      (map) => void expectRoute(map, 'A', 'C').announces(['depart', 'turn left', 'arrive']),
      /A → C on/,
    ],
    [
      'the requested trip',
      (map) => void expectRoute(map, 'A', 'C', { avoid: ['tolls'] }).fails(),
      /"avoid":\["tolls"\]/,
    ],
  ])('%s', async (_, expectation, message) => {
    const map = await drawLoop()
    expect(() => expectation(map)).toThrow(message)
  })
})

test('lists edges in their driving direction', async () => {
  const map = await drawMap({}, 'A---B---C---D', {
    BA: road,
    BC: { ...road, oneway: '-1' },
    CD: { ...road, oneway: 'yes' },
  })
  expect(listEdges(map)).toEqual(['AB', 'CB>', 'CD>'])
})
