import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { randomWeights } from '../../testing/random-weights.ts'
import { customize } from '../customize.ts'
import { DistanceQuery } from '../distance-query.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'
import type { Metric } from '../metric.ts'
import { orderArcs } from '../order/arc-order.ts'
import type { Path } from '../path.ts'
import { PathQuery, type SearchOptions } from '../path-query.ts'
import { ReferenceDistanceQuery } from '../reference/distance-query.ts'
import { ReferencePathQuery } from '../reference/path-query.ts'
import type { Endpoints } from '../sources-targets.ts'
import { buildTopology, type Topology } from '../topology.ts'
import { buildTriangles } from '../triangles.ts'
import { createMetric, MAX_SCRATCH } from './metric-memory.ts'
import { MAX_ENDPOINTS, SCRATCH_COUNT } from './source/layout.ts'

function customized(
  graph: TurnGraph,
  weights: Int32Array,
  rank = orderArcs(graph),
): { topology: Topology; metric: Metric } {
  const topology = buildTopology(graph, rank)
  const metric = createMetric(topology)
  customize(buildTriangles(topology), weights, metric)
  return { topology, metric }
}

const endAt = (arc: number): Endpoints => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })

/** Returns a copy of the path, because the next path overwrites its views. */
const kept = (path: Path | undefined) => path && { ...path, arcs: [...path.arcs], turns: [...path.turns] }

/** Returns all results of a search. */
function everything(
  query: PathQuery | ReferencePathQuery,
  metric: Metric,
  from: Endpoints,
  to: Endpoints,
  options: SearchOptions,
) {
  const weight = query.search(metric, from, to, options)
  const path = kept(query.path())
  const vertices = [...query.candidates().vertex]
  const weights = [...query.candidates().weight]
  const shared = vertices.map((vertex) => query.minSharedWeight(vertex))
  const paths = vertices.map((vertex) => kept(query.pathVia(vertex)))
  return { weight, path, vertices, weights, shared, paths }
}

describe.each([31, 32, 33, 34, 35, 36])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 3 + Math.floor(random() * 20), 3 + Math.floor(random() * 20))
  const randomArc = (): number => Math.floor(random() * graph.arcCount)

  /** Draws endpoints with positive and negative weights, some on the same arc. */
  function randomEnds(among: readonly number[] = []): Endpoints {
    const count = 1 + Math.floor(random() ** 4 * MAX_ENDPOINTS)
    const pick = () => (among.length > 0 && random() < 0.3 ? among[Math.floor(random() * among.length)] : randomArc())
    return {
      count,
      arc: Uint32Array.from({ length: count }, pick),
      weight: Int32Array.from({ length: count }, () => Math.floor((random() - 0.5) * 20_000)),
    }
  }

  /** With few distinct weights, many paths tie, and both implementations must choose the same path. */
  test.each([1, 3, 1e9])('searches match the reference; weights modulo %d', (modulus) => {
    const weights = randomWeights(random, graph.turnCount).map((weight) =>
      weight === INFINITE_WEIGHT ? weight : weight % modulus,
    )
    const { topology, metric } = customized(graph, weights)
    const query = new PathQuery(topology)
    const reference = new ReferencePathQuery(topology)
    for (let round = 0; round < 150; round++) {
      const from = random() < 0.3 ? endAt(randomArc()) : randomEnds()
      const to = random() < 0.3 ? endAt(randomArc()) : randomEnds(Array.from(from.arc))
      const options = { stretch: random() < 0.5 ? 0 : random(), mustLeaveArc: random() < 0.5 }
      const result = everything(query, metric, from, to, options)
      expect(result, `seed ${seed}, round ${round}`).toEqual(everything(reference, metric, from, to, options))
    }
  })

  test('distances between all pairs of some arcs match the reference', () => {
    const { topology, metric } = customized(graph, randomWeights(random, graph.turnCount))
    const query = new DistanceQuery(topology)
    const reference = new ReferenceDistanceQuery(topology)
    const arcs = Array.from({ length: 40 }, randomArc)
    for (const from of arcs) {
      const found = arcs.map((to) => query.distance(metric, from, to))
      expect(found, `seed ${seed}, from ${from}`).toEqual(arcs.map((to) => reference.distance(metric, from, to)))
    }
  })
})

const graph = randomTurnGraph(seededRandom(4), 9, 9)
const weights = randomWeights(seededRandom(5), graph.turnCount)

