import type { Path, PathQuery } from '../hierarchy/path-query.ts'
import type { DistanceQuery } from '../hierarchy/query.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { type AlternativeLimits, limitsFor } from './limits.ts'

/** A way that is not the best one, worth showing. */
export interface AlternativePath extends Path {
  /** How much longer than the best way it is, as a share of it. */
  readonly stretch: number
  /** The share of its weight that it has in common with the best way. */
  readonly sharing: number
}

/** So many ways are unpacked at most: beyond these hardly anything passes that the first ones did not offer. */
const MOST_UNPACKED = 8

/**
 * Picks alternatives among the ways over the vertices where the last search's halves met. In a hierarchy these are the
 * bridges, junctions and crossings through which everybody between the two places must choose to go.
 */
export class AlternativeFinder {
  private readonly network: RoadNetwork
  private readonly topology: RoadMap['topology']
  private readonly distances: DistanceQuery
  /** For every arc, the last of the ways of this search that used it: `round` is the best one, `round + 1` another. */
  private readonly usedIn: Uint32Array
  private round = 0
  /** For every edge, the number of the last way that was looked at on it. */
  private readonly seenIn: Uint32Array
  private looked = 0
  private cost = new Float64Array(1024)

  constructor({ network, topology }: RoadMap, distances: DistanceQuery) {
    this.network = network
    this.topology = topology
    this.distances = distances
    this.usedIn = new Uint32Array(network.arcs.count)
    this.seenIn = new Uint32Array(network.edges.count)
  }

  /** Up to `count` alternatives to the best path of the query's last search, the cheapest first. */
  find(query: PathQuery, metric: RoadMetric, best: Path, count: number): AlternativePath[] {
    const limits = limitsFor(best.weight)
    const { vertex, weight } = query.candidates()
    const order = Array.from(weight.keys()).sort((a, b) => weight[a] - weight[b] || vertex[a] - vertex[b])
    const accepted: AlternativePath[] = []
    const bestWeight = best.weight
    this.mark(best.arcs)
    let unpacked = 0
    let before = bestWeight
    for (const index of order) {
      if (accepted.length === count || unpacked === MOST_UNPACKED) break
      if (weight[index] > bestWeight * (1 + limits.stretch)) break
      // Vertices of one way weigh the same: each way is looked at once.
      if (weight[index] <= before || query.sharedAtLeast(vertex[index]) > limits.sharing * bestWeight) continue
      before = weight[index]
      unpacked++
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
    const shared = this.follow(metric, path)
    if (!shared || shared.withAny > limits.sharing * bestWeight) return undefined
    const replaced = Math.max(1, bestWeight - shared.withBest)
    if (path.weight - bestWeight > limits.detour * replaced) return undefined
    const via = path.arcs.indexOf(this.topology.roadArc[vertex])
    if (!this.isLocallyOptimal(metric, path.arcs, via, limits.localOptimality * bestWeight)) return undefined
    const whole = this.cost[path.arcs.length - 1]
    return {
      ...path,
      arcs: path.arcs.slice(),
      turns: path.turns.slice(),
      stretch: path.weight / bestWeight - 1,
      sharing: whole > 0 ? Math.min(1, shared.withBest / whole) : 1,
    }
  }

  /**
   * Adds up the weight from the beginning of the first arc to that of each other, and what of it other ways use, too.
   * Undefined for a way that comes by one street twice: whoever drives it has lost the way.
   */
  private follow({ weights }: RoadMetric, { arcs, turns }: Path): { withAny: number; withBest: number } | undefined {
    if (this.cost.length < arcs.length) this.cost = new Float64Array(2 * arcs.length)
    const { usedIn, seenIn, round, cost } = this
    const { edgeSide } = this.network.arcs
    const way = ++this.looked
    let withAny = 0
    let withBest = 0
    cost[0] = 0
    for (let i = 0; i < arcs.length; i++) {
      const edge = edgeSide[arcs[i]] >>> 1
      if (seenIn[edge] === way) return undefined
      seenIn[edge] = way
      if (i === arcs.length - 1) break
      const weight = weights.turn[turns[i]]
      cost[i + 1] = cost[i] + weight
      const used = usedIn[arcs[i]]
      if (used >= round) withAny += weight
      if (used === round) withBest += weight
    }
    return { withAny, withBest }
  }

  /** The piece around the via vertex is a best way between its ends. */
  private isLocallyOptimal(metric: RoadMetric, arcs: Uint32Array, via: number, length: number): boolean {
    const { cost } = this
    let from = via
    let to = via
    while (from > 0 && cost[via] - cost[from] < length / 2) from--
    while (to < arcs.length - 1 && cost[to] - cost[via] < length / 2) to++
    if (from === to) return true
    return this.distances.distance(metric.hierarchy, arcs[from], arcs[to]) >= cost[to] - cost[from]
  }

  /** Begins a new search: what earlier ones marked counts no more. */
  private mark(best: Uint32Array): void {
    this.round += 2
    for (let i = 0; i < best.length; i++) this.usedIn[best[i]] = this.round
  }
  private markMore(arcs: Uint32Array): void {
    for (let i = 0; i < arcs.length; i++) if (this.usedIn[arcs[i]] < this.round) this.usedIn[arcs[i]] = this.round + 1
  }
}
