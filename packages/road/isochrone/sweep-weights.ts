import type { Metric } from '../cch/metric.ts'
import { CHILD_SCALE, firstChild, secondChild } from '../cch/shortcut-children.ts'
import type { Topology } from '../cch/topology.ts'
import { stateOf } from '../cch/wasm/metric-state.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { IncomingTurns } from './incoming-turns.ts'
import type { Direction } from './one-to-all.ts'
import type { SweepOrder } from './sweep-order.ts'
import type { TravelCosts } from './travel-costs.ts'

/**
 * Costs in a sweep are integers, in sixteenths of a hundredth of a second or of a centimeter. Selecting the better of
 * two paths therefore needs no branch. Only the partial cost of an endpoint's arc is rounded. The error is smaller than
 * the resolution of coordinates.
 */
export const COST_SCALE = 16
/** A cost that exceeds every limit. The sum of two such costs still fits into 32 bits. */
export const FAR_COST = 2 ** 30 - 1

/**
 * The weights and costs of a metric for sweeps. The metric itself is not kept, because it would stay in memory after
 * newer traffic has replaced it.
 */
export class SweepWeights {
  /** Costs of all arcs of the hierarchy, by slot, multiplied by COST_SCALE. */
  readonly slotCost: Int32Array
  /** Costs of road arcs by position. */
  readonly arcCosts: Uint32Array
  private readonly metric: WeakRef<Metric>
  private readonly state: object | undefined
  private readonly arcCostSource: WeakRef<TravelCosts['arc']>
  private readonly turnCostSource: WeakRef<object> | undefined
  private readonly order: SweepOrder
  private readonly pairs = new Map<Direction, Int32Array>()

  constructor(order: SweepOrder, topology: Topology, incoming: IncomingTurns, metric: Metric, costs: TravelCosts) {
    this.metric = new WeakRef(metric)
    this.state = stateOf(metric)
    this.arcCostSource = new WeakRef(costs.arc)
    this.turnCostSource = costs.turn && new WeakRef(costs.turn)
    this.arcCosts = order.roadArc.map((arc) => costs.arc[arc])
    this.order = order
    this.slotCost = computeSlotCosts(topology, incoming, metric, costs)
  }

  isFor(metric: Metric, costs: TravelCosts): boolean {
    return (
      metric === this.metric.deref() &&
      stateOf(metric) === this.state &&
      costs.arc === this.arcCostSource.deref() &&
      costs.turn === this.turnCostSource?.deref()
    )
  }

  /** Returns the weight and the cost of the arcs of a sweep, interleaved. */
  pairsOf(direction: Direction, metric: Metric): Int32Array {
    const pairs = this.pairs.get(direction) ?? this.collectPairs(this.order.getSweepArcs(direction).slot, metric)
    this.pairs.set(direction, pairs)
    return pairs
  }

  private collectPairs(slots: Uint32Array, { weight }: Metric): Int32Array {
    const { slotCost } = this
    const pairs = new Int32Array(2 * slots.length)
    for (let arc = 0; arc < slots.length; arc++) {
      const hasPath = weight[slots[arc]] < INFINITE_WEIGHT
      pairs[2 * arc] = hasPath ? weight[slots[arc]] : INFINITE_WEIGHT
      // With a smaller cost, this arc would be better than no path.
      pairs[2 * arc + 1] = hasPath ? slotCost[slots[arc]] : FAR_COST
    }
    return pairs
  }
}

/** Adds up the costs of shortcuts. The children of a shortcut belong to lower vertices, so their costs are known. */
function computeSlotCosts(
  { vertexCount, arcCount, upFirst, downFirst }: Topology,
  { fromArc }: IncomingTurns,
  { weight, children }: Metric,
  { arc: arcCost, turn: turnCost }: TravelCosts,
): Int32Array {
  const slotCost = new Int32Array(arcCount)
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (const first of [upFirst, downFirst]) {
      for (let slot = first[vertex], end = first[vertex + 1]; slot < end; slot++) {
        if (weight[slot] >= INFINITE_WEIGHT) continue
        const pair = children[slot]
        if (pair >= 0) {
          slotCost[slot] = Math.min(FAR_COST, slotCost[firstChild(pair)] + slotCost[secondChild(pair)])
          continue
        }
        const turn = Math.floor((-1 - pair) / CHILD_SCALE)
        slotCost[slot] = Math.min(FAR_COST, COST_SCALE * (arcCost[fromArc[turn]] + (turnCost ? turnCost[turn] : 0)))
      }
    }
  }
  return slotCost
}
