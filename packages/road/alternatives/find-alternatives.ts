import type { DistanceQuery } from '../cch/distance-query.ts'
import type { Path } from '../cch/path.ts'
import type { PathQuery } from '../cch/path-query.ts'
import type { Endpoints } from '../cch/sources-targets.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { PathStore } from '../route/path-store.ts'
import { type AlternativeLimits, limitsFor } from './limits.ts'
import { NumberSet } from './number-set.ts'

/** A useful path other than the best one. */
export interface AlternativePath extends Path {
  /** Extra weight, as a fraction of the weight of the best path. */
  readonly stretch: number
  /** Share of the path's weight that lies on edges of the best path. */
  readonly sharing: number
}

/** The sources and targets of the last search. */
export interface SearchEndpoints {
  readonly sources: Endpoints
  readonly targets: Endpoints
}

/** Maximum number of candidates to unpack. Further candidates rarely yield another acceptable path. */
const MAX_UNPACKED_CANDIDATES = 12

/**
 * Picks alternatives among the paths through the meeting nodes of the last search. In a hierarchy, the meeting nodes
 * are typically bridges and junctions where possible routes diverge.
 */
export class AlternativeFinder {
  private readonly network: RoadNetwork
  private readonly topology: RoadMap['topology']
  private readonly distanceQuery: DistanceQuery
  private readonly store: PathStore
  /** Directed edges of the best path and of the alternatives found so far. */
  private readonly sidesOfBest = new NumberSet()
  private readonly sidesOfOthers = new NumberSet()
  /** Edges of the current candidate. */
  private readonly visitedEdges = new NumberSet()
  private cost = new Float64Array(1024)

  /** Creates a finder that writes its results to `store`. */
  constructor({ network, topology }: RoadMap, distanceQuery: DistanceQuery, store: PathStore) {
    this.network = network
    this.topology = topology
    this.distanceQuery = distanceQuery
    this.store = store
  }

  /** Returns up to `count` alternatives to the best path of the last search, most useful first. */
  find(
    query: PathQuery,
    metric: RoadMetric,
    endpoints: SearchEndpoints,
    bestPath: Path,
    count: number,
  ): AlternativePath[] {
    const bestWeight = bestPath.weight
    const limits = limitsFor(bestWeight)
    const alternatives: AlternativePath[] = []
    this.sidesOfBest.clear()
    this.sidesOfOthers.clear()
    this.markSides(bestPath.arcs, this.sidesOfBest)
    let unpackedCount = 0
    let previousWeight = bestWeight
    for (const { vertex, weight } of listCandidates(query, bestWeight, limits)) {
      if (alternatives.length === count || unpackedCount === MAX_UNPACKED_CANDIDATES) break
      // All candidates on one path have the same weight, so this condition skips all but the first candidate of each
      // path.
      if (weight === previousWeight) continue
      previousWeight = weight
      unpackedCount++
      const alternative = this.checkCandidate(query, metric, endpoints, vertex, bestWeight, limits)
      if (!alternative) continue
      alternatives.push(alternative)
      // The next alternative must also differ from this one.
      this.markSides(alternative.arcs, this.sidesOfOthers)
    }
    return alternatives
  }

  private checkCandidate(
    query: PathQuery,
    metric: RoadMetric,
    endpoints: SearchEndpoints,
    vertex: number,
    bestWeight: number,
    limits: AlternativeLimits,
  ): AlternativePath | undefined {
    const path = query.pathVia(vertex)
    const sharedWeight = this.measureSharedWeight(metric, endpoints, path, limits.sharing * bestWeight)
    if (sharedWeight === undefined) return undefined
    const replacedWeight = Math.max(1, bestWeight - sharedWeight)
    if (path.weight - bestWeight > limits.detour * replacedWeight) return undefined
    const viaIndex = path.arcs.indexOf(this.topology.roadArc[vertex])
    if (!this.isLocallyOptimal(metric, path.arcs, viaIndex, limits.localOptimality * bestWeight)) return undefined
    return {
      ...path,
      arcs: this.store.copyPath(path.arcs, 0, path.arcs.length),
      turns: this.store.copyPath(path.turns, 0, path.turns.length),
      stretch: path.weight / bestWeight - 1,
      sharing: sharedWeight / path.weight,
    }
  }

