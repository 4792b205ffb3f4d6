import type { RoadMap } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type IncomingTurns, incomingTurnsOf } from './incoming-turns.ts'
import { listEndpointArcs, type ReachTree, type TreeRequest } from './reach-tree.ts'
import { type SweepArcs, SweepOrder } from './sweep-order.ts'
import { COST_SCALE, FAR_COST, SweepWeights } from './sweep-weights.ts'

/**
 * Number of metrics whose sweep weights are kept. The weights of one metric take about 12 bytes per arc of the
 * hierarchy, and computing them takes about as long as a customization.
 */
const MAX_CACHED_WEIGHTS = 2

/** Weight of a position in a cell that the sweep skipped. */
const UNKNOWN = -1

/**
 * Computes the weights and costs of the paths between the endpoints and all arcs within a limit (PHAST: Delling,
 * Goldberg, Nowatzyk, Werneck 2011). An upward search from the endpoints is followed by one sweep down the elimination
 * tree. Costs only increase along a path, so the sweep skips a cell if all vertices above it from which arcs lead into
 * it are beyond the limit. Of two paths of equal weight, the sweep prefers the smaller cost. The class requires that
 * costs do not depend on the time.
 */
export class CostSweep implements ReachTree {
  readonly positions: Uint32Array
  count = 0
  minWeight = 0
  readonly touchedArcs = new Set<number>()
  private readonly map: RoadMap
  private readonly network: RoadNetwork
  private readonly order: SweepOrder
  private readonly incoming: IncomingTurns
  private readonly weights: SweepWeights[] = []
  /** Weights and costs by position, interleaved. In a skipped cell, weights are UNKNOWN until they are needed. */
  private readonly value: Int32Array
  /** Weights and costs of the upward search by position, interleaved. All other weights are infinite. */
  private readonly label: Int32Array
  private readonly labeled: number[] = []
  /**
   * Values on the path from a root to the current position, interleaved and indexed by depth, and whether they are
   * within the limit.
   */
  private readonly row: Int32Array
  private readonly isNear: Uint8Array
  /** 1 for cells with known values. */
  private readonly isCellFilled: Uint8Array
  private sweepArcs!: SweepArcs
  private pairs!: Int32Array
  private arcCost!: Uint32Array
  private isFrom = true
  private maxCost = 0
  /** Positions where paths begin. */
  private readonly starts: number[] = []

  constructor(map: RoadMap) {
    const { vertexCount, height } = map.topology
    this.map = map
    this.network = map.network
    this.order = SweepOrder.of(map.topology)
    this.incoming = incomingTurnsOf(map.network)
    this.positions = new Uint32Array(vertexCount)
    this.isCellFilled = new Uint8Array(this.order.cellFirst.length)
    this.value = new Int32Array(2 * vertexCount).fill(UNKNOWN)
    this.label = new Int32Array(2 * vertexCount).fill(INFINITE_WEIGHT)
    this.row = new Int32Array(2 * height)
    this.isNear = new Uint8Array(height)
  }

  build(request: TreeRequest): void {
    const { direction, maxCost } = request
    const weights = this.weightsOf(request)
    this.sweepArcs = this.order.getSweepArcs(direction)
    this.pairs = weights.pairsOf(direction, request.metric.hierarchy)
    this.arcCost = weights.arcCosts
    this.isFrom = direction === 'from'
    this.touchedArcs.clear()
    this.starts.length = 0
    this.searchUpward(request, weights)
    this.maxCost = maxCost
    this.sweep()
    for (const position of this.labeled) this.label[2 * position] = INFINITE_WEIGHT
    this.labeled.length = 0
  }

  isReached(position: number): boolean {
    const weight = this.value[2 * position]
    if (weight === UNKNOWN || weight >= INFINITE_WEIGHT || this.value[2 * position + 1] >= FAR_COST) return false
    return (this.isFrom ? this.startCostAt(position) : this.endCostAt(position)) <= this.maxCost
  }

  startCostAt(position: number): number {
    return this.value[2 * position + 1] / COST_SCALE
  }

  endCostAt(position: number): number {
    const startCost = this.startCostAt(position)
    return this.isFrom ? startCost + this.arcCost[position] : startCost - this.arcCost[position]
  }

