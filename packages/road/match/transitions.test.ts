import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { HierarchyRows } from './hierarchy-rows.ts'
import { buildMatchMap } from './match-map.ts'
import { NearSearch } from './near-search.ts'
import { States } from './states.ts'
import { fastestPaths } from './testing/fastest-paths.ts'
import { findPace } from './transitions.ts'

const FAR_AWAY = 1e6

describe.each([1, 2, 3, 4])('town %i', (seed) => {
  const random = seededRandom(seed)
  const network = randomNetwork(random, { columns: 7, rows: 6 })
  const map = buildRoadMap(network)
  const source = buildMatchMap(map, buildMetric(map))
  const { edges, arcs } = network
  const turnWeight = source.metric.weights.turn
  const originals = Array.from(edges.arc).filter((arc) => arc !== NO_ID)
  const randomArc = () => originals[Math.floor(random() * originals.length)]
  const lengthOf = (arc: number) => edges.lengthCm[arcs.edgeSide[arc] >>> 1]

  /** Creates states with one position on each of several arcs, centered on the middle of the last arc's edge. */
  function placesOn(list: readonly number[]): States {
    const states = new States()
    const shape = edges.shapeFirst[arcs.edgeSide[list[list.length - 1]] >>> 1]
    states.begin(0, edges.shapeLatitude[shape] / 1e6, edges.shapeLongitude[shape] / 1e6)
    for (const arc of list) states.add(arc, Math.floor(random() * lengthOf(arc)), FAR_AWAY, 0, -1)
    return states
  }

  test('the hierarchy finds the same lengths of fastest paths as Dijkstra', () => {
    const rows = new HierarchyRows(source)
    for (let round = 0; round < 60; round++) {
      const [from, to] = [randomArc(), randomArc()]
      if (from === to) continue
      const truth = fastestPaths(network, turnWeight, from)[to]
      rows.to(3, to, FAR_AWAY)
      rows.from(from, FAR_AWAY)
      const found = rows.findPath(3).lengthCm
      if (!truth) expect(found, `round ${round}`).toBe(Number.POSITIVE_INFINITY)
      // Lengths are in decimeters, rounded once per arc.
      else expect(Math.abs(found - truth.lengthCm), `round ${round}`).toBeLessThan(300)
      if (!truth) continue
      const justEnough = truth.lengthCm / 100 + 3
      rows.to(3, to, justEnough)
      rows.from(from, justEnough)
      expect(rows.findPath(3).lengthCm, `round ${round}, within reach`).toBe(found)
    }
  })

  test('the local search also finds them, wherever they are within reach', () => {
    const near = new NearSearch(network)
    let compared = 0
    for (let round = 0; round < 60; round++) {
      const list = [randomArc(), randomArc(), randomArc(), randomArc()]
      const states = placesOn(list)
      const ways = fastestPaths(network, turnWeight, list[0])
      const reachCm = 10_000 + random() * 120_000
      const lengths = new Float64Array(3).fill(Number.POSITIVE_INFINITY)
      near.setTargets(states, 0, 1, 4)
      near.run(source.metric.weights, states, 0, reachCm, lengths, 0)
      near.clearTargets(states)
      for (const target of [1, 2, 3]) {
        const way = ways[list[target]]
        const length = way ? way.lengthCm - states.alongCm[0] + states.alongCm[target] : Number.POSITIVE_INFINITY
        const found = lengths[target - 1]
        if (length > reachCm)
          expect(found <= reachCm || found === Number.POSITIVE_INFINITY, `round ${round}`).toBe(true)
        else {
          expect(Math.abs(found - length), `round ${round}`).toBeLessThan(2)
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(40)
  })

  test('dropping targets that are too far away in a straight line loses no target within reach', () => {
    const near = new NearSearch(network)
    for (let round = 0; round < 60; round++) {
      const list = [randomArc(), randomArc()]
      const states = placesOn(list)
      // No target is farther away, because an arc is at least as long as the straight line between its ends.
      states.meters[1] = lengthOf(list[1]) / 100
      const way = fastestPaths(network, turnWeight, list[0])[list[1]]
      if (!way) continue
      const length = way.lengthCm - states.alongCm[0] + states.alongCm[1]
      const lengths = new Float64Array(1).fill(Number.POSITIVE_INFINITY)
      near.setTargets(states, 0, 1, 2)
      const last = near.run(source.metric.weights, states, 0, length + 1, lengths, 0)
      near.clearTargets(states)
      expect(Math.abs(lengths[0] - length), `round ${round}`).toBeLessThan(2)
      expectPath(near, list[0], last, way.weight)
    }
  })

  function expectPath(near: NearSearch, first: number, last: number, weight: number): void {
    const path: number[] = []
    near.pathTo(first, last, path)
    expect([path[0], arcs.edgeSide[path[path.length - 1]]]).toEqual([first, arcs.edgeSide[last]])
    let sum = 0
    for (let i = 1; i < path.length; i++) {
      const turns = Array.from(
        network.turns.to.subarray(network.turns.first[path[i - 1]], network.turns.first[path[i - 1] + 1]),
      )
      expect(turns).toContain(path[i])
      sum += turnWeight[network.turns.first[path[i - 1]] + turns.indexOf(path[i])]
    }
    expect(sum).toBe(weight)
  }
})

test('the pace is that of the ninth decile of the network', () => {
  const network = randomNetwork(seededRandom(7), { columns: 8, rows: 8 })
  const map = buildRoadMap(network)
  const source = buildMatchMap(map, buildMetric(map))
  const { arcs, edges } = map.network
  const paces: { pace: number; meters: number }[] = []
  for (let arc = 0; arc < arcs.count; arc++) {
    const weight = source.metric.weights.arc[arc]
    const meters = edges.lengthCm[arcs.edgeSide[arc] >>> 1] / 100
    if (weight < INFINITE_WEIGHT && weight > 0 && meters > 0) paces.push({ pace: meters / weight, meters })
  }
  paces.sort((a, b) => b.pace - a.pace)
  let left = paces.reduce((sum, { meters }) => sum + meters, 0) / 10
  const ninthDecile = paces.find(({ meters }) => {
    left -= meters
    return left <= 0
  })?.pace
  expect(findPace(source) / (ninthDecile ?? 0)).toBeGreaterThan(0.95)
  expect(findPace(source) / (ninthDecile ?? 0)).toBeLessThan(1.05)
})
