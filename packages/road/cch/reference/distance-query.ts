import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Topology } from '../topology.ts'
import type { ReferenceMetric } from './metric.ts'

/**
 * Implements DistanceQuery in plain TypeScript to test the kernels. No queue is needed, because the search space of a
 * vertex is its path to the root of the elimination tree (Dibbelt, Strasser and Wagner, JEA 2016). Labels are in dense
 * rows indexed by depth. Every label is reset when it is read, so no cleanup is needed after a query.
 */
export class ReferenceDistanceQuery {
  private readonly topology: Topology
  private readonly forward: Int32Array
  private readonly backward: Int32Array

  constructor(topology: Topology) {
    this.topology = topology
    this.forward = new Int32Array(topology.height).fill(INFINITE_WEIGHT)
    this.backward = new Int32Array(topology.height).fill(INFINITE_WEIGHT)
  }

  /** Returns the weight of the best path from the start of one arc to the start of the other, or INFINITE_WEIGHT. */
  distance({ weight }: ReferenceMetric, fromArc: number, toArc: number): number {
    const { vertexCount, rank, parent, depth, upFirst, downFirst, upperDepth } = this.topology
    const { forward, backward } = this
    let s = rank[fromArc]
    let t = rank[toArc]
    forward[depth[s]] = 0
    backward[depth[t]] = 0
    while (s !== t) {
      // The parent of a root is higher than every vertex, so a side that reaches it stops advancing.
      if (s < t) {
        const label = forward[depth[s]]
        forward[depth[s]] = INFINITE_WEIGHT
        if (label < INFINITE_WEIGHT) relax(upperDepth, upFirst[s], upFirst[s + 1], weight, label, forward)
        s = parent[s]
      } else {
        const label = backward[depth[t]]
        backward[depth[t]] = INFINITE_WEIGHT
        if (label < INFINITE_WEIGHT) relax(upperDepth, downFirst[t], downFirst[t + 1], weight, label, backward)
        t = parent[t]
      }
    }
    let bestWeight = INFINITE_WEIGHT
    for (let v = s; v < vertexCount; v = parent[v]) {
      const row = depth[v]
      const forwardWeight = forward[row]
      const backwardWeight = backward[row]
      forward[row] = backward[row] = INFINITE_WEIGHT
      if (forwardWeight + backwardWeight < bestWeight) bestWeight = forwardWeight + backwardWeight
      if (forwardWeight < bestWeight) relax(upperDepth, upFirst[v], upFirst[v + 1], weight, forwardWeight, forward)
      if (backwardWeight < bestWeight)
        relax(upperDepth, downFirst[v], downFirst[v + 1], weight, backwardWeight, backward)
    }
    return bestWeight
  }
}

/**
 * Relaxes the arcs of a vertex. The minimum is computed arithmetically, because a branch would be unpredictable and
 * take a third of the query time.
 */
function relax(
  upperDepth: Uint16Array,
  begin: number,
  end: number,
  weight: Int32Array,
  label: number,
  labels: Int32Array,
): void {
  for (let arc = begin; arc < end; arc++) {
    const row = upperDepth[arc]
    const oldLabel = labels[row]
    const labelDifference = label + weight[arc] - oldLabel
    labels[row] = oldLabel + (labelDifference & (labelDifference >> 31))
  }
}
