import type { RoadNetwork } from '../../network/network.ts'
import type { EndList } from '../../route/ends.ts'
import { fractionAlong } from '../../route/leg.ts'
import type { Ends } from '../sources-targets.ts'

/**
 * All ways to set out from a point, or to arrive at it. No path between points may weigh less than nothing. Plain arrays:
 * a typed one costs more to make, and to clear away, than to fill when there are two or three ends.
 */
export interface PointEnds extends Ends {
  readonly arc: readonly number[]
  readonly weight: readonly number[]
  /** Where on its arc every end lies, as a share of the length. */
  readonly along: readonly number[]
}

/** A list of the planner's, as it is now, in memory of its own. */
export function toPointEnds({ arcs }: RoadNetwork, list: EndList): PointEnds {
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