test('keeps alternating searches on two metrics independent', () => {
  const { topology, metric } = customized(graph, weights)
  const other = createMetric(topology)
  customize(buildTriangles(topology), randomWeights(seededRandom(6), graph.turnCount), other)
  const query = new PathQuery(topology)
  const reference = new ReferencePathQuery(topology)
  for (let arc = 1; arc < graph.arcCount; arc++) {
    const chosen = arc % 2 === 0 ? metric : other
    query.search(chosen, endAt(arc - 1), endAt(arc))
    reference.search(chosen, endAt(arc - 1), endAt(arc))
    expect(kept(query.path())).toEqual(kept(reference.path()))
  }
})

test('fails when more queries use a metric than it has scratch memory for', () => {
  const { topology, metric } = customized(graph, weights)
  const search = () => new PathQuery(topology).search(metric, endAt(0), endAt(17))
  for (let index = 0; index < MAX_SCRATCH; index++) search()
  expect(search).toThrow(`more than ${MAX_SCRATCH} queries use one metric`)
})

test('takes no more scratch memory when a thread releases and reacquires a metric', () => {
  const { topology, metric } = customized(graph, weights)
  const query = new PathQuery(topology)
  const expected = query.search(metric, endAt(0), endAt(17))
  for (let time = 0; time < 5; time++) {
    const again = structuredClone(metric)
    expect(query.search(again, endAt(0), endAt(17))).toBe(expected)
    expect(new Int32Array(again.memory.buffer)[SCRATCH_COUNT / 4]).toBe(1)
  }
})

test('returns a complete path with more turns than the kernels have room for', () => {
  const arcCount = 17_000
  const line = Uint32Array.from({ length: arcCount }, (_, node) => node)
  const long: TurnGraph = {
    nodeCount: arcCount + 1,
    x: new Float64Array(arcCount + 1).map((_, node) => node),
    y: new Float64Array(arcCount + 1),
    arcCount,
    arcTail: line,
    arcHead: line.map((node) => node + 1),
    turnCount: arcCount - 1,
    turnFrom: line.subarray(0, arcCount - 1),
    turnTo: line.subarray(1),
  }
  // The order takes every second arc first, then every second of the remaining arcs, and so on.
  const level = (arc: number) => 31 - Math.clz32((arc + 1) & -(arc + 1))
  const order = [...line].sort((a, b) => level(a) - level(b) || a - b)
  const rank = new Uint32Array(arcCount)
  order.forEach((arc, place) => {
    rank[arc] = place
  })
  const { topology, metric } = customized(long, new Int32Array(long.turnCount).fill(1), rank)
  const query = new PathQuery(topology)
  expect(query.search(metric, endAt(0), endAt(arcCount - 1))).toBe(long.turnCount)
  // An element-wise comparison in vitest would take seconds.
  expect(query.path()?.arcs.join()).toBe(line.join())
  expect(query.path()?.turns.join()).toBe(line.subarray(0, long.turnCount).join())
})

test('unpacks a chain of arcs longer than the buffer, without affecting other queries', () => {
  // In an order without separators, the path goes up arc by arc, and the tree is as deep as the road is long.
  const arcCount = 17_000
  const line = Uint32Array.from({ length: arcCount }, (_, arc) => arc)
  const graph: TurnGraph = {
    nodeCount: arcCount + 1,
    x: Float64Array.from({ length: arcCount + 1 }, (_, node) => node),
    y: new Float64Array(arcCount + 1),
    arcCount,
    arcTail: line,
    arcHead: line.map((arc) => arc + 1),
    turnCount: arcCount - 1,
    turnFrom: line.subarray(0, arcCount - 1),
    turnTo: line.subarray(1),
  }
  const { topology, metric } = customized(graph, new Int32Array(arcCount - 1).fill(1), line)
  const [one, two] = [new PathQuery(topology), new PathQuery(topology)]
  expect(one.search(metric, endAt(0), endAt(arcCount - 1))).toBe(arcCount - 1)
  expect(two.search(metric, endAt(5), endAt(100))).toBe(95)
  expect(one.path()?.arcs).toEqual(line)
  expect(two.path()?.arcs).toEqual(line.subarray(5, 101))
})

test('handles sources and targets of infinite weight like the reference', () => {
  const graph = randomTurnGraph(seededRandom(77), 6, 6)
  const { topology, metric } = customized(graph, randomWeights(seededRandom(78), graph.turnCount))
  const far = (arc: number): Endpoints => ({
    count: 1,
    arc: Uint32Array.of(arc),
    weight: Int32Array.of(INFINITE_WEIGHT),
  })
  const reference = new ReferencePathQuery(topology)
  const query = new PathQuery(topology)
  expect(query.search(metric, far(0), far(3))).toBe(reference.search(metric, far(0), far(3)))
})
