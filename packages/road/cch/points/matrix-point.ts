import type { RoadNetwork } from '../../network/network.ts'
import type { EndpointList } from '../../route/endpoint-list.ts'
import { fractionAlong } from '../../route/leg.ts'
import type { Endpoints } from '../sources-targets.ts'

/**
 * All sources or all targets of a point. No path between points may have a negative weight. The fields are plain
 * arrays, because allocating a typed array for two or three elements costs more than filling it.
 */
export interface MatrixPoint extends Endpoints {
  readonly arc: readonly number[]
  readonly weight: readonly number[]
  /** Position on the arc, as a fraction of its length. */
  readonly along: readonly number[]
}

/** Makes an independent copy of a list that the planner reuses. */
export function toMatrixPoint({ arcs }: RoadNetwork, list: EndpointList): MatrixPoint {
  const { count } = list
  const arc = new Array<number>(count)
  const weight = new Array<number>(count)
  const arcShares = new Array<number>(count)
  for (let index = 0; index < count; index++) {
    arc[index] = list.arc[index]
    weight[index] = list.weight[index]
    arcShares[index] = fractionAlong(list.snapAt(index), arcs.edgeSide[arc[index]] & 1)
  }
  return { count, arc, weight, along: arcShares }
}