  /**
   * Returns the weight that a path shares with the best path, and stores in `cost` the weight from the start of the
   * first arc to the start of every other arc. Returns undefined if the path shares more weight with other paths than
   * allowed. Also returns undefined if the path uses a street twice, because such a route makes no sense to a driver.
   */
  private measureSharedWeight(
    { weights }: RoadMetric,
    { sources, targets }: SearchEndpoints,
    { arcs, turns, source, target }: Path,
    maxShared: number,
  ): number | undefined {
    if (this.cost.length <= arcs.length) this.cost = new Float64Array(2 * arcs.length)
    const { sidesOfBest, sidesOfOthers, visitedEdges, cost } = this
    const { edgeSide } = this.network.arcs
    const last = arcs.length - 1
    let sharedWithAny = 0
    let sharedWithBest = 0
    cost[0] = 0
    visitedEdges.clear()
    for (let i = 0; i <= last; i++) {
      const sideOfArc = edgeSide[arcs[i]]
      if (!visitedEdges.add(sideOfArc >>> 1)) return undefined
      const wholeWeight = i < last ? weights.turn[turns[i]] : targets.weight[target]
      cost[i + 1] = cost[i] + wholeWeight
      const isOnBestPath = sidesOfBest.has(sideOfArc)
      if (!isOnBestPath && !sidesOfOthers.has(sideOfArc)) continue
      // The route does not include the part of the first arc before the start.
      const drivenWeight = i === 0 ? wholeWeight + sources.weight[source] : wholeWeight
      sharedWithAny += drivenWeight
      if (isOnBestPath) sharedWithBest += drivenWeight
      if (sharedWithAny > maxShared) return undefined
    }
    return sharedWithBest
  }

  /** Returns true if the section around the via node is a shortest path between its endpoints. */
  private isLocallyOptimal(metric: RoadMetric, arcs: Uint32Array, via: number, length: number): boolean {
    const { cost } = this
    let from = via
    let to = via
    while (from > 0 && cost[via] - cost[from] < length / 2) from--
    while (to < arcs.length - 1 && cost[to] - cost[via] < length / 2) to++
    if (from === to) return true
    return this.distanceQuery.distance(metric.hierarchy, arcs[from], arcs[to]) >= cost[to] - cost[from]
  }

  private markSides(path: Uint32Array, sides: NumberSet): void {
    const { edgeSide } = this.network.arcs
    for (let i = 0; i < path.length; i++) sides.add(edgeSide[path[i]])
  }
}

interface Candidate {
  readonly vertex: number
  readonly weight: number
  readonly usefulness: number
}

/**
 * Lists candidates that may meet the limits, without unpacking them. Sorts the candidates by weight and by overlap with
 * the best path. In a street grid, sorting by weight alone would put dozens of detours around a single block before the
 * first real alternative.
 */
function listCandidates(query: PathQuery, bestWeight: number, limits: AlternativeLimits): Candidate[] {
  const { vertex, weight } = query.candidates()
  const maxWeight = bestWeight * (1 + limits.stretch)
  const candidates: Candidate[] = []
  for (let i = 0; i < vertex.length; i++) {
    if (weight[i] <= bestWeight || weight[i] > maxWeight) continue
    const sharedWeight = query.minSharedWeight(vertex[i])
    if (sharedWeight > limits.sharing * bestWeight) continue
    candidates.push({ vertex: vertex[i], weight: weight[i], usefulness: -2 * weight[i] - sharedWeight })
  }
  return candidates.sort((a, b) => b.usefulness - a.usefulness || a.vertex - b.vertex)
}
