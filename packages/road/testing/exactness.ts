import { customize } from '../cch/customize.ts'
import { DistanceQuery } from '../cch/distance-query.ts'
import type { TurnGraph } from '../cch/graph/turn-graph.ts'
import type { Metric } from '../cch/metric.ts'
import { MetricUpdater } from '../cch/metric-updater.ts'
import type { Path } from '../cch/path.ts'
import { PathQuery } from '../cch/path-query.ts'
import type { Topology } from '../cch/topology.ts'
import { buildTriangles, type Triangles } from '../cch/triangles.ts'
import { createMetric } from '../cch/wasm/metric-memory.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { Dijkstra } from './dijkstra.ts'

export interface ExactnessOptions {
  readonly random: () => number
  /** Number of sources, and number of targets per source, that are compared with Dijkstra's algorithm. */
  readonly sources: number
  readonly targets: number
  /** Number of rounds in which some weights change. Each round is compared for one source. */
  readonly rounds: number
  readonly reportProgress: (message: string) => void
}

export interface ExactnessReport {
  readonly pairs: number
  readonly connected: number
  readonly wrongDistances: number
  readonly wrongPaths: number
  readonly rounds: number
  readonly changedTurns: number
  /** Number of rounds after which the weights differed from a full customization. */
  readonly wrongRounds: number
  readonly pairsAfterUpdates: number
  readonly wrongAfterUpdates: number
}

/**
 * Compares the hierarchy with Dijkstra's algorithm on the same turn graph. Distances must match exactly, and paths must
 * add up to them.
 */
export function checkExactness(
  graph: TurnGraph,
  topology: Topology,
  turnWeight: Int32Array,
  options: ExactnessOptions,
): ExactnessReport {
  const triangles = buildTriangles(topology)
  const metric = createMetric(topology)
  customize(triangles, turnWeight, metric)
  const comparison = new Comparison(graph, topology)
  for (let source = 0; source < options.sources; source++) {
    if (source % 25 === 0) options.reportProgress(`${source} of ${options.sources} sources`)
    comparison.compare(metric, turnWeight, options)
  }
  const { tally: before } = comparison
  const updates = checkUpdates(graph, topology, triangles, metric, turnWeight, options)
  return {
    pairs: before.pairs,
    connected: before.connected,
    wrongDistances: before.wrongDistances,
    wrongPaths: before.wrongPaths,
    ...updates,
  }
}

function checkUpdates(
  graph: TurnGraph,
  topology: Topology,
  triangles: Triangles,
  metric: Metric,
  usual: Int32Array,
  options: ExactnessOptions,
): Pick<ExactnessReport, 'rounds' | 'changedTurns' | 'wrongRounds' | 'pairsAfterUpdates' | 'wrongAfterUpdates'> {
  const updater = new MetricUpdater(triangles)
  const full = createMetric(topology)
  const comparison = new Comparison(graph, topology)
  const weights = usual.slice()
  let changedTurns = 0
  let wrongRounds = 0
  for (let round = 0; round < options.rounds; round++) {
    if (round % 25 === 0) options.reportProgress(`${round} of ${options.rounds} rounds of weight changes`)
    const changed = changeSomeWeights(options.random, usual, weights)
    updater.update(metric, weights, changed)
    customize(triangles, weights, full)
    changedTurns += changed.length
    if (metric.weight.some((weight, slot) => weight !== full.weight[slot])) wrongRounds++
    comparison.compare(metric, weights, options)
  }
  const { pairs, wrongDistances, wrongPaths } = comparison.tally
  return {
    rounds: options.rounds,
    changedTurns,
    wrongRounds,
    pairsAfterUpdates: pairs,
    wrongAfterUpdates: wrongDistances + wrongPaths,
  }
}

/**
 * Changes the weights of at least one turn and at most a tenth of all turns. Turns become faster, slower or closed, or
 * return to their usual weight.
 */
function changeSomeWeights(random: () => number, usual: Int32Array, weights: Int32Array): Uint32Array {
  const count = Math.ceil((usual.length / 10) ** random())
  const changed = Uint32Array.from({ length: count }, () => Math.floor(random() * usual.length))
  for (const turn of changed) {
    const kind = random()
    const factor = kind < 0.2 ? 1 : 0.3 + 3 * random()
    weights[turn] = kind > 0.8 ? INFINITE_WEIGHT : Math.min(INFINITE_WEIGHT, Math.round(usual[turn] * factor))
  }
  return changed
}

/** Counts differences from Dijkstra's algorithm, from one random source to many random targets at a time. */
class Comparison {
  readonly tally = { pairs: 0, connected: 0, wrongDistances: 0, wrongPaths: 0 }
  private readonly graph: TurnGraph
  private readonly oracle: Dijkstra
  private readonly distances: DistanceQuery
  private readonly paths: PathQuery

  constructor(graph: TurnGraph, topology: Topology) {
    this.graph = graph
    this.oracle = new Dijkstra(graph)
    this.distances = new DistanceQuery(topology)
    this.paths = new PathQuery(topology)
  }

  compare(metric: Metric, weights: Int32Array, { random, targets }: ExactnessOptions): void {
    const { graph, tally } = this
    const from = Math.floor(random() * graph.arcCount)
    const truth = this.oracle.run(weights, from)
    for (let sample = 0; sample < targets; sample++) {
      const to = Math.floor(random() * graph.arcCount)
      const searched = this.paths.search(metric, toEndpoint(from), toEndpoint(to))
      tally.pairs++
      if (this.distances.distance(metric, from, to) !== truth[to] || searched !== truth[to]) tally.wrongDistances++
      if (truth[to] >= INFINITE_WEIGHT) continue
      tally.connected++
      if (computePathWeight(graph, weights, this.paths.path(), from, to) !== truth[to]) tally.wrongPaths++
    }
  }
}

function toEndpoint(arc: number) {
  return { count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) }
}

/**
 * Returns the sum of a path's turns. Returns undefined if a turn does not connect its arcs or if the endpoints are
 * wrong.
 */
function computePathWeight(
  { turnFrom, turnTo }: TurnGraph,
  weights: Int32Array,
  path: Path | undefined,
  from: number,
  to: number,
): number | undefined {
  if (!path || path.arcs[0] !== from || path.arcs[path.arcs.length - 1] !== to) return undefined
  let sum = 0
  for (let i = 0; i < path.arcs.length - 1; i++) {
    const turn = path.turns[i]
    if (turnFrom[turn] !== path.arcs[i] || turnTo[turn] !== path.arcs[i + 1]) return undefined
    sum += weights[turn]
  }
  return sum
}
