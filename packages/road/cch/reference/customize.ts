import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Metric } from '../metric.ts'
import { PART_SCALE } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'
import type { Triangles } from '../triangles.ts'
import { markChanged } from '../wasm/metric-state.ts'

/** `customize` without WebAssembly: where the kernels are not to be had, and as what they are compared with. */
export function customizePlainly(
  topology: Topology,
  triangles: Triangles,
  turnWeight: Int32Array,
  metric: Metric,
): void {
  metric.parts.set(triangles.leaves)
  loadTurns(topology, turnWeight, metric.weight)
  relaxTriangles(topology, triangles, metric)
  markChanged(metric)
}

function loadTurns({ slotOfTurn }: Topology, turnWeight: Int32Array, weight: Int32Array): void {
  weight.fill(INFINITE_WEIGHT)
  for (let turn = 0; turn < slotOfTurn.length; turn++) weight[slotOfTurn[turn]] = turnWeight[turn]
}

/**
 * Right-looking: when a vertex is reached its own arcs are final, and all pairs through it are offered to the arcs
 * above. The minimum and its parts are taken by arithmetic: branches that cannot be predicted cost more than all the
 * rest. A turn of the road wins over a pair of the same weight, an earlier pair over a later one.
 */
function relaxTriangles(topology: Topology, { target }: Triangles, { weight, parts }: Metric): void {
  const { vertexCount, upFirst, downFirst } = topology
  let next = 0
  for (let v = 0; v < vertexCount; v++) {
    const outBegin = upFirst[v]
    const outEnd = upFirst[v + 1]
    const intoEnd = downFirst[v + 1]
    for (let into = downFirst[v]; into < intoEnd; into++) {
      const there = weight[into]
      const firstPart = into * PART_SCALE
      for (let out = outBegin; out < outEnd; out++) {
        const slot = target[next++]
        const old = weight[slot]
        const difference = there + weight[out] - old
        weight[slot] = old + (difference & (difference >> 31))
        const before = parts[slot]
        parts[slot] = before + (firstPart + out - before) * (difference >>> 31)
      }
    }
  }
  // The spare slot is scratch; two metrics with the same weights should be the same bytes.
  weight[weight.length - 1] = INFINITE_WEIGHT
  parts[parts.length - 1] = 0
}
