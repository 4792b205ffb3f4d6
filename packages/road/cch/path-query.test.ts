import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { computePathWeight } from '../testing/checked-path.ts'
import { dijkstraBetween } from '../testing/dijkstra-between.ts'
import { randomTurnGraph } from '../testing/random-graph.ts'
import { randomWeights } from '../testing/random-weights.ts'
import { customize } from './customize.ts'
import { orderArcs } from './order/arc-order.ts'
import type { Path } from './path.ts'
import { PathQuery } from './path-query.ts'
import type { Endpoints } from './sources-targets.ts'
import { buildTopology } from './topology.ts'
import { buildTriangles } from './triangles.ts'
import { createMetric } from './wasm/metric-memory.ts'

describe.each([11, 12, 13, 14, 15, 16])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 3 + Math.floor(random() * 14), 3 + Math.floor(random() * 14))
  const topology = buildTopology(graph, orderArcs(graph))
  const triangles = buildTriangles(topology)
  const query = new PathQuery(topology)
  const metric = createMetric(topology)
  const weights = randomWeights(random, graph.turnCount)
  customize(triangles, weights, metric)

  const randomArc = (): number => Math.floor(random() * graph.arcCount)

  /** Draws up to eight endpoints, some on the same arc, with positive and negative weights. */
  function randomEndpoints(among: readonly number[] = []): Endpoints {
    const count = 1 + Math.floor(random() * 8)
    return {
      count,
      arc: Uint32Array.from({ length: 8 }, () =>
        among.length > 0 && random() < 0.5 ? among[Math.floor(random() * among.length)] : randomArc(),
      ),
      weight: Int32Array.from({ length: 8 }, () => Math.floor((random() - 0.5) * 20_000)),
    }
  }

  function expectPath(path: Path, sources: Endpoints, targets: Endpoints): void {
    expect([path.arcs[0], path.arcs.at(-1)]).toEqual([sources.arc[path.source], targets.arc[path.target]])
    const between = computePathWeight(graph, weights, path.arcs)
    expect((between ?? Number.NaN) + sources.weight[path.source] + targets.weight[path.target]).toBe(path.weight)
  }

  test.each([false, true])('matches Dijkstra for several sources and targets (mustLeaveArc: %s)', (apart) => {
    for (let round = 0; round < 150; round++) {
      const sources = randomEndpoints()
      const targets = randomEndpoints(Array.from(sources.arc).slice(0, sources.count))
      const found = query.search(metric, sources, targets, { mustLeaveArc: apart })
      expect(found, `seed ${seed}, round ${round}`).toBe(dijkstraBetween(graph, weights, sources, targets, apart))
      const path = query.path()
      expect(path === undefined).toBe(found === INFINITE_WEIGHT)
      if (!path) continue
      expect(path.weight).toBe(found)
      expectPath(path, sources, targets)
      if (apart && sources.arc[path.source] === targets.arc[path.target]) {
        expect(path.arcs.length, 'a path around the block').toBeGreaterThan(1)
      }
    }
  })

  test('finds the path around the block when source and target are on one arc that it must leave, for every arc', () => {
    for (let arc = 0; arc < graph.arcCount; arc++) {
      const ends = { count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(-3) }
      const found = query.search(metric, ends, ends, { mustLeaveArc: true })
      expect(found, `seed ${seed}, arc ${arc}`).toBe(dijkstraBetween(graph, weights, ends, ends, true))
      const path = query.path()
      if (path) expectPath(path, ends, ends)
      expect(query.search(metric, ends, ends)).toBe(-6)
      expect(query.path()?.arcs).toEqual(Uint32Array.of(arc))
    }
  })

  test('returns candidates within the stretch whose paths lead through their vertex', () => {
    for (let round = 0; round < 40; round++) {
      const [sources, targets] = [randomEndpoints(), randomEndpoints()]
      const best = query.search(metric, sources, targets, { stretch: 0.3, mustLeaveArc: true })
      if (best === INFINITE_WEIGHT) continue
      const limit = best + Math.max(0, Math.floor(best * 0.3))
      const { vertex, weight } = query.candidates()
      for (let index = 0; index < vertex.length; index++) {
        expect(weight[index]).toBeGreaterThanOrEqual(best)
        expect(weight[index]).toBeLessThanOrEqual(limit)
        const path = query.pathVia(vertex[index])
        expect(path.weight).toBe(weight[index])
        expect(path.arcs).toContain(topology.roadArc[vertex[index]])
        expectPath(path, sources, targets)
      }
      // The next search must not depend on the state that this one leaves.
      expect(query.search(metric, sources, targets, { mustLeaveArc: true })).toBe(best)
    }
  })

  /** Computes all labels of one direction by brute force, from the lowest vertex to the highest, without a bound. */
  function labelsAbove(first: Uint32Array, start: number): Float64Array {
    const labels = new Float64Array(topology.vertexCount).fill(INFINITE_WEIGHT)
    labels[start] = 0
    for (let v = start; v < topology.vertexCount; v++) {
      for (let arc = first[v]; arc < first[v + 1]; arc++) {
        labels[topology.upper[arc]] = Math.min(labels[topology.upper[arc]], labels[v] + metric.weight[arc])
      }
    }
    return labels
  }

  test('returns as candidates all vertices that both sides reach within the stretch', () => {
    let found = 0
    for (let round = 0; round < 60; round++) {
      const [from, to] = [randomArc(), randomArc()]
      const end = (arc: number) => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })
      const best = query.search(metric, end(from), end(to), { stretch: 0.5 })
      if (best === INFINITE_WEIGHT) continue
      const there = labelsAbove(topology.upFirst, topology.rank[from])
      const back = labelsAbove(topology.downFirst, topology.rank[to])
      const expected = [...there.keys()].filter((v) => there[v] + back[v] <= best + Math.floor(best * 0.5))
      const { vertex, weight } = query.candidates()
      expect([...vertex], `seed ${seed}, ${from} → ${to}`).toEqual(expected)
      expect([...weight]).toEqual(expected.map((v) => there[v] + back[v]))
      found += expected.filter((v) => there[v] + back[v] > best).length
    }
    expect(found, 'candidates that are not the best').toBeGreaterThan(0)
  })

  test('has no path for a vertex that is not a candidate of the last search', () => {
    const end = { count: 1, arc: Uint32Array.of(randomArc()), weight: Int32Array.of(0) }
    query.search(metric, end, end)
    expect(() => query.pathVia(3)).toThrow('3 is not a candidate of the last search')
  })
})

test('returns no path without sources or targets, and fails with too many', () => {
  const graph = randomTurnGraph(seededRandom(1), 5, 5)
  const topology = buildTopology(graph, orderArcs(graph))
  const query = new PathQuery(topology)
  const metric = createMetric(topology)
  const ends = (count: number) => ({ count, arc: new Uint32Array(count), weight: new Int32Array(count) })
  customize(buildTriangles(topology), new Int32Array(graph.turnCount), metric)
  expect(query.search(metric, ends(0), ends(1))).toBe(INFINITE_WEIGHT)
  expect(query.search(metric, ends(1), ends(0))).toBe(INFINITE_WEIGHT)
  expect(query.path()).toBeUndefined()
  expect(query.search(metric, ends(1), ends(1))).toBe(0)
  expect(query.search(metric, ends(64), ends(64))).toBe(0)
  expect(() => query.search(metric, ends(1000), ends(1))).toThrow('too many sources or targets: 1000')
})
