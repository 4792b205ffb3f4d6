import type { RoadMap } from '../map.ts'
import { type ArcCopies, listArcCopies } from '../network/copies.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { type CostLine, costBandOf, splitEdge } from './cost-lines.ts'
import { Pieces } from './pieces.ts'
import type { ReachTree, TreeRequest } from './reach-tree.ts'
import { findReturn } from './return-path.ts'
import { EdgeRecord, SweepEdges } from './sweep-edges.ts'
import { SweepOrder } from './sweep-order.ts'
import { costAtDeparture } from './travel-costs.ts'

export interface ReachOptions {
  /** Limits in ascending order. */
  readonly limits: readonly number[]
  /**
   * True if pieces need the costs at their ends. Otherwise, an edge within one contour is a single piece without costs.
   */
  readonly withCosts: boolean
}

/** Splits the roads of a path tree at the limits. */
export class ReachFinder {
  /** The result, which is valid until the next call. */
  readonly pieces: Pieces
  private readonly map: RoadMap
  private readonly copies: ArcCopies
  private readonly positionOf: Uint32Array
  private readonly edges: SweepEdges
  /** Number of the last call that added each edge, by record. */
  private readonly addedIn: Uint32Array
  private callNumber = 0
  private tree!: ReachTree

  constructor(map: RoadMap) {
    this.map = map
    this.copies = listArcCopies(map.network)
    this.positionOf = SweepOrder.of(map.topology).positionOf
    this.edges = SweepEdges.of(map)
    this.pieces = new Pieces(this.edges)
    this.addedIn = new Uint32Array(this.edges.records.length / EdgeRecord.SIZE)
  }

  find(tree: ReachTree, request: TreeRequest, { limits, withCosts }: ReachOptions): void {
    const { pieces, addedIn, positionOf } = this
    const { opposite, recordAt, hasCopies } = this.edges
    const call = ++this.callNumber
    this.tree = tree
    pieces.clear()
    for (const arc of request.endpoints.arc) {
      const record = recordAt[positionOf[arc]]
      if (addedIn[record] === call) continue
      addedIn[record] = call
      this.addCut(record, request, limits)
    }
    for (let index = 0; index < tree.count; index++) {
      const position = tree.positions[index]
      const record = recordAt[position]
      if (addedIn[record] === call) continue
      addedIn[record] = call
      const mustCut = withCosts || hasCopies[position] === 1
      if (mustCut || !this.addWhole(record, position, opposite[position], limits)) this.addCut(record, request, limits)
    }
  }

  /**
   * Adds the whole edge if it lies in a single contour, whichever path leads to it. Returns false if the edge may have
   * to be split.
   */
  private addWhole(record: number, position: number, opposite: number, limits: readonly number[]): boolean {
    const { tree } = this
    const startCost = tree.startCostAt(position)
    const endCost = tree.endCostAt(position)
    let minCost = Math.min(startCost, endCost)
    let maxCost = Math.max(startCost, endCost)
    if (opposite !== NO_ID) {
      if (tree.isReached(opposite)) {
        const otherStart = tree.startCostAt(opposite)
        const otherEnd = tree.endCostAt(opposite)
        minCost = Math.min(minCost, otherStart, otherEnd)
        maxCost = Math.max(maxCost, otherStart, otherEnd)
      } else if (tree.weightAt(opposite) < INFINITE_WEIGHT) return false
    }
    const band = costBandOf(limits, minCost)
    if (band < limits.length && !(maxCost <= limits[band])) return false
    this.pieces.add(record, 0, 1, band, minCost, maxCost)
    return true
  }

  private addCut(record: number, request: TreeRequest, limits: readonly number[]): void {
    const { arc: arcOf } = this.map.network.edges
    const edge = this.edges.records[EdgeRecord.SIZE * record]
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
    if (isOpen) splitEdge(record, lines, limits, this.pieces)
  }

  private addLines(arc: number, edgeDirection: number, request: TreeRequest, lines: CostLine[]): void {
    const { tree } = this
    const { metric, endpoints, direction, costs } = request
    const arcWeight = direction === 'from' ? metric.weights.arc[arc] : -metric.weights.arc[arc]
    if (!endpoints.arc.includes(arc)) {
      const position = this.positionOf[arc]
      const weight = tree.weightAt(position)
      const [startCost, endCost] = [tree.startCostAt(position), tree.endCostAt(position)]
      if (weight < INFINITE_WEIGHT)
        lines.push(toEdgeLine(edgeDirection, 0, 1, weight, weight + arcWeight, startCost, endCost))
      return
    }
    const arcCost = direction === 'from' ? costAtDeparture(costs, arc) : -costAtDeparture(costs, arc)
    for (let index = 0; index < endpoints.count; index++) {
      if (endpoints.arc[index] !== arc) continue
      const alongFraction = endpoints.along[index]
      const [weight, cost] = [endpoints.weight[index] - tree.minWeight, -alongFraction * arcCost]
      const [lo, hi] = direction === 'from' ? [alongFraction, 1] : [0, alongFraction]
      lines.push(toEdgeLine(edgeDirection, lo, hi, weight, weight + arcWeight, cost, cost + arcCost))
    }
    const { weight, cost } = findReturn(this.map, tree, request, arc)
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
