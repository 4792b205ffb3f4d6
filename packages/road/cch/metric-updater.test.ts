import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { computePathWeight } from '../testing/checked-path.ts'
import { dijkstra } from '../testing/dijkstra.ts'
import { randomTurnGraph } from '../testing/random-graph.ts'
import { randomWeight, randomWeights } from '../testing/random-weights.ts'
import { customize } from './customize.ts'
import { DistanceQuery } from './distance-query.ts'
import { MetricUpdater } from './metric-updater.ts'
import { orderArcs } from './order/arc-order.ts'
import { PathQuery } from './path-query.ts'
import { buildTopology } from './topology.ts'
import { buildTriangles } from './triangles.ts'
import { createMetric } from './wasm/metric-memory.ts'

describe.each([21, 22, 23, 24])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 4 + Math.floor(random() * 24), 4 + Math.floor(random() * 24))
  const topology = buildTopology(graph, orderArcs(graph))
  const triangles = buildTriangles(topology)
  const updater = new MetricUpdater(triangles)
  const distances = new DistanceQuery(topology)
  const paths = new PathQuery(topology)
  const randomArc = (): number => Math.floor(random() * graph.arcCount)

  /**
   * Changes some weights: some decrease, some increase, some arcs close or open, and some listed weights stay the same.
   */
  function changeSome(weights: Int32Array): Uint32Array {
    const count = Math.ceil(random() ** 4 * graph.turnCount)
    const changed = Uint32Array.from({ length: count }, () => Math.floor(random() * graph.turnCount))
    for (const turn of changed) if (random() < 0.9) weights[turn] = randomWeight(random, 0.2)
    return changed
  }

  test('matches a full customization byte for byte over a hundred updates', () => {
    const weights = randomWeights(random, graph.turnCount)
    const updated = createMetric(topology)
    const full = createMetric(topology)
    customize(triangles, weights, updated)
    for (let round = 0; round < 100; round++) {
      updater.update(updated, weights, changeSome(weights))
      customize(triangles, weights, full)
      expect(updated.weight, `seed ${seed}, round ${round}`).toEqual(full.weight)
      const [from, to] = [randomArc(), randomArc()]
      const end = (arc: number) => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })
      const weight = paths.search(updated, end(from), end(to))
      expect(weight, `seed ${seed}, round ${round}`).toBe(dijkstra(graph, weights, from)[to])
      const path = paths.path()
      if (path) expect(computePathWeight(graph, weights, path.arcs), `seed ${seed}, round ${round}`).toBe(weight)
    }
  })

  test('returns to the initial state after closing and reopening everything', () => {
    const weights = randomWeights(random, graph.turnCount)
    const metric = createMetric(topology)
    const before = createMetric(topology)
    customize(triangles, weights, metric)
    customize(triangles, weights, before)
    const all = Uint32Array.from(weights, (_, turn) => turn)
    updater.update(metric, new Int32Array(weights.length).fill(INFINITE_WEIGHT), all)
    expect(metric.weight.every((weight) => weight === INFINITE_WEIGHT)).toBe(true)
    expect(distances.distance(metric, 0, 1)).toBe(INFINITE_WEIGHT)
    updater.update(metric, weights, all)
    expect(metric.weight).toEqual(before.weight)
  })

  test('visits nothing when nothing changed', () => {
    const weights = randomWeights(random, graph.turnCount)
    const metric = createMetric(topology)
    customize(triangles, weights, metric)
    expect(updater.update(metric, weights, Uint32Array.of(0, 1, 2))).toBe(0)
  })
})
