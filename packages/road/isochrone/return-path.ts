import type { RoadMap } from '../map.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { incomingTurnsOf } from './incoming-turns.ts'
import type { ReachTree, TreeRequest } from './reach-tree.ts'
import { SweepOrder } from './sweep-order.ts'
import { costAtDeparture } from './travel-costs.ts'

/** The best path that leads through the arc of an endpoint but neither begins nor ends at an endpoint on this arc. */
export interface ReturnPath {
  readonly weight: number
  readonly cost: number
}

export function findReturn(
  { network, topology }: RoadMap,
  tree: ReachTree,
  { metric, direction, costs }: TreeRequest,
  arc: number,
): ReturnPath {
  const incoming = incomingTurnsOf(network)
  const { positionOf } = SweepOrder.of(topology)
  const isFrom = direction === 'from'
  const first = isFrom ? incoming.first : network.turns.first
  let bestReturn: ReturnPath = { weight: INFINITE_WEIGHT, cost: Number.POSITIVE_INFINITY }
  for (let i = first[arc]; i < first[arc + 1]; i++) {
    const turn = isFrom ? incoming.turn[i] : i
    const next = isFrom ? incoming.fromArc[turn] : network.turns.to[turn]
    const position = positionOf[next]
    const sum = tree.weightAt(position) + metric.weights.turn[turn]
    if (sum >= bestReturn.weight) continue
    const turnCost = costs.turn ? costs.turn[turn] : 0
    const nextCost = isFrom ? tree.endCostAt(position) : tree.startCostAt(position)
    const cost = tree.touchedArcs.has(next) ? 0 : nextCost + turnCost
    bestReturn = { weight: sum, cost: isFrom ? cost : cost + costAtDeparture(costs, arc) }
  }
  return bestReturn
}
