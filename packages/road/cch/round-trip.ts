import { INFINITE_WEIGHT } from '../sentinels.ts'
import { findArc } from './chordal.ts'
import type { Topology } from './topology.ts'

/**
 * The best path from a vertex back to itself via lower vertices. The path uses either one down arc and one up arc, or
 * the turn from the vertex into itself. For such a turn, `arcs` contains only the slot of the turn. The main search
 * finds round trips via higher vertices.
 */
export interface RoundTrip {
  readonly weight: number
  readonly arcs: readonly number[]
}

export function roundTripBelow(topology: Topology, weight: Int32Array, vertex: number): RoundTrip {
  const { arcCount, downBelowFirst, downBelow, lower, upFirst, upper, selfTurn } = topology
  const slot = arcCount + selfTurn.indexOf(vertex)
  let bestTrip: RoundTrip =
    slot < arcCount ? { weight: INFINITE_WEIGHT, arcs: [] } : { weight: weight[slot], arcs: [slot] }
  for (let i = downBelowFirst[vertex]; i < downBelowFirst[vertex + 1]; i++) {
    const downArc = downBelow[i]
    if (weight[downArc] >= bestTrip.weight) continue
    const upArc = findArc(upper, upFirst, lower[downArc], vertex)
    if (upArc < 0 || weight[downArc] + weight[upArc] >= bestTrip.weight) continue
    bestTrip = { weight: weight[downArc] + weight[upArc], arcs: [downArc, upArc] }
  }
  return bestTrip
}
