import type { PathQuery } from '../hierarchy/path-query.ts'
import type { DistanceQuery } from '../hierarchy/query.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { type AlternativeLimits, limitsFor } from './limits.ts'

/** A way that is not the best one, worth showing. */
export interface AlternativePath {
  readonly arcs: Uint32Array
  readonly source: number
  readonly target: number
  readonly weight: number
  /** How much longer than the best way it is, as a share of it. */
  readonly stretch: number
  /** The share of its weight that it has in common with the best way. */
  readonly sharing: number
}

/** Candidates are looked at from the cheapest on; beyond these hardly anything passes that the first ones did not offer. */
const MOST_CANDIDATES = 14

/**
 * Picks alternatives among the ways over the vertices where the last search's halves met. In a hierarchy these are the
 * bridges, junctions and crossings through which everybody between the two places must choose to go.
 */
export class AlternativeFinder {
  private readonly network: RoadNetwork
  private readonly topology: RoadMap['topology']
  private readonly distances: DistanceQuery
  /** For every arc the last route that used it: 1 + its number in this search, in steps of `round`. */
  private readonly usedIn: Uint32Array
  private round = 0

  constructor({ network, topology }: RoadMap, distances: DistanceQuery) {
    this.network = network
    this.topology = topology
    this.distances = distances
    this.usedIn = new Uint32Array(network.arcs.count)
  }

  /** Up to `count` alternatives to the best path of the query's last search, the most useful first. */
  find(query: PathQuery, metric: RoadMetric, best: Uint32Array, bestWeight: number, count: number): AlternativePath[] {
    const limits = limitsFor(bestWeight)
    const { vertex, weight } = query.candidates()
    const order = Array.from(weight.keys()).sort((a, b) => weight[a] - weight[b] || vertex[a] - vertex[b])
    const accepted: AlternativePath[] = []
    this.mark(best)
    let looked = 0
    let before = bestWeight
    for (const index of order) {
      if (accepted.length === count || looked === MOST_CANDIDATES) break
      // Vertices of one way weigh the same: each way is looked at once.
      if (weight[index] <= before) continue
      before = weight[index]
      looked++
      const found = this.examine(query, metric, vertex[index], bestWeight, limits)
      if (!found) continue
      accepted.push(found)
      // The next one must differ from this one, too.
      this.markMore(found.arcs)
    }
    return accepted
  }

  private examine(
    query: PathQuery,
    metric: RoadMetric,
    vertex: number,
    bestWeight: number,
    limits: AlternativeLimits,
  ): AlternativePath | undefined {
    const path = query.pathVia(vertex)
    if (path.weight > bestWeight * (1 + limits.stretch)) return undefined
    const { arcs } = path
    const cost = this.costsAlong(metric, arcs)
    const shared = this.sharedWith(arcs, cost)
    const whole = cost[arcs.length - 1]
    if (shared.weight > limits.sharing * bestWeight) return undefined
    const replaced = Math.max(1, bestWeight - shared.withBest)
    if (path.weight - bestWeight > limits.detour * replaced) return undefined
    if (repeatsEdge(this.network, arcs)) return undefined
    const via = arcs.indexOf(this.topology.roadArc[vertex])
    if (!this.isLocallyOptimal(metric, arcs, cost, via, limits.localOptimality * bestWeight)) return undefined
    return {
      arcs: arcs.slice(),
      source: path.source,
      target: path.target,
      weight: path.weight,
      stretch: path.weight / bestWeight - 1,
      sharing: whole > 0 ? Math.min(1, shared.withBest / whole) : 1,
    }
  }

  /** Weight from the beginning of the first arc to the beginning of each arc. */
  private costsAlong({ weights }: RoadMetric, arcs: Uint32Array): Float64Array {
    const { turns } = this.network
    const cost = new Float64Array(arcs.length)
    for (let i = 1; i < arcs.length; i++) {
      let turn = turns.first[arcs[i - 1]]
      while (turns.to[turn] !== arcs[i]) turn++
      cost[i] = cost[i - 1] + weights.turn[turn]
    }
    return cost
  }

  private sharedWith(arcs: Uint32Array, cost: Float64Array): { weight: number; withBest: number } {
    let weight = 0
    let withBest = 0
    for (let i = 0; i < arcs.length - 1; i++) {
      const used = this.usedIn[arcs[i]]
      if (used < this.round) continue
      weight += cost[i + 1] - cost[i]
      if (used === this.round) withBest += cost[i + 1] - cost[i]
    }
    return { weight, withBest }
  }

  /** The piece around the via vertex is a best way between its ends. */
  private isLocallyOptimal(
    metric: RoadMetric,
    arcs: Uint32Array,
    cost: Float64Array,
    via: number,
    length: number,
  ): boolean {
    let from = via
    let to = via
    while (from > 0 && cost[via] - cost[from] < length / 2) from--
    while (to < arcs.length - 1 && cost[to] - cost[via] < length / 2) to++
    if (from === to) return true
    return this.distances.distance(metric.hierarchy, arcs[from], arcs[to]) >= cost[to] - cost[from]
  }

  /** Begins a new search: what earlier ones marked counts no more. Best way: `round`; alternatives: more. */
  private mark(best: Uint32Array): void {
    this.round += 2
    for (let i = 0; i < best.length; i++) this.usedIn[best[i]] = this.round
  }
  private markMore(arcs: Uint32Array): void {
    for (let i = 0; i < arcs.length; i++) if (this.usedIn[arcs[i]] < this.round) this.usedIn[arcs[i]] = this.round + 1
  }
}

/** Whoever drives one street twice has lost the way. */
function repeatsEdge({ arcs }: RoadNetwork, path: Uint32Array): boolean {
  const seen = new Set<number>()
  for (const arc of path) seen.add(arcs.edgeSide[arc] >>> 1)
  return seen.size < path.length
}