  weightAt(position: number): number {
    if (this.value[2 * position] === UNKNOWN) this.sweepChain(position)
    return this.value[2 * position]
  }

  private weightsOf({ metric, costs }: TreeRequest): SweepWeights {
    const { weights, order, map, incoming } = this
    const index = weights.findIndex((entry) => entry.isFor(metric.hierarchy, costs))
    const [cached] = index < 0 ? [] : weights.splice(index, 1)
    weights.push(cached ?? new SweepWeights(order, map.topology, incoming, metric.hierarchy, costs))
    if (weights.length > MAX_CACHED_WEIGHTS) weights.shift()
    return weights[weights.length - 1]
  }

  private searchUpward(request: TreeRequest, { slotCost }: SweepWeights): void {
    const { label, map, order } = this
    const { rank, parent, vertexCount, upFirst, downFirst, upper, roadArc } = map.topology
    const { weight } = request.metric.hierarchy
    const first = request.direction === 'from' ? upFirst : downFirst
    this.addEndpoints(request)
    for (const start of this.starts) {
      // Chains may share vertices. Each later chain relaxes the shared vertices again, so the order does not matter.
      for (let vertex = rank[order.roadArc[start]]; vertex < vertexCount; vertex = parent[vertex]) {
        const position = order.positionOf[roadArc[vertex]]
        const [base, baseCost] = [label[2 * position], label[2 * position + 1]]
        if (base >= INFINITE_WEIGHT) continue
        for (let slot = first[vertex], end = first[vertex + 1]; slot < end; slot++) {
          if (weight[slot] >= INFINITE_WEIGHT) continue
          this.addLabel(roadArc[upper[slot]], base + weight[slot], Math.min(FAR_COST, baseCost + slotCost[slot]))
        }
      }
    }
  }

  private addEndpoints(request: TreeRequest): void {
    const { network, incoming, order, starts } = this
    const { metric, direction, costs } = request
    const endpoints = listEndpointArcs(network, request)
    this.minWeight = endpoints.minWeight
    const first = direction === 'from' ? network.turns.first : incoming.first
    for (const { arc, weight, startCost, isTouched } of endpoints.starts) {
      this.addLabel(arc, weight, Math.round(COST_SCALE * startCost))
      starts.push(order.positionOf[arc])
      if (!isTouched) continue
      this.touchedArcs.add(arc)
      // The costs of a path exclude the turn from a touched arc. Paths therefore also begin at the next arcs, where
      // they have the same weight and a smaller cost.
      for (let index = first[arc]; index < first[arc + 1]; index++) {
        const turn = direction === 'from' ? index : incoming.turn[index]
        if (metric.weights.turn[turn] >= INFINITE_WEIGHT) continue
        const next = direction === 'from' ? network.turns.to[turn] : incoming.fromArc[turn]
        this.addLabel(next, weight + metric.weights.turn[turn], direction === 'from' ? 0 : COST_SCALE * costs.arc[next])
        starts.push(order.positionOf[next])
      }
    }
  }

  private addLabel(arc: number, weight: number, cost: number): void {
    const { label, labeled, order } = this
    const position = order.positionOf[arc]
    // The sum of two finite weights can be infinite, for example on slow profiles with models.
    if (weight >= INFINITE_WEIGHT) return
    if (label[2 * position] >= INFINITE_WEIGHT) labeled.push(position)
    if (weight > label[2 * position]) return
    if (weight === label[2 * position] && cost >= label[2 * position + 1]) return
    label[2 * position] = weight
    label[2 * position + 1] = Math.min(FAR_COST, cost)
  }

