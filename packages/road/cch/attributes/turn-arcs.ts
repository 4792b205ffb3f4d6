import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import type { Topology } from '../topology.ts'

/** The hierarchy arcs that are turns, in order, with their turn and the road arc it leaves. */
export interface TurnArcs {
  readonly arc: Uint32Array
  readonly turn: Uint32Array
  readonly tail: Uint32Array
}

const known = new WeakMap<Topology, TurnArcs>()

/** Computed once per map. In this order all writes are sequential. */
export function turnArcsOf(network: RoadNetwork, topology: Topology): TurnArcs {
  const made = known.get(topology) ?? makeTurnArcs(network, topology)
  known.set(topology, made)
  return made
}

function makeTurnArcs({ arcs, turns }: RoadNetwork, { turnOfArc }: Topology): TurnArcs {
  const tailOfTurn = new Uint32Array(turns.count)
  for (let arc = 0; arc < arcs.count; arc++) tailOfTurn.fill(arc, turns.first[arc], turns.first[arc + 1])
  const made = {
    arc: new Uint32Array(turns.count),
    turn: new Uint32Array(turns.count),
    tail: new Uint32Array(turns.count),
  }
  let count = 0
  for (let arc = 0; arc < turnOfArc.length; arc++) {
    if (turnOfArc[arc] === NO_ID) continue
    made.arc[count] = arc
    made.turn[count] = turnOfArc[arc]
    made.tail[count++] = tailOfTurn[turnOfArc[arc]]
  }
  // Turns of an arc into itself are not hierarchy arcs.
  return { arc: made.arc.subarray(0, count), turn: made.turn.subarray(0, count), tail: made.tail.subarray(0, count) }
}
