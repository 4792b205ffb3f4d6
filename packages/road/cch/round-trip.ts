import { INFINITE_WEIGHT } from '../sentinels.ts'
import { findArc } from './chordal.ts'
import type { Topology } from './topology.ts'

/**
 * The best path from a vertex back to itself via lower vertices: over one down arc and one up arc, or by the turn into
 * itself (`down` is then -1). The search itself finds round trips via higher vertices.
 */
export interface RoundTrip {
  readonly weight: number
  readonly down: number
  readonly up: number
}

export function roundTripBelow(topology: Topology, weight: Int32Array, vertex: number): RoundTrip {
  const { arcCount, downBelowFirst, downBelow, lower, upFirst, upper, selfTurn } = topology
  const self = selfTurn.indexOf(vertex)
  let best = { weight: self < 0 ? INFINITE_WEIGHT : weight[arcCount + self], down: -1, up: -1 }
  for (let i = downBelowFirst[vertex]; i < downBelowFirst[vertex + 1]; i++) {
    const down = downBelow[i]
    if (weight[down] >= best.weight) continue
    const up = findArc(upper, upFirst, lower[down], vertex)
    if (up >= 0 && weight[down] + weight[up] < best.weight) best = { weight: weight[down] + weight[up], down, up }
  }
  return best
}
