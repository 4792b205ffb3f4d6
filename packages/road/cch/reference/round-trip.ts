import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { RoundTrip } from '../round-trip.ts'
import type { Topology } from '../topology.ts'

/** Implements roundTripBelow by trying all pairs of a down arc and an up arc. */
export function roundTripOf(topology: Topology, weight: Int32Array, vertex: number): RoundTrip {
  const { arcCount, lower, upper, upFirst, downFirst, vertexCount, selfTurn } = topology
  const selfTurnIndex = selfTurn.indexOf(vertex)
  let bestTrip: RoundTrip = { weight: INFINITE_WEIGHT, arcs: [] }
  if (selfTurnIndex >= 0) bestTrip = { weight: weight[arcCount + selfTurnIndex], arcs: [arcCount + selfTurnIndex] }
  for (let downArc = downFirst[0]; downArc < downFirst[vertexCount]; downArc++) {
    if (upper[downArc] !== vertex) continue
    for (let upArc = upFirst[lower[downArc]]; upArc < upFirst[lower[downArc] + 1]; upArc++) {
      const sum = weight[downArc] + weight[upArc]
      if (upper[upArc] === vertex && sum < bestTrip.weight) bestTrip = { weight: sum, arcs: [downArc, upArc] }
    }
  }
  return bestTrip
}
