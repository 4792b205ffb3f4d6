import type { MatrixPoint } from '../cch/points/matrix-point.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { MIN_DRIVEN_CM } from '../route/path-to-leg.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type IncomingTurns, incomingTurnsOf } from './incoming-turns.ts'
import type { Direction, OneToAll } from './one-to-all.ts'
import { costAtDeparture, type TravelCosts } from './travel-costs.ts'

/** A search request with its endpoints. */
export interface TreeRequest {
  readonly metric: RoadMetric
  readonly endpoints: MatrixPoint
  readonly direction: Direction
  readonly costs: TravelCosts
  /** Maximum cost in the tree. */
  readonly maxCost: number
}

/** The best path that leads through the arc of an endpoint but neither begins nor ends at an endpoint on this arc. */
export interface ReturnPath {
  readonly weight: number
  readonly cost: number
}

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
export class PathTree {
  /** Costs at the start and at the end of every arc, interleaved. The cost is Infinity beyond the limit. */
  readonly cost: Float64Array
  /** The arcs of the tree. */
  readonly arcs: Uint32Array
  count = 0
  /** Costs that trips to an endpoint have without traffic, for the comparison with TRAFFIC_MARGIN. */
  private readonly emptyCost: Float64Array
  /** For every arc, the turn that connects it to the previous arc of the tree. */
  private readonly turnToArc: Uint32Array
  private readonly endpointOfArc = new Map<number, number>()
  /** Arcs of endpoints that paths only touch. Routes omit these arcs and their turns. */
  private readonly touchedArcs = new Set<number>()
  private readonly network: RoadNetwork
  private readonly incoming: IncomingTurns

  constructor({ network }: RoadMap) {
    const { count } = network.arcs
    this.network = network
    this.cost = new Float64Array(2 * count).fill(Number.POSITIVE_INFINITY)
    this.arcs = new Uint32Array(count)
    this.emptyCost = new Float64Array(count)
    this.turnToArc = new Uint32Array(count)
    this.incoming = incomingTurnsOf(network)
  }

  build({ arcWeight: weight }: OneToAll, request: TreeRequest): void {
    const { arcs, cost, incoming, network } = this
    const { metric, direction, costs, maxCost } = request
    this.clear()
    this.addEndpoints(request)
    const turnWeight = metric.weights.turn
    const isFrom = direction === 'from'
    const hasMargin = !isFrom && costs.arcAt !== undefined
    const first = isFrom ? network.turns.first : incoming.first
    for (let index = 0; index < this.count; index++) {
      const arc = arcs[index]
      if (hasMargin ? this.emptyCost[arc] > TRAFFIC_MARGIN * maxCost : cost[isFrom ? 2 * arc + 1 : 2 * arc] > maxCost)
        continue
      const arcWeight = weight[arc]
      for (let i = first[arc], end = first[arc + 1]; i < end; i++) {
        const turn = isFrom ? i : incoming.turn[i]
        const next = isFrom ? network.turns.to[turn] : incoming.tail[turn]
        if (turnWeight[turn] >= INFINITE_WEIGHT || cost[2 * next] !== Number.POSITIVE_INFINITY) continue
        if (arcWeight + turnWeight[turn] !== weight[next]) continue
        this.turnToArc[next] = turn
        if (isFrom) this.setCostsFrom(next, this.costBeyond(turn, arc, direction, costs), costs)
        else this.setCostsTo(next, this.costBeyond(turn, arc, direction, costs), request)
        if (hasMargin) this.emptyCost[next] = this.emptyCost[arc] + costs.arc[next]
        arcs[this.count++] = next
      }
    }
  }

  findReturn({ arcWeight: weight }: OneToAll, { metric, direction, costs }: TreeRequest, arc: number): ReturnPath {
    const { incoming, network } = this
    const isFrom = direction === 'from'
    const first = isFrom ? incoming.first : network.turns.first
    let bestReturn: ReturnPath = { weight: INFINITE_WEIGHT, cost: Number.POSITIVE_INFINITY }
    for (let i = first[arc]; i < first[arc + 1]; i++) {
      const turn = isFrom ? incoming.turn[i] : i
      const next = isFrom ? incoming.tail[turn] : network.turns.to[turn]
      const sum = weight[next] + metric.weights.turn[turn]
      if (sum >= bestReturn.weight) continue
      const cost = this.costBeyond(turn, next, direction, costs)
      bestReturn = { weight: sum, cost: isFrom ? cost : cost + costAtDeparture(costs, arc) }
    }
    return bestReturn
  }

  /**
   * Resets the entries that the last search changed. Beyond a certain share of the map, filling the array is faster.
   */
  private clear(): void {
    const { arcs, cost, count } = this
    if (count > arcs.length / 16) cost.fill(Number.POSITIVE_INFINITY)
    else
      for (let index = 0; index < count; index++)
        cost.fill(Number.POSITIVE_INFINITY, 2 * arcs[index], 2 * arcs[index] + 2)
    this.count = 0
    this.endpointOfArc.clear()
    this.touchedArcs.clear()
  }

  /**
   * Adds the endpoints. If multiple endpoints are on one arc, paths through the whole arc begin or end at the endpoint
   * with the smallest weight.
   */
  private addEndpoints({ endpoints, direction, costs }: TreeRequest): void {
    const { endpointOfArc, touchedArcs, cost } = this
    const { arcs, edges } = this.network
    for (let index = 0; index < endpoints.count; index++) {
      const arc = endpoints.arc[index]
      const other = endpointOfArc.get(arc)
      if (other !== undefined && endpoints.weight[other] <= endpoints.weight[index]) continue
      if (other === undefined) this.arcs[this.count++] = arc
      this.emptyCost[arc] = 0
      endpointOfArc.set(arc, index)
      const alongFraction = endpoints.along[index]
      const arcCost = costAtDeparture(costs, arc)
      cost[2 * arc] = direction === 'from' ? -alongFraction * arcCost : alongFraction * arcCost
      cost[2 * arc + 1] = direction === 'from' ? (1 - alongFraction) * arcCost : (alongFraction - 1) * arcCost
      const lengthCm = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
      if ((direction === 'from' ? 1 - alongFraction : alongFraction) * lengthCm <= MIN_DRIVEN_CM) touchedArcs.add(arc)
      else touchedArcs.delete(arc)
    }
  }

  private setCostsFrom(arc: number, startCost: number, { arc: arcCost, arcAt }: TravelCosts): void {
    this.cost[2 * arc] = startCost
    this.cost[2 * arc + 1] = startCost + (arcAt ? arcAt(arc, startCost) : arcCost[arc])
  }

  private setCostsTo(arc: number, endCost: number, request: TreeRequest): void {
    const { costs } = request
    this.cost[2 * arc + 1] = endCost
    this.cost[2 * arc] = costs.arcAt ? this.measureTrip(arc, request, costs.arcAt) : endCost + costs.arc[arc]
  }

  /**
   * Returns the cost at the far end of the turn, which is the start of the arc that it enters or the end of the arc
   * that it leaves.
   */
  private costBeyond(turn: number, arc: number, direction: Direction, { turn: turnCost }: TravelCosts): number {
    if (this.touchedArcs.size > 0 && this.touchedArcs.has(arc)) return 0
    return this.cost[direction === 'from' ? 2 * arc + 1 : 2 * arc] + (turnCost ? turnCost[turn] : 0)
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
