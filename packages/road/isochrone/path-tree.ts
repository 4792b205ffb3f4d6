import type { RoadMap } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type IncomingTurns, incomingTurnsOf } from './incoming-turns.ts'
import type { Direction, OneToAll } from './one-to-all.ts'
import { listEndpointArcs, type ReachTree, type TreeRequest } from './reach-tree.ts'
import { SweepOrder } from './sweep-order.ts'
import type { TravelCosts } from './travel-costs.ts'

/**
 * Factor by which costs without traffic may exceed the limit if trips toward an endpoint are measured in traffic. Such
 * a trip may take less time than a trip that starts nearer to the endpoint, because it may reach a road after a closure
 * has ended.
 */
const TRAFFIC_MARGIN = 4
/** Cost of trips that exceed the limit and are not measured to the end. */
const TOO_FAR = 1e12

/**
 * The paths of smallest weight between the endpoints and all arcs within a limit, and their costs. A contour compares
 * costs (minutes or kilometers), but routes minimize weights. Every cost is therefore that of the path with the
 * smallest weight, as in a route. The tree grows from the endpoints along the turns on these paths. Costs only increase
 * along a path, so the tree never needs to grow beyond the limit.
 */
export class PathTree implements ReachTree {
  /** Costs at the start and at the end of every arc, interleaved. The cost is Infinity beyond the limit. */
  private readonly cost: Float64Array
  readonly positions: Uint32Array
  count = 0
  private readonly arcs: Uint32Array
  private readonly positionOf: Uint32Array
  private readonly roadArc: Uint32Array
  /** Costs of trips to an endpoint without traffic, which may exceed the limit by the factor TRAFFIC_MARGIN. */
  private readonly emptyCost: Float64Array
  /** For every arc, the turn that connects it to the previous arc of the tree. */
  private readonly turnToArc: Uint32Array
  private readonly endpointOfArc = new Map<number, number>()
  readonly touchedArcs = new Set<number>()
  private readonly search: OneToAll
  private readonly network: RoadNetwork
  private readonly incoming: IncomingTurns

  constructor({ network, topology }: RoadMap, search: OneToAll) {
    const { count } = network.arcs
    const { positionOf, roadArc } = SweepOrder.of(topology)
    this.positionOf = positionOf
    this.roadArc = roadArc
    this.positions = new Uint32Array(count)
    this.search = search
    this.network = network
    this.cost = new Float64Array(2 * count).fill(Number.POSITIVE_INFINITY)
    this.arcs = new Uint32Array(count)
    this.emptyCost = new Float64Array(count)
    this.turnToArc = new Uint32Array(count)
    this.incoming = incomingTurnsOf(network)
  }

  get minWeight(): number {
    return this.search.minWeight
  }

  isReached(position: number): boolean {
    return this.cost[2 * position] !== Number.POSITIVE_INFINITY
  }

  startCostAt(position: number): number {
    return this.cost[2 * position]
  }

  endCostAt(position: number): number {
    return this.cost[2 * position + 1]
  }

  weightAt(position: number): number {
    return this.search.arcWeight[this.roadArc[position]]
  }

  /** Builds the tree with the weights of the last search. */
  build(request: TreeRequest): void {
    const { arcWeight: weight } = this.search
    const { arcs, cost, incoming, network, positionOf } = this
    const { metric, direction, costs, maxCost } = request
    this.clear()
    this.addEndpoints(request)
    const turnWeight = metric.weights.turn
    const isFrom = direction === 'from'
    const hasMargin = !isFrom && costs.arcAt !== undefined
    const first = isFrom ? network.turns.first : incoming.first
    for (let index = 0; index < this.count; index++) {
      const arc = arcs[index]
      if (
        hasMargin
          ? this.emptyCost[arc] > TRAFFIC_MARGIN * maxCost
          : cost[2 * positionOf[arc] + (isFrom ? 1 : 0)] > maxCost
      )
        continue
      const arcWeight = weight[arc]
      for (let i = first[arc], end = first[arc + 1]; i < end; i++) {
        const turn = isFrom ? i : incoming.turn[i]
        const next = isFrom ? network.turns.to[turn] : incoming.fromArc[turn]
        if (turnWeight[turn] >= INFINITE_WEIGHT || cost[2 * positionOf[next]] !== Number.POSITIVE_INFINITY) continue
        if (arcWeight + turnWeight[turn] !== weight[next]) continue
        this.turnToArc[next] = turn
        if (isFrom) this.setCostsFrom(next, this.costBeyond(turn, arc, direction, costs), costs)
        else this.setCostsTo(next, this.costBeyond(turn, arc, direction, costs), request)
        if (hasMargin) this.emptyCost[next] = this.emptyCost[arc] + costs.arc[next]
        this.add(next)
      }
    }
  }

