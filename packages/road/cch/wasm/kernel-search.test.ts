import { seededRandom } from '@fairway/geo'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { randomWeights } from '../../testing/random-weights.ts'
import { DistanceQuery } from '../distance-query.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'
import { createMetric, createPlainMetric, customize, type Metric } from '../metric.ts'
import { orderArcs } from '../order/arc-order.ts'
import { type Path, PathQuery, type SearchOptions } from '../path-query.ts'
import { PlainDistanceQuery } from '../reference/distance-query.ts'
import { PlainPathQuery } from '../reference/path-query.ts'
import type { Ends } from '../sources-targets.ts'
import { buildTopology, type Topology } from '../topology.ts'
import { buildTriangles } from '../triangles.ts'
import { MOST_SCRATCH } from './metric-memory.ts'
import { MOST_ENDS, SCRATCH_COUNT } from './source/layout.ts'

afterEach(() => vi.unstubAllGlobals())

function weighed(
  graph: TurnGraph,
  weights: Int32Array,
  rank = orderArcs(graph),
): { topology: Topology; metric: Metric } {
  const topology = buildTopology(graph, rank)
  const metric = createMetric(topology)
  customize(topology, buildTriangles(topology), weights, metric)
  return { topology, metric }
}

const endAt = (arc: number): Ends => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })

/** A copy of the path, because the next one overwrites its views. */
const kept = (path: Path | undefined) => path && { ...path, arcs: [...path.arcs], turns: [...path.turns] }

/** All results of a search. */
function everything(query: PathQuery | PlainPathQuery, metric: Metric, from: Ends, to: Ends, options: SearchOptions) {
  const weight = query.search(metric, from, to, options)
  const path = kept(query.path())
  const vertices = [...query.candidates().vertex]
  const weights = [...query.candidates().weight]
  const shared = vertices.map((vertex) => query.sharedAtLeast(vertex))
  const paths = vertices.map((vertex) => kept(query.pathVia(vertex)))
  return { weight, path, vertices, weights, shared, paths }
}

describe.each([31, 32, 33, 34, 35, 36])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 3 + Math.floor(random() * 20), 3 + Math.floor(random() * 20))
  const randomArc = (): number => Math.floor(random() * graph.arcCount)

  /** Sometimes more than the kernels support; some on the same arc, with positive and negative weights. */
  function randomEnds(among: readonly number[] = []): Ends {
    const count = 1 + Math.floor(random() ** 2 * (MOST_ENDS + 2))
    const pick = () => (among.length > 0 && random() < 0.3 ? among[Math.floor(random() * among.length)] : randomArc())
    return {
      count,
      arc: Uint32Array.from({ length: count }, pick),
      weight: Int32Array.from({ length: count }, () => Math.floor((random() - 0.5) * 20_000)),
    }
  }

  /** With few distinct weights many paths tie, and the same one must win. */
  test.each([1, 3, 1e9])('searches match the plain implementation; weights modulo %d', (modulus) => {
    const weights = randomWeights(random, graph.turnCount).map((weight) =>
      weight === INFINITE_WEIGHT ? weight : weight % modulus,
    )
    const { topology, metric } = weighed(graph, weights)
    const query = new PathQuery(topology)
    const plain = new PlainPathQuery(topology)
    expect(metric.memory).toBeDefined()
    for (let round = 0; round < 150; round++) {
      const from = random() < 0.3 ? endAt(randomArc()) : randomEnds()
      const to = random() < 0.3 ? endAt(randomArc()) : randomEnds(Array.from(from.arc))
      const options = { stretch: random() < 0.5 ? 0 : random(), apart: random() < 0.5 }
      const found = everything(query, metric, from, to, options)
      expect(found, `seed ${seed}, round ${round}`).toEqual(everything(plain, metric, from, to, options))
    }
  })

  test('distances match the plain implementation, between all pairs of some arcs', () => {
    const { topology, metric } = weighed(graph, randomWeights(random, graph.turnCount))
    const query = new DistanceQuery(topology)
    const plain = new PlainDistanceQuery(topology)
    const arcs = Array.from({ length: 40 }, randomArc)
    for (const from of arcs) {
      const found = arcs.map((to) => query.distance(metric, from, to))
      expect(found, `seed ${seed}, from ${from}`).toEqual(arcs.map((to) => plain.distance(metric, from, to)))
    }
  })
})

const graph = randomTurnGraph(seededRandom(4), 9, 9)
const weights = randomWeights(seededRandom(5), graph.turnCount)

