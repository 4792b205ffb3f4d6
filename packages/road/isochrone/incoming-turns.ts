import { groupBy } from '../cch/graph/adjacency.ts'
import type { RoadNetwork, TurnTable } from '../network/network.ts'

/** The turns into every arc and the arc that each turn leaves. */
export interface IncomingTurns {
  /** Index of the first turn into each arc. The turns into arc `a` are `turn[first[a]]` to `turn[first[a + 1] - 1]`. */
  readonly first: Uint32Array
  readonly turn: Uint32Array
  readonly fromArc: Uint32Array
}

const cache = new WeakMap<TurnTable, IncomingTurns>()

/** Returns the incoming turns of a network, which are computed once per map and thread. */
export function incomingTurnsOf({ arcs, turns }: RoadNetwork): IncomingTurns {
  const cached = cache.get(turns)
  if (cached) return cached
  const fromArc = new Uint32Array(turns.count)
  for (let arc = 0; arc < arcs.count; arc++) fromArc.fill(arc, turns.first[arc], turns.first[arc + 1])
  const { first, item } = groupBy(turns.to, arcs.count)
  const incoming = { first, turn: item, fromArc }
  cache.set(turns, incoming)
  return incoming
}
