import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { Metric } from './metric.ts'
import type { Topology } from './topology.ts'

/**
 * Distances between two vertices of the turn graph; the scratch memory of one thread. No queue: the search space of a
 * vertex is exactly its path to the root of the elimination tree (Dibbelt, Strasser and Wagner, JEA 2016). Labels live
 * in dense rows indexed by depth, and every label is put back as it is read, so a query leaves nothing to clean.
 */
export class DistanceQuery {
  private readonly topology: Topology
  private readonly forward: Int32Array
  private readonly backward: Int32Array

  constructor(topology: Topology) {
    this.topology = topology
    this.forward = new Int32Array(topology.height).fill(INFINITE_WEIGHT)
    this.backward = new Int32Array(topology.height).fill(INFINITE_WEIGHT)
  }

  /** The weight of the best path from the beginning of one arc to the beginning of the other, or INFINITE_WEIGHT. */
  distance({ weight }: Metric, fromArc: number, toArc: number): number {
    const { rank, parent, depth, upFirst, upDepth, downFirst, downDepth, upHead } = this.topology
    const { forward, backward } = this
    const downOffset = upHead.length
    let s = rank[fromArc]
    let t = rank[toArc]
    forward[depth[s]] = 0
    backward[depth[t]] = 0
    while (s !== t) {
      // NO_ID is larger than every rank: a side that has reached its root waits for the other.
      if (s < t) {
        const row = depth[s]
        const label = forward[row]
        forward[row] = INFINITE_WEIGHT
        if (label < INFINITE_WEIGHT) relax(upDepth, upFirst[s], upFirst[s + 1], weight, 0, label, forward)
        s = parent[s]
      } else {
        const row = depth[t]
        const label = backward[row]
        backward[row] = INFINITE_WEIGHT
        if (label < INFINITE_WEIGHT)
          relax(downDepth, downFirst[t], downFirst[t + 1], weight, downOffset, label, backward)
        t = parent[t]
      }
    }
    let best = INFINITE_WEIGHT
    for (let v = s; v !== NO_ID; v = parent[v]) {
      const row = depth[v]
      const there = forward[row]
      const back = backward[row]
      forward[row] = backward[row] = INFINITE_WEIGHT
      if (there + back < best) best = there + back
      if (there < best) relax(upDepth, upFirst[v], upFirst[v + 1], weight, 0, there, forward)
      if (back < best) relax(downDepth, downFirst[v], downFirst[v + 1], weight, downOffset, back, backward)
    }
    return best
  }
}

function relax(
  depth: Uint16Array,
  begin: number,
  end: number,
  weight: Int32Array,
  offset: number,
  label: number,
  labels: Int32Array,
): void {
  for (let arc = begin; arc < end; arc++) {
    const row = depth[arc]
    const candidate = label + weight[arc + offset]
    if (candidate < labels[row]) labels[row] = candidate
  }
}
