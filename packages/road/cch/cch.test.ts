import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { computePathWeight } from '../testing/checked-path.ts'
import { dijkstra } from '../testing/dijkstra.ts'
import { randomTurnGraph } from '../testing/random-graph.ts'
import { randomWeights } from '../testing/random-weights.ts'
import { customize } from './customize.ts'
import { DistanceQuery } from './distance-query.ts'
import { orderArcs } from './order/arc-order.ts'
import { PathQuery } from './path-query.ts'
import { buildTopology } from './topology.ts'
import { buildTriangles } from './triangles.ts'
import { copyMetric, createMetric } from './wasm/metric-memory.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

describe.each(seeds)('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 4 + Math.floor(random() * 30), 3 + Math.floor(random() * 30))
  const topology = buildTopology(graph, orderArcs(graph))
  const triangles = buildTriangles(topology)
  const query = new DistanceQuery(topology)
  const paths = new PathQuery(topology)
  const metric = createMetric(topology)
  const randomArc = (): number => Math.floor(random() * graph.arcCount)

  test('matches Dijkstra for every query, with several metrics on one topology', () => {
    for (let round = 0; round < 3; round++) {
      const weights = randomWeights(random, graph.turnCount)
      customize(triangles, weights, metric)
      for (let sample = 0; sample < 12; sample++) {
        const from = randomArc()
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

  test('returns paths of allowed turns that add up to the distance', () => {
    const weights = randomWeights(random, graph.turnCount)
    customize(triangles, weights, metric)
    for (let sample = 0; sample < 300; sample++) {
      const from = randomArc()
      const to = randomArc()
      const end = (arc: number) => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })
      const weight = paths.search(metric, end(from), end(to))
      const path = paths.path()
      expect(weight, `seed ${seed}, ${from} → ${to}`).toBe(query.distance(metric, from, to))
      if (!path) continue
      expect([path.arcs[0], path.arcs.at(-1), path.weight]).toEqual([from, to, weight])
      expect(computePathWeight(graph, weights, path.arcs), `seed ${seed}, ${from} → ${to}`).toBe(weight)
    }
  })

  test('stores a metric in shared memory, and a copy is byte-identical', () => {
    customize(triangles, randomWeights(random, graph.turnCount), metric)
    const copy = copyMetric(metric)
    expect(copy.weight.buffer).not.toBe(metric.weight.buffer)
    expect(metric.weight.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(copy.weight.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(copy.weight).toEqual(metric.weight)
    expect(copy.children).toEqual(metric.children)
  })
})

test('rejects two turns between the same arcs, whose weights would be ambiguous', () => {
  const graph = randomTurnGraph(seededRandom(1), 5, 5)
  const twice = {
    ...graph,
    turnCount: graph.turnCount + 1,
    turnFrom: Uint32Array.of(...graph.turnFrom, graph.turnFrom[0]),
    turnTo: Uint32Array.of(...graph.turnTo, graph.turnTo[0]),
  }
  const expected = `turns 0 and ${graph.turnCount} connect the same arcs`
  expect(() => buildTopology(twice, orderArcs(graph))).toThrow(expected)
})
