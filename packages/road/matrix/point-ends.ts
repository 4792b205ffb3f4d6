import type { Ends } from '../hierarchy/ends.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { EndList } from '../route/ends.ts'
import { fractionAlong } from '../route/leg.ts'

/** All ways to set out from a point, or to arrive at it. No path between points may weigh less than nothing. */
export interface PointEnds extends Ends {
  /** Where on its arc every end lies, as a share of the length. */
  readonly along: Float64Array
}

/** A list of the planner's, as it is now, in memory of its own. */
export function toPointEnds({ arcs }: RoadNetwork, list: EndList): PointEnds {
  const { count } = list
  const along = new Float64Array(count)
  for (let end = 0; end < count; end++) {
    const { snap, arc } = list.at(end)
    along[end] = fractionAlong(snap, arcs.edgeSide[arc] & 1)
  }
  return { count, arc: list.arc.slice(0, count), weight: list.weight.slice(0, count), along }
}
