import type { RoadMap } from '../map.ts'
import { type ArcCopies, listArcCopies } from '../network/copies.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { type CostLine, costBandOf, splitEdge } from './cost-lines.ts'
import type { OneToAll } from './one-to-all.ts'
import type { PathTree, TreeRequest } from './path-tree.ts'
import { Pieces } from './pieces.ts'
import { costAtDeparture } from './travel-costs.ts'

export interface ReachOptions {
  /** Limits in ascending order. */
  readonly limits: readonly number[]
  /**
   * True if pieces need the costs at their ends. Otherwise, an edge within one contour is a single piece without costs.
   */
  readonly withCosts: boolean
}

/**
 * Maximum ratio of all arcs to tree arcs for a scan of all arcs in memory order. For a large tree, a scan is faster
 * than tree order, in which nearly every access misses the cache.
 */
const MIN_SHARE_FOR_SCAN = 16

/** Splits the roads of a path tree at the limits. */
export class ReachFinder {
  /** The result, which is valid until the next call. */
  readonly pieces = new Pieces()
  private readonly map: RoadMap
  private readonly copies: ArcCopies
  /** Number of the last call that added each edge. */
  private readonly visitedInSearch: Uint32Array
  private calls = 0
  private readonly search: OneToAll
  private readonly tree: PathTree

  constructor(map: RoadMap, search: OneToAll, tree: PathTree) {
    this.map = map
    this.search = search
    this.tree = tree
    this.copies = listArcCopies(map.network)
    this.visitedInSearch = new Uint32Array(map.network.edges.count)
  }

  find(request: TreeRequest, options: ReachOptions): void {
    const { visitedInSearch, tree, pieces } = this
    const { edgeSide } = this.map.network.arcs
    const call = ++this.calls
    pieces.clear()
    // These edges must not be added with `addWhole`. Adding them first marks them as visited, so `add` skips them.
    for (const arc of request.endpoints.arc) this.addOnce(edgeSide[arc] >>> 1, call, request, options.limits)
    if (request.direction === 'from')
      for (const arc of this.copies.keys())
        if (this.isInTree(arc)) this.addOnce(edgeSide[arc] >>> 1, call, request, options.limits)
    const add = (edge: number): void => {
      if (visitedInSearch[edge] === call) return
      visitedInSearch[edge] = call
      if (options.withCosts || !this.addWhole(edge, options.limits)) this.addCut(edge, request, options.limits)
    }
    if (tree.count < edgeSide.length / MIN_SHARE_FOR_SCAN) {
      for (let index = 0; index < tree.count; index++) add(edgeSide[tree.arcs[index]] >>> 1)
      return
    }
    for (let arc = 0; arc < edgeSide.length; arc++)
      if (tree.cost[2 * arc] < Number.POSITIVE_INFINITY) add(edgeSide[arc] >>> 1)
  }

  private addOnce(edge: number, call: number, request: TreeRequest, limits: readonly number[]): void {
    if (this.visitedInSearch[edge] === call) return
    this.visitedInSearch[edge] = call
    this.addCut(edge, request, limits)
  }

  /** Returns true if the arc, any of its copies or the opposite arc is in the tree. */
  private isInTree(arc: number): boolean {
    const { arcs, edges } = this.map.network
    const opposite = edges.arc[arcs.edgeSide[arc] ^ 1]
    const candidates = [arc, ...(this.copies.get(arc) ?? []), ...(opposite === NO_ID ? [] : [opposite])]
    return candidates.some((candidate) => this.tree.cost[2 * candidate] < Number.POSITIVE_INFINITY)
  }

  /**
   * Adds an edge that lies in one contour, regardless of the path to it. Returns false if the edge may have to be
   * split.
   */
  private addWhole(edge: number, limits: readonly number[]): boolean {
    const { cost } = this.tree
    let minCost = Number.POSITIVE_INFINITY
    let maxCost = Number.NEGATIVE_INFINITY
    for (let edgeSide = 2 * edge; edgeSide < 2 * edge + 2; edgeSide++) {
      const arc = this.map.network.edges.arc[edgeSide]
      if (arc === NO_ID) continue
      const [start, end] = [cost[2 * arc], cost[2 * arc + 1]]
      if (start === Number.POSITIVE_INFINITY && this.search.arcWeight[arc] >= INFINITE_WEIGHT) continue
      minCost = Math.min(minCost, start, end)
      maxCost = Math.max(maxCost, start, end)
    }
    const band = costBandOf(limits, minCost)
    if (band !== costBandOf(limits, maxCost)) return false
    this.pieces.add(edge, 0, 1, band, minCost, maxCost)
    return true
  }

  private addCut(edge: number, request: TreeRequest, limits: readonly number[]): void {
    const { arc: arcOf } = this.map.network.edges
    const lines: CostLine[] = []
    let isOpen = false
    for (let direction = 0; direction < 2; direction++) {
      const arc = arcOf[2 * edge + direction]
      if (arc === NO_ID || request.metric.weights.arc[arc] >= INFINITE_WEIGHT) continue
      isOpen = true
      this.addLines(arc, direction, request, lines)
      // A trip may end on a copy, which encodes the previous arc of a vehicle, but a trip never begins on a copy.
      if (request.direction === 'from')
        for (const copy of this.copies.get(arc) ?? []) this.addLines(copy, direction, request, lines)
    }
    if (isOpen) splitEdge(edge, lines, limits, this.pieces)
  }

  private addLines(arc: number, edgeDirection: number, request: TreeRequest, lines: CostLine[]): void {
    const { search, tree } = this
    const { metric, endpoints, direction, costs } = request
    const arcWeight = direction === 'from' ? metric.weights.arc[arc] : -metric.weights.arc[arc]
    if (!endpoints.arc.includes(arc)) {
      const weight = search.arcWeight[arc]
      const [startCost, endCost] = [tree.cost[2 * arc], tree.cost[2 * arc + 1]]
      if (weight < INFINITE_WEIGHT)
        lines.push(toEdgeLine(edgeDirection, 0, 1, weight, weight + arcWeight, startCost, endCost))
      return
    }
    const arcCost = direction === 'from' ? costAtDeparture(costs, arc) : -costAtDeparture(costs, arc)
    for (let index = 0; index < endpoints.count; index++) {
      if (endpoints.arc[index] !== arc) continue
      const alongFraction = endpoints.along[index]
      const [weight, cost] = [endpoints.weight[index] - search.minWeight, -alongFraction * arcCost]
      const [lo, hi] = direction === 'from' ? [alongFraction, 1] : [0, alongFraction]
      lines.push(toEdgeLine(edgeDirection, lo, hi, weight, weight + arcWeight, cost, cost + arcCost))
    }
    const { weight, cost } = tree.findReturn(search, request, arc)
    if (weight < INFINITE_WEIGHT)
      lines.push(toEdgeLine(edgeDirection, 0, 1, weight, weight + arcWeight, cost, cost + arcCost))
  }
}

/** Converts values along an arc to values along its edge. */
function toEdgeLine(
  direction: number,
  lo: number,
  hi: number,
  weightAtStart: number,
  weightAtEnd: number,
  costAtStart: number,
  costAtEnd: number,
): CostLine {
  return direction === 0
    ? { lo, hi, weightAt0: weightAtStart, weightAt1: weightAtEnd, costAt0: costAtStart, costAt1: costAtEnd }
    : {
        lo: 1 - hi,
        hi: 1 - lo,
        weightAt0: weightAtEnd,
        weightAt1: weightAtStart,
        costAt0: costAtEnd,
        costAt1: costAtStart,
      }
}
