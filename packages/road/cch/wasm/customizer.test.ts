import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { randomWeight, randomWeights } from '../../testing/random-weights.ts'
import { customize } from '../customize.ts'
import { MetricUpdater } from '../metric-updater.ts'
import { orderArcs } from '../order/arc-order.ts'
import { customizeReference } from '../reference/customize.ts'
import { createReferenceMetric, type ReferenceMetric } from '../reference/metric.ts'
import { buildReferenceTriangles } from '../reference/triangles.ts'
import { ReferenceUpdater } from '../reference/updater.ts'
import { buildTopology, slotCount } from '../topology.ts'
import { buildTriangles } from '../triangles.ts'
import { layoutFor } from './customizer.ts'
import { copyMetric, createMetric } from './metric-memory.ts'

const bytesOf = ({ weight, children }: ReferenceMetric) => ({ weight: [...weight], children: [...children] })

describe.each([41, 42, 43, 44, 45, 46])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 3 + Math.floor(random() * 16), 3 + Math.floor(random() * 16))
  const topology = buildTopology(graph, orderArcs(graph))
  const reference = buildReferenceTriangles(topology)

  function changeSome(weights: Int32Array): Uint32Array {
    const count = Math.ceil(random() ** 4 * graph.turnCount)
    const changed = Uint32Array.from({ length: count }, () => Math.floor(random() * graph.turnCount))
    for (const turn of changed) if (random() < 0.9) weights[turn] = randomWeight(random, 0.2)
    return changed
  }

  test('builds the same triangles as the reference', () => {
    const { count, customizer } = buildTriangles(topology)
    expect(customizer.layout).toBe('fast')
    expect(customizer.target).toEqual(reference.target)
    expect(customizer.leaves).toEqual(reference.leaves)
    expect(count).toBe(reference.target.length)
  })

  describe.each(['fast', 'compact'] as const)('in the %s layout', (layout) => {
    const triangles = buildTriangles(topology, layout)

    test('customizes byte for byte like the reference', () => {
      const metric = createMetric(topology)
      const plain = createReferenceMetric(topology)
      for (let round = 0; round < 5; round++) {
        const weights = randomWeights(random, graph.turnCount)
        customize(triangles, weights, metric)
        customizeReference(topology, reference, weights, plain)
        expect(bytesOf(metric), `seed ${seed}, round ${round}`).toEqual(bytesOf(plain))
      }
    })

    test('updates byte for byte like the reference, even if the metrics change otherwise in between', () => {
      const updater = new MetricUpdater(triangles)
      const plainUpdater = new ReferenceUpdater(topology, reference)
      const sides = Array.from({ length: 2 }, () => {
        const weights = randomWeights(random, graph.turnCount)
        const metric = createMetric(topology)
        const plain = createReferenceMetric(topology)
        customize(triangles, weights, metric)
        customizeReference(topology, reference, weights, plain)
        return { weights, metric, plain }
      })
      for (let round = 0; round < 60; round++) {
        const [one, other] = random() < 0.8 ? sides : sides.toReversed()
        const changed = changeSome(one.weights)
        const processed = updater.update(one.metric, one.weights, changed)
        expect(processed).toBe(plainUpdater.update(one.plain, one.weights, changed))
        expect(bytesOf(one.metric), `seed ${seed}, round ${round}`).toEqual(bytesOf(one.plain))
        if (random() > 0.2) continue
        other.weights.set(one.weights)
        const bytes = bytesOf(one.metric)
        other.metric = copyMetric(one.metric)
        other.plain = { weight: one.plain.weight.slice(), children: one.plain.children.slice() }
        // The next update changes either the copy or the original.
        const [updated, unchanged] = random() < 0.5 ? [one, other] : [other, one]
        const more = changeSome(updated.weights)
        updater.update(updated.metric, updated.weights, more)
        plainUpdater.update(updated.plain, updated.weights, more)
        expect(bytesOf(updated.metric), `seed ${seed}, round ${round}`).toEqual(bytesOf(updated.plain))
        expect(bytesOf(unchanged.metric), `seed ${seed}, round ${round}`).toEqual(bytes)
      }
    })

    test('accepts duplicate turns in an update', () => {
      const weights = randomWeights(random, graph.turnCount)
      const metric = createMetric(topology)
      const full = createMetric(topology)
      customize(triangles, weights, metric)
      const changed = Uint32Array.from({ length: 2 * graph.turnCount }, (_, index) => index % graph.turnCount)
      for (const turn of changed) weights[turn] = randomWeight(random, 0.2)
      new MetricUpdater(triangles).update(metric, weights, changed)
      customize(triangles, weights, full)
      expect(metric.weight).toEqual(full.weight)
    })
  })
})

test('chooses the compact layout when the triangles do not fit in the memory', () => {
  const graph = randomTurnGraph(seededRandom(7), 8, 8)
  const topology = buildTopology(graph, orderArcs(graph))
  const sizes = { topology, slotTotal: slotCount(topology), maxTriangles: 1000 }
  const withTriangles = (count: number) => new Uint32Array(topology.vertexCount + 1).fill(count, topology.vertexCount)
  expect(layoutFor({ ...sizes, triangleFirst: withTriangles(2 ** 28) })).toBe('fast')
  expect(layoutFor({ ...sizes, triangleFirst: withTriangles(2 ** 29) })).toBe('compact')
})