test('keeps alternating searches on two metrics independent', () => {
  const { topology, metric } = weighed(graph, weights)
  const other = createMetric(topology)
  customize(topology, buildTriangles(topology), randomWeights(seededRandom(6), graph.turnCount), other)
  const query = new PathQuery(topology)
  const plain = new PlainPathQuery(topology)
  for (let arc = 1; arc < graph.arcCount; arc++) {
    const chosen = arc % 2 === 0 ? metric : other
    query.search(chosen, endAt(arc - 1), endAt(arc))
    plain.search(chosen, endAt(arc - 1), endAt(arc))
    expect(kept(query.path())).toEqual(kept(plain.path()))
  }
})

test('falls back to plain searches when all scratch memory of a metric is in use', () => {
  const { topology, metric } = weighed(graph, weights)
  const queries = Array.from({ length: MOST_SCRATCH + 2 }, () => new PathQuery(topology))
  const answers = queries.map((query) => query.search(metric, endAt(0), endAt(17)))
  expect(new Set(answers)).toEqual(new Set([new PlainPathQuery(topology).search(metric, endAt(0), endAt(17))]))
})

test('takes no more scratch memory when a thread releases and reacquires a metric', () => {
  const { topology, metric } = weighed(graph, weights)
  const query = new PathQuery(topology)
  const expected = query.search(metric, endAt(0), endAt(17))
  for (let time = 0; time < 5; time++) {
    const again = structuredClone(metric)
    expect(query.search(again, endAt(0), endAt(17))).toBe(expected)
    expect(new Int32Array(again.memory?.buffer ?? new SharedArrayBuffer(64))[SCRATCH_COUNT / 4]).toBe(1)
  }
})

test('falls back to plain searches without WebAssembly, and for a metric from elsewhere', () => {
  vi.stubGlobal('WebAssembly', undefined)
  const { topology, metric } = weighed(graph, weights)
  vi.unstubAllGlobals()
  const same = createPlainMetric(topology)
  customize(topology, buildTriangles(topology), weights, same)
  const query = new PathQuery(topology)
  const options = { stretch: 0.2, apart: true }
  expect([metric.memory, same.memory]).toEqual([undefined, undefined])
  expect(everything(query, metric, endAt(3), endAt(40), options)).toEqual(
    everything(query, same, endAt(3), endAt(40), options),
  )
  expect(new DistanceQuery(topology).distance(metric, 3, 40)).toBe(query.search(same, endAt(3), endAt(40)))
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
  // Every second arc first, then every second of the remaining ones, and so on.
  const level = (arc: number) => 31 - Math.clz32((arc + 1) & -(arc + 1))
  const order = [...line].sort((a, b) => level(a) - level(b) || a - b)
  const rank = new Uint32Array(arcCount)
  order.forEach((arc, place) => {
    rank[arc] = place
  })
  const { topology, metric } = weighed(long, new Int32Array(long.turnCount).fill(1), rank)
  const query = new PathQuery(topology)
  expect(query.search(metric, endAt(0), endAt(arcCount - 1))).toBe(long.turnCount)
  // An element-wise comparison in vitest would take seconds.
  expect(query.path()?.arcs.join()).toBe(line.join())
  expect(query.path()?.turns.join()).toBe(line.subarray(0, long.turnCount).join())
})

test('unpacks a chain longer than the buffer in plain code, without affecting other queries', () => {
  // An order without separators: the path goes up arc by arc, and the tree is as high as the road is long.
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
  const { topology, metric } = weighed(graph, new Int32Array(arcCount - 1).fill(1), line)
  const [one, two] = [new PathQuery(topology), new PathQuery(topology)]
  expect(one.search(metric, endAt(0), endAt(arcCount - 1))).toBe(arcCount - 1)
  expect(two.search(metric, endAt(5), endAt(100))).toBe(95)
  expect(one.path()?.arcs).toEqual(line)
  expect(two.path()?.arcs).toEqual(line.subarray(5, 101))
})

test('leaves sources and targets of infinite weight to the plain search', () => {
  const graph = randomTurnGraph(seededRandom(77), 6, 6)
  const { topology, metric } = weighed(graph, randomWeights(seededRandom(78), graph.turnCount))
  const far = (arc: number): Ends => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(INFINITE_WEIGHT) })
  const plain = new PlainPathQuery(topology)
  const query = new PathQuery(topology)
  expect(query.search(metric, far(0), far(3))).toBe(plain.search(metric, far(0), far(3)))
})
