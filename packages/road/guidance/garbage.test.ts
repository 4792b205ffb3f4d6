import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'
import { NO_ID } from '../sentinels.ts'
import { annotateTurns } from './annotate-turns.ts'
import { buildSteps } from './build-steps.ts'
import { buildDrawnNetwork, buildNetworkWithoutManeuvers } from './testing/draw-network.ts'
import { type DrawnMap, drawMap, type Tags } from './testing/map-source.ts'

const leg = (arcs: readonly number[], turns: readonly number[]): RouteLeg => ({
  arcs: Uint32Array.from(arcs),
  turns: Uint32Array.from(turns),
  startFraction: 0,
  endFraction: 1,
})

const typesOf = ({ network, index }: ReturnType<typeof buildDrawnNetwork>, legs: readonly RouteLeg[]) =>
  buildSteps(network, index, legs).map((steps) => steps.map(({ type }) => type))

test('supports a network without roads', () => {
  const network = buildNetworkWithoutManeuvers(drawMap('', {}))
  expect(annotateTurns(network)).toHaveLength(0)
})

test('gives a leg of one arc a departure and an arrival', () => {
  const drawn = buildDrawnNetwork(drawMap('a--b', { ab: { name: '' } }))
  expect(typesOf(drawn, [leg([0], [])])).toEqual([['depart', 'arrive']])
})

test('gives no steps without legs', () => {
  expect(typesOf(buildDrawnNetwork(drawMap('a--b', { ab: {} })), [])).toEqual([])
})

test('announces a U-turn at a stop that is left against the driving direction', () => {
  const drawn = buildDrawnNetwork(drawMap('a--b', { ab: {} }, { cellMeters: 100 }))
  const forward = drawn.network.edges.arc[0]
  const backward = drawn.network.edges.arc[1]
  expect(typesOf(drawn, [leg([forward, backward], [NO_ID])])).toEqual([['depart', 'continue', 'arrive']])
})

test('supports a loop that returns to its start', () => {
  const drawn = buildDrawnNetwork(drawMap('a--b\n   c', { abca: { oneway: 'yes', name: '' } }))
  expect(drawn.network.turns.to[0]).toBe(0)
  expect(typesOf(drawn, [leg([0, 0, 0], [0, 0])])).toEqual([['depart', 'arrive']])
})

test('terminates in a roundabout without exits', () => {
  const drawn = buildDrawnNetwork(drawMap('a--b\n c', { abca: { junction: 'roundabout' } }))
  expect(typesOf(drawn, [leg([0, 0], [0])])).toEqual([['depart', 'arrive']])
})

test('gives coincident points a direction', () => {
  const map = drawMap('a--b--c', { abc: {}, bd: {}, be: {} })
  const points = new Map(map.points)
  const pointB = points.get('b') ?? [0, 0]
  points.set('d', pointB).set('e', pointB)
  const { index } = buildDrawnNetwork({ ...map, points })
  for (const bearing of index.bearing) expect(bearing).toBeLessThan(36000)
})

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i', (seed) => {
  test('announces every path through any junction', () => {
    const random = seededRandom(seed)
    const drawn = buildDrawnNetwork(randomMap(random))
    const { network } = drawn
    for (let i = 0; i < 200; i++) {
      const walk = randomWalk(network, random)
      const [types] = typesOf(drawn, [walk])
      expect([types[0], types[types.length - 1]]).toEqual(['depart', 'arrive'])
      expect(types.slice(1, -1).some((type) => type === 'depart' || type === 'arrive')).toBe(false)
    }
  })
})

/** Draws points in a small box, so that many roads are short, cross or overlap. */
function randomMap(random: () => number): DrawnMap {
  const names = Array.from({ length: 40 }, (_, i) => `p${i}`)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const points = new Map(
    names.map((name) => [name, [Math.floor(random() * 12) * 1e-4, Math.floor(random() * 12) * 1e-4]] as const),
  )
  const ways = Array.from({ length: 60 }, () => {
    const tags: Record<string, string> = {
      highway: pick(['motorway', 'motorway_link', 'trunk', 'primary', 'primary_link', 'residential', 'service']),
      name: pick(['', '', 'A', 'B', 'A North', 'C']),
      ref: pick(['', '', '1', '1; 2']),
      lanes: pick(['', '1', '2', '4']),
      'turn:lanes': pick(['', '', 'left|right', 'through', '||', 'reverse|left;through']),
    }
    const oneway = pick(['yes', 'no', '-1', ''])
    const junction = pick(['', '', '', 'roundabout', 'circular'])
    const route = pick(['', '', '', '', 'ferry'])
    const given: Tags = { ...tags, ...(oneway && { oneway }), ...(junction && { junction }), ...(route && { route }) }
    return { points: Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(names)), tags: given }
  })
  return { points, pointTags: new Map(), ways, relations: [] }
}

function randomWalk({ arcs, turns }: RoadNetwork, random: () => number): RouteLeg {
  const path = [Math.floor(random() * arcs.count)]
  const taken: number[] = []
  for (let hops = Math.floor(random() * 30); hops > 0; hops--) {
    const arc = path[path.length - 1]
    const choices = turns.first[arc + 1] - turns.first[arc]
    if (choices === 0) break
    const turn = turns.first[arc] + Math.floor(random() * choices)
    taken.push(random() < 0.02 ? NO_ID : turn)
    path.push(turns.to[turn])
  }
  return { ...leg(path, taken), startFraction: random(), endFraction: random() }
}
