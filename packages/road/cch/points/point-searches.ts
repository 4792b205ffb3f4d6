import type { RoadNetwork } from '../../network/network.ts'
import type { EndList } from '../../route/ends.ts'
import { fractionAlong } from '../../route/leg.ts'
import type { Endpoints } from '../sources-targets.ts'

/**
 * All sources or targets of a point. No path between points may have a negative weight. Plain arrays, because for two
 * or three elements a typed array costs more to allocate and collect than to fill.
 */
export interface MatrixPoint extends Endpoints {
  readonly arc: readonly number[]
  readonly weight: readonly number[]
  /** Position on the arc, as a share of its length. */
  readonly along: readonly number[]
}

/** An independent copy of a planner list. */
export function toMatrixPoint({ arcs }: RoadNetwork, list: EndList): MatrixPoint {
  const { count } = list
  const arc = new Array<number>(count)
  const weight = new Array<number>(count)
  const along = new Array<number>(count)
  for (let end = 0; end < count; end++) {
    arc[end] = list.arc[end]
    weight[end] = list.weight[end]
    along[end] = fractionAlong(list.snapAt(end), arcs.edgeSide[arc[end]] & 1)
  }
  return { count, arc, weight, along }
}
