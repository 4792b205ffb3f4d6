import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import type { Topology } from '../topology.ts'

/**
 * The hierarchy arcs that represent turns, in ascending order. Each entry has its turn and the road arc that the turn
 * leaves.
 */
export interface TurnArcs {
  readonly arc: Uint32Array
  readonly turn: Uint32Array
  readonly tail: Uint32Array
}

const cache = new WeakMap<Topology, TurnArcs>()

/**
 * Returns the turn arcs of a map, which are computed only once. The order of the turn arcs makes all writes sequential.
 */
export function turnArcsOf(network: RoadNetwork, topology: Topology): TurnArcs {
  const turnArcs = cache.get(topology) ?? makeTurnArcs(network, topology)
  cache.set(topology, turnArcs)
  return turnArcs
}

function makeTurnArcs({ arcs, turns }: RoadNetwork, { turnOfArc }: Topology): TurnArcs {
  const tailOfTurn = new Uint32Array(turns.count)
  for (let arc = 0; arc < arcs.count; arc++) tailOfTurn.fill(arc, turns.first[arc], turns.first[arc + 1])
  const turnArcs = {
    arc: new Uint32Array(turns.count),
    turn: new Uint32Array(turns.count),
    tail: new Uint32Array(turns.count),
  }
  let count = 0
  for (let arc = 0; arc < turnOfArc.length; arc++) {
    if (turnOfArc[arc] === NO_ID) continue
    turnArcs.arc[count] = arc
    turnArcs.turn[count] = turnOfArc[arc]
    turnArcs.tail[count++] = tailOfTurn[turnOfArc[arc]]
  }
  // A turn from an arc into itself has no hierarchy arc.
  return {
    arc: turnArcs.arc.subarray(0, count),
    turn: turnArcs.turn.subarray(0, count),
    tail: turnArcs.tail.subarray(0, count),
  }
}
