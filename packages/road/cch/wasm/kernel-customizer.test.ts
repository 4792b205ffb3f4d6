import { seededRandom } from '@fairway/geo'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { randomWeight, randomWeights } from '../../testing/random-weights.ts'
import { copyMetric, createMetric, createPlainMetric, customize, type Metric } from '../metric.ts'
import { MetricUpdater } from '../metric-updater.ts'
import { orderArcs } from '../order/arc-order.ts'
import { PlainUpdater } from '../reference/updater.ts'
import { buildTopology } from '../topology.ts'
import { buildPlainTriangles, buildTriangles } from '../triangles.ts'

afterEach(() => vi.unstubAllGlobals())

const bytesOf = ({ weight, parts }: Metric) => ({ weight: [...weight], parts: [...parts] })

describe.each([41, 42, 43, 44, 45, 46])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 3 + Math.floor(random() * 16), 3 + Math.floor(random() * 16))
  const topology = buildTopology(graph, orderArcs(graph))
  const triangles = buildTriangles(topology)
  const plainTriangles = buildPlainTriangles(topology)

  function changeSome(weights: Int32Array): Uint32Array {
    const count = Math.ceil(random() ** 4 * graph.turnCount)
    const changed = Uint32Array.from({ length: count }, () => Math.floor(random() * graph.turnCount))
    for (const turn of changed) if (random() < 0.9) weights[turn] = randomWeight(random, 0.2)
    return changed
  }

  test('builds the same triangles', () => {
    expect(triangles.workshop).toBeDefined()
    expect(triangles.target).toEqual(plainTriangles.target)
    expect(triangles.leaves).toEqual(plainTriangles.leaves)
  })

  test('customizes byte for byte like the plain implementation', () => {
    const metric = createMetric(topology)
    const plain = createPlainMetric(topology)
    for (let round = 0; round < 5; round++) {
      const weights = randomWeights(random, graph.turnCount)
      customize(topology, triangles, weights, metric)
      customize(topology, plainTriangles, weights, plain)
      expect(bytesOf(metric), `seed ${seed}, round ${round}`).toEqual(bytesOf(plain))
    }
  })

  test('updates byte for byte like the plain implementation, whatever else changes the metrics in between', () => {
    const updater = new MetricUpdater(topology, triangles)
    const plainUpdater = new PlainUpdater(topology, plainTriangles)
    const sides = Array.from({ length: 2 }, () => {
      const weights = randomWeights(random, graph.turnCount)
      const metric = createMetric(topology)
      const plain = createPlainMetric(topology)
      customize(topology, triangles, weights, metric)
      customize(topology, plainTriangles, weights, plain)
      return { weights, metric, plain }
    })
    for (let round = 0; round < 60; round++) {
      const [one, other] = random() < 0.8 ? sides : sides.toReversed()
      const changed = changeSome(one.weights)
      const looked = updater.update(one.metric, one.weights, changed)
      expect(looked).toBe(plainUpdater.update(one.plain, one.weights, changed))
      expect(bytesOf(one.metric), `seed ${seed}, round ${round}`).toEqual(bytesOf(one.plain))
      if (random() > 0.2) continue
      other.weights.set(one.weights)
      const bytes = bytesOf(one.metric)
      other.metric = copyMetric(topology, one.metric)
      other.plain = copyMetric(topology, one.plain)
      // Continues with either the copy or the original.
      const [goesOn, stays] = random() < 0.5 ? [one, other] : [other, one]
      const more = changeSome(goesOn.weights)
      updater.update(goesOn.metric, goesOn.weights, more)
      plainUpdater.update(goesOn.plain, goesOn.weights, more)
      expect(bytesOf(goesOn.metric), `seed ${seed}, round ${round}`).toEqual(bytesOf(goesOn.plain))
      expect(bytesOf(stays.metric), `seed ${seed}, round ${round}`).toEqual(bytes)
    }
  })

  test('accepts duplicate turns in an update', () => {
    const weights = randomWeights(random, graph.turnCount)
    const metric = createMetric(topology)
    const full = createMetric(topology)
    customize(topology, triangles, weights, metric)
    const changed = Uint32Array.from({ length: 2 * graph.turnCount }, (_, index) => index % graph.turnCount)
    for (const turn of changed) weights[turn] = randomWeight(random, 0.2)
    new MetricUpdater(topology, triangles).update(metric, weights, changed)
    customize(topology, triangles, weights, full)
    expect(metric.weight).toEqual(full.weight)
  })
})

test('creates and updates metrics in plain code without WebAssembly', () => {
  const graph = randomTurnGraph(seededRandom(7), 8, 8)
  const topology = buildTopology(graph, orderArcs(graph))
  const weights = randomWeights(seededRandom(8), graph.turnCount)
  const [metric, same] = [createMetric(topology), createMetric(topology)]
  vi.stubGlobal('WebAssembly', undefined)
  const triangles = buildTriangles(topology)
  const updater = new MetricUpdater(topology, triangles)
  vi.unstubAllGlobals()
  expect(triangles.workshop).toBeUndefined()
  customize(topology, triangles, weights, metric)
  weights[3] += 1000
  updater.update(metric, weights, Uint32Array.of(3))
  customize(topology, buildTriangles(topology), weights, same)
  expect(metric.weight).toEqual(same.weight)
})
