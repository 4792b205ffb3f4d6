import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { RoundTrip } from '../round-trip.ts'
import type { Topology } from '../topology.ts'

/** roundTripBelow, by trying all pairs of a down arc and an up arc. */
export function roundTripOf(topology: Topology, weight: Int32Array, vertex: number): RoundTrip {
  const { arcCount, lower, upper, upFirst, downFirst, vertexCount, selfTurn } = topology
  const self = selfTurn.indexOf(vertex)
  let best: RoundTrip = { weight: INFINITE_WEIGHT, arcs: [] }
  if (self >= 0) best = { weight: weight[arcCount + self], arcs: [arcCount + self] }
  for (let down = downFirst[0]; down < downFirst[vertexCount]; down++) {
    if (upper[down] !== vertex) continue
    for (let up = upFirst[lower[down]]; up < upFirst[lower[down] + 1]; up++) {
      const sum = weight[down] + weight[up]
      if (upper[up] === vertex && sum < best.weight) best = { weight: sum, arcs: [down, up] }
    }
  }
  return best
}