  /** Visits all positions outside of skipped cells. The inner loop selects the better path without a branch. */
  private sweep(): void {
    const { depth, cellFirst, cellEnd, nextCell } = this.order
    const { first, depth: upperDepth } = this.sweepArcs
    const { row, isNear, label, value, pairs, positions, arcCost, isFrom } = this
    const maxCost = Math.floor(COST_SCALE * this.maxCost)
    // All positions with labels are on few paths to a root. The labels of other positions need not be read.
    const labeled = Uint32Array.from(this.labeled).sort()
    let [cell, nextLabel, count] = [1, 0, 0]
    for (let position = 0, end = depth.length; position < end; ) {
      if (position === cellFirst[cell]) {
        if (!this.enterCell(cell)) {
          position = cellEnd[cell]
          cell = nextCell[cell]
          continue
        }
        cell++
      }
      const base = 2 * depth[position]
      let weight = INFINITE_WEIGHT
      let cost = FAR_COST
      if (position === labeled[nextLabel]) {
        weight = label[2 * position]
        cost = label[2 * position + 1]
        nextLabel++
      }
      for (let arc = first[position], arcEnd = first[position + 1]; arc < arcEnd; arc++) {
        const upper = 2 * upperDepth[arc]
        const weightDifference = (row[upper] + pairs[2 * arc] - weight) | 0
        const costDifference = (row[upper + 1] + pairs[2 * arc + 1] - cost) | 0
        // All bits are set if the weight is smaller, or if the weight is equal and the cost is smaller.
        const mask = (weightDifference | ((weightDifference - 1) & costDifference)) >> 31
        weight = (weight + (weightDifference & mask)) | 0
        cost = (cost + (costDifference & mask)) | 0
      }
      if (cost > FAR_COST) cost = FAR_COST
      value[2 * position] = weight
      value[2 * position + 1] = cost
      row[base] = weight
      row[base + 1] = cost
      isNear[base >> 1] = cost <= maxCost ? 1 : 0
      // For paths to an arc, the cost at its start must be within the limit. For paths from an arc, the cost at its end
      // must be. A cost beyond every limit is not exact, so nothing may be subtracted from it.
      if (cost < FAR_COST && (isFrom ? cost : cost - COST_SCALE * arcCost[position]) <= maxCost)
        positions[count++] = position
      position++
    }
    this.count = count
  }

  /** Returns true if the sweep must enter the cell. Resets the values of a cell that the sweep skips. */
  private enterCell(cell: number): boolean {
    const { isCellFilled, value } = this
    const { cellFirst, cellEnd } = this.order
    if (this.mayContain(cell)) {
      isCellFilled[cell] = 1
      return true
    }
    if (isCellFilled[cell] === 1) value.fill(UNKNOWN, 2 * cellFirst[cell], 2 * cellEnd[cell])
    isCellFilled[cell] = 0
    return false
  }

  /** Returns true if a path within the limit may begin in the cell or lead into it. */
  private mayContain(cell: number): boolean {
    const { isNear, starts } = this
    const { entryFirst, entryDepth } = this.sweepArcs
    for (let entry = entryFirst[cell], end = entryFirst[cell + 1]; entry < end; entry++)
      if (isNear[entryDepth[entry]] === 1) return true
    const { cellFirst, cellEnd } = this.order
    for (const start of starts) if (start >= cellFirst[cell] && start < cellEnd[cell]) return true
    return false
  }

  /** Computes the values of a position in a skipped cell and of all positions above it. */
  private sweepChain(position: number): void {
    const { depth, parent, cellOf } = this.order
    const { first, depth: upperDepth } = this.sweepArcs
    const { value, pairs } = this
    const chain: number[] = []
    for (let current = position; current < parent.length; current = parent[current]) chain.push(current)
    const row = new Int32Array(2 * chain.length)
    for (const current of chain.reverse()) {
      if (value[2 * current] === UNKNOWN) {
        this.isCellFilled[cellOf[current]] = 1
        // A skipped cell contains no endpoint, so its positions have no labels.
        let [weight, cost] = [INFINITE_WEIGHT, FAR_COST]
        for (let arc = first[current], end = first[current + 1]; arc < end; arc++) {
          const upper = 2 * upperDepth[arc]
          if (row[upper] + pairs[2 * arc] > weight) continue
          if (row[upper] + pairs[2 * arc] === weight && row[upper + 1] + pairs[2 * arc + 1] >= cost) continue
          weight = row[upper] + pairs[2 * arc]
          cost = Math.min(FAR_COST, row[upper + 1] + pairs[2 * arc + 1])
        }
        value[2 * current] = weight
        value[2 * current + 1] = cost
      }
      row[2 * depth[current]] = value[2 * current]
      row[2 * depth[current] + 1] = value[2 * current + 1]
    }
  }
}