  /**
   * Resets the entries that the last search changed. Beyond a certain share of the map, filling the array is faster.
   */
  private clear(): void {
    const { positions, cost, count } = this
    if (count > positions.length / 16) cost.fill(Number.POSITIVE_INFINITY)
    else
      for (let index = 0; index < count; index++)
        cost[2 * positions[index]] = cost[2 * positions[index] + 1] = Number.POSITIVE_INFINITY
    this.count = 0
    this.endpointOfArc.clear()
    this.touchedArcs.clear()
  }

  private addEndpoints(request: TreeRequest): void {
    const { endpointOfArc, touchedArcs, cost, emptyCost } = this
    for (const { arc, index, startCost, endCost, isTouched } of listEndpointArcs(this.network, request).starts) {
      this.add(arc)
      emptyCost[arc] = 0
      endpointOfArc.set(arc, index)
      cost[2 * this.positionOf[arc]] = startCost
      cost[2 * this.positionOf[arc] + 1] = endCost
      if (isTouched) touchedArcs.add(arc)
    }
  }

  private add(arc: number): void {
    this.positions[this.count] = this.positionOf[arc]
    this.arcs[this.count++] = arc
  }

  private setCostsFrom(arc: number, startCost: number, { arc: arcCost, arcAt }: TravelCosts): void {
    const base = 2 * this.positionOf[arc]
    this.cost[base] = startCost
    this.cost[base + 1] = startCost + (arcAt ? arcAt(arc, startCost) : arcCost[arc])
  }

  private setCostsTo(arc: number, endCost: number, request: TreeRequest): void {
    const { costs } = request
    const base = 2 * this.positionOf[arc]
    this.cost[base + 1] = endCost
    this.cost[base] = costs.arcAt ? this.measureTrip(arc, request, costs.arcAt) : endCost + costs.arc[arc]
  }

  /**
   * Returns the cost at the far end of the turn, which is the start of the arc that it enters or the end of the arc
   * that it leaves.
   */
  private costBeyond(turn: number, arc: number, direction: Direction, { turn: turnCost }: TravelCosts): number {
    if (this.touchedArcs.size > 0 && this.touchedArcs.has(arc)) return 0
    return this.cost[2 * this.positionOf[arc] + (direction === 'from' ? 1 : 0)] + (turnCost ? turnCost[turn] : 0)
  }

  /**
   * Measures a trip from its start. Trips to an endpoint all start at the same time and reach the same road at
   * different times, so they share no costs.
   */
  private measureTrip(
    arc: number,
    { costs, endpoints, maxCost }: TreeRequest,
    arcAt: NonNullable<TravelCosts['arcAt']>,
  ): number {
    const { turnToArc, endpointOfArc, touchedArcs, network } = this
    const limit = maxCost + 2 * arcAt(arc, 0)
    let elapsed = 0
    for (let current = arc; elapsed <= limit; ) {
      const endpoint = endpointOfArc.get(current)
      const arcCost = arcAt(current, elapsed)
      if (endpoint !== undefined) return elapsed + endpoints.along[endpoint] * arcCost
      elapsed += arcCost
      const turn = turnToArc[current]
      current = network.turns.to[turn]
      if (touchedArcs.has(current)) return elapsed
      elapsed += costs.turn ? costs.turn[turn] : 0
    }
    return TOO_FAR
  }
}
