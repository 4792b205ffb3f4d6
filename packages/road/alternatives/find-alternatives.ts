import type { Ends } from '../hierarchy/ends.ts'
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

/** What the last search went from and to. */
export interface SearchEnds {
  readonly sources: Ends
  readonly targets: Ends
}

const LAST_ROUND = 0xffff0000

/** So many ways are unpacked at most: beyond these hardly anything passes that the first ones did not offer. */
const MOST_UNPACKED = 12

/**
 * Picks alternatives among the ways over the vertices where the last search's halves met. In a hierarchy these are the
 * bridges, junctions and crossings through which everybody between the two places must choose to go.
 */
export class AlternativeFinder {
  private readonly network: RoadNetwork
  private readonly topology: RoadMap['topology']
  private readonly distances: DistanceQuery
  /** For every side of an edge, the last of the ways that used it: `round` is this search's best, `round + 1` another. */
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
    this.usedIn = new Uint32Array(2 * network.edges.count)
    this.seenIn = new Uint32Array(network.edges.count)
  }

  /** Up to `count` alternatives to the best path of the query's last search between the ends, the most useful first. */
  find(query: PathQuery, metric: RoadMetric, ends: SearchEnds, best: Path, count: number): AlternativePath[] {
    const bestWeight = best.weight
    const limits = limitsFor(bestWeight)
    const accepted: AlternativePath[] = []
    this.mark(best.arcs)
    let unpacked = 0
    let before = bestWeight
    for (const { vertex, weight } of listCandidates(query, bestWeight, limits)) {
      if (accepted.length === count || unpacked === MOST_UNPACKED) break
      // Vertices of one way weigh the same: each way is looked at once.
      if (weight === before) continue
      before = weight
      unpacked++
      const found = this.examine(query, metric, ends, vertex, bestWeight, limits)
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
    ends: SearchEnds,
    vertex: number,
    bestWeight: number,
    limits: AlternativeLimits,
  ): AlternativePath | undefined {
    const path = query.pathVia(vertex)
    const shared = this.follow(metric, ends, path)
    if (!shared || shared.withAny > limits.sharing * bestWeight) return undefined
    const replaced = Math.max(1, bestWeight - shared.withBest)
    if (path.weight - bestWeight > limits.detour * replaced) return undefined
    const via = path.arcs.indexOf(this.topology.roadArc[vertex])
    if (!this.isLocallyOptimal(metric, path.arcs, via, limits.localOptimality * bestWeight)) return undefined
    return {
      ...path,
      arcs: path.arcs.slice(),
      turns: path.turns.slice(),
      stretch: path.weight / bestWeight - 1,
      sharing: shared.withBest / path.weight,
    }
  }

  /**
   * Adds up the weight from the beginning of the first arc to that of each other, and what of it other ways use, too.
   * Undefined for a way that comes by one street twice: whoever drives it has lost the way.
   */
  private follow(
    { weights }: RoadMetric,
    { sources, targets }: SearchEnds,
    { arcs, turns, source, target }: Path,
  ): { withAny: number; withBest: number } | undefined {
    if (this.cost.length <= arcs.length) this.cost = new Float64Array(2 * arcs.length)
    const { usedIn, seenIn, round, cost } = this
    const { edgeSide } = this.network.arcs
    const last = arcs.length - 1
    const way = ++this.looked
    let withAny = 0
    let withBest = 0
    cost[0] = 0
    for (let i = 0; i <= last; i++) {
      const side = edgeSide[arcs[i]]
      if (seenIn[side >>> 1] === way) return undefined
      seenIn[side >>> 1] = way
      const whole = i < last ? weights.turn[turns[i]] : targets.weight[target]
      cost[i + 1] = cost[i] + whole
      // What of the first arc lies behind the start is not driven.
      const driven = i === 0 ? whole + sources.weight[source] : whole
      if (usedIn[side] >= round) withAny += driven
      if (usedIn[side] === round) withBest += driven
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
    const { edgeSide } = this.network.arcs
    this.round += 2
    // After some billions of searches the marks of the first ones would count again.
    if (this.round > LAST_ROUND || this.looked > LAST_ROUND) {
      this.usedIn.fill(0)
      this.seenIn.fill(0)
      this.round = 2
      this.looked = 0
    }
    for (let i = 0; i < best.length; i++) this.usedIn[edgeSide[best[i]]] = this.round
  }
  private markMore(arcs: Uint32Array): void {
    const { edgeSide } = this.network.arcs
    for (let i = 0; i < arcs.length; i++) {
      const side = edgeSide[arcs[i]]
      if (this.usedIn[side] < this.round) this.usedIn[side] = this.round + 1
    }
  }
}

interface Candidate {
  readonly vertex: number
  readonly weight: number
  readonly usefulness: number
}

/**
 * What may keep to the limits as far as that is known without unpacking: short ways with little in common with the best
 * one first. By weight alone, a town's grid would offer dozens of ways around a single block before the first real one.
 */
function listCandidates(query: PathQuery, bestWeight: number, limits: AlternativeLimits): Candidate[] {
  const { vertex, weight } = query.candidates()
  const most = bestWeight * (1 + limits.stretch)
  const candidates: Candidate[] = []
  for (let i = 0; i < vertex.length; i++) {
    if (weight[i] <= bestWeight || weight[i] > most) continue
    const shared = query.sharedAtLeast(vertex[i])
    if (shared > limits.sharing * bestWeight) continue
    candidates.push({ vertex: vertex[i], weight: weight[i], usefulness: -2 * weight[i] - shared })
  }
  return candidates.sort((a, b) => b.usefulness - a.usefulness || a.vertex - b.vertex)
}
