import { describe, expect, test } from 'vitest'
import { orderArcs } from '../order/arc-order.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { dijkstra } from '../testing/dijkstra.ts'
import { seededRandom } from '../testing/random.ts'
import { randomTurnGraph } from '../testing/random-graph.ts'
import { createMetric, customize } from './metric.ts'
import { PathQuery } from './path-query.ts'
import { DistanceQuery } from './query.ts'
import { buildTopology } from './topology.ts'
import { triangleTargets } from './triangles.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

describe.each(seeds)('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 4 + Math.floor(random() * 30), 3 + Math.floor(random() * 30))
  const rank = orderArcs(graph)
  const topology = buildTopology(graph, rank)
  const triangles = triangleTargets(topology)
  const query = new DistanceQuery(topology)
  const paths = new PathQuery(topology)
  const metric = createMetric(topology)

  function randomWeights(): Int32Array {
    const infinite = random() * 0.1
    return Int32Array.from({ length: graph.turnCount }, () =>
      random() < infinite ? INFINITE_WEIGHT : Math.floor(random() ** 3 * 100_000),
    )
  }

  test('the order ranks every arc once', () => {
    expect([...rank].sort((a, b) => a - b)).toEqual(Array.from(rank, (_, index) => index))
  })

  test('every query equals Dijkstra, under several metrics on one topology', () => {
    for (let round = 0; round < 3; round++) {
      const weights = randomWeights()
      customize(topology, triangles, weights, metric)
      for (let sample = 0; sample < 12; sample++) {
        const from = Math.floor(random() * graph.arcCount)
        const truth = dijkstra(graph, weights, from)
        const wrong: string[] = []
        for (let to = 0; to < graph.arcCount; to++) {
          const found = query.distance(metric, from, to)
          if (found !== truth[to]) wrong.push(`${from} → ${to}: ${found}, Dijkstra ${truth[to]}`)
        }
        expect(wrong, `seed ${seed}, round ${round}`).toEqual([])
      }
    }
  })

  test('every path is made of allowed turns and adds up to the distance', () => {
    const weights = randomWeights()
    customize(topology, triangles, weights, metric)
    const weightOf = new Map(
      Array.from(weights, (weight, turn) => [`${graph.turnFrom[turn]} ${graph.turnTo[turn]}`, weight]),
    )
    for (let sample = 0; sample < 400; sample++) {
      const from = Math.floor(random() * graph.arcCount)
      const to = Math.floor(random() * graph.arcCount)
      const path = paths.find(metric, from, to)
      const distance = query.distance(metric, from, to)
      if (!path) {
        expect(distance).toBe(INFINITE_WEIGHT)
        continue
      }
      const arcs = [...path.arcs]
      const turns = arcs.slice(1).map((arc, index) => weightOf.get(`${arcs[index]} ${arc}`))
      expect([arcs[0], arcs.at(-1)]).toEqual([from, to])
      expect(turns).not.toContain(undefined)
      expect(
        turns.reduce<number>((sum, weight) => sum + (weight ?? 0), 0),
        `seed ${seed}`,
      ).toBe(distance)
      expect(path.weight).toBe(distance)
    }
  })
})
