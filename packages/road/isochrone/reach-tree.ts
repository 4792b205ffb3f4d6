import type { MatrixPoint } from '../cch/points/matrix-point.ts'
import { minWeight } from '../cch/sources-targets.ts'
import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { MIN_DRIVEN_CM } from '../route/path-to-leg.ts'
import type { Direction } from './one-to-all.ts'
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

/**
 * The arcs within a limit, and the weights and costs of the paths to them. Arcs are identified by their position in the
 * sweep order, so that neighbors are near in memory.
 */
export interface ReachTree {
  /** Positions of the arcs within the limit. */
  readonly positions: Uint32Array
  readonly count: number
  /** Arcs of endpoints that paths only touch. Routes omit these arcs and their turns. */
  readonly touchedArcs: ReadonlySet<number>
  /** The smallest weight of an endpoint. */
  readonly minWeight: number
  isReached(position: number): boolean
  /** Return the costs at the start and at the end of an arc. The cost is not finite if it is unknown. */
  startCostAt(position: number): number
  endCostAt(position: number): number
  /**
   * Returns the weight from the endpoints to the start of any arc, or from the start of the arc to the endpoints, minus
   * `minWeight`. Returns INFINITE_WEIGHT or more if there is no path.
   */
  weightAt(position: number): number
}

/** An arc where the paths of a tree begin. */
export interface EndpointArc {
  readonly arc: number
  /** Index of the endpoint. */
  readonly index: number
  /** Weight at the start of the arc, minus the smallest weight of an endpoint. */
  readonly weight: number
  readonly startCost: number
  readonly endCost: number
  /** True if paths only touch the arc. */
  readonly isTouched: boolean
}

/**
 * Lists the arcs of the endpoints. If multiple endpoints are on one arc, paths through the whole arc begin or end at
 * the endpoint with the smallest weight.
 */
export function listEndpointArcs(
  { arcs, edges }: RoadNetwork,
  { endpoints, direction, costs }: TreeRequest,
): { readonly starts: readonly EndpointArc[]; readonly minWeight: number } {
  const smallest = minWeight(endpoints)
  const starts = new Map<number, EndpointArc>()
  for (let index = 0; index < endpoints.count; index++) {
    const arc = endpoints.arc[index]
    const weight = endpoints.weight[index] - smallest
    const other = starts.get(arc)
    if (other !== undefined && other.weight <= weight) continue
    const alongFraction = endpoints.along[index]
    const arcCost = costAtDeparture(costs, arc)
    const lengthCm = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
    const isFrom = direction === 'from'
    starts.set(arc, {
      arc,
      index,
      weight,
      startCost: isFrom ? -alongFraction * arcCost : alongFraction * arcCost,
      endCost: isFrom ? (1 - alongFraction) * arcCost : (alongFraction - 1) * arcCost,
      isTouched: (isFrom ? 1 - alongFraction : alongFraction) * lengthCm <= MIN_DRIVEN_CM,
    })
  }
  return { starts: [...starts.values()], minWeight: smallest }
}
