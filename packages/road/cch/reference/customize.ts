import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { CHILD_SCALE } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'
import type { ReferenceMetric } from './metric.ts'
import type { ReferenceTriangles } from './triangles.ts'

/** Implements `customize` in plain TypeScript to test the kernels. */
export function customizeReference(
  topology: Topology,
  triangles: ReferenceTriangles,
  turnWeight: Int32Array,
  metric: ReferenceMetric,
): void {
  metric.children.set(triangles.leaves)
  loadTurns(topology, turnWeight, metric.weight)
  relaxTriangles(topology, triangles, metric)
}

function loadTurns({ slotOfTurn }: Topology, turnWeight: Int32Array, weight: Int32Array): void {
  weight.fill(INFINITE_WEIGHT)
  for (let turn = 0; turn < slotOfTurn.length; turn++) weight[slotOfTurn[turn]] = turnWeight[turn]
}

/**
 * Relaxes all triangles in right-looking order. When a vertex is reached, its arcs are final, and all pairs through it
 * are relaxed into the arcs above. The minimum and its children are selected arithmetically, because unpredictable
 * branches dominate the cost. At equal weight, a road turn takes precedence over a pair, and an earlier pair over a
 * later one.
 */
function relaxTriangles(
  topology: Topology,
  { target }: ReferenceTriangles,
  { weight, children }: ReferenceMetric,
): void {
  const { vertexCount, upFirst, downFirst } = topology
  let next = 0
  for (let v = 0; v < vertexCount; v++) {
    const outBegin = upFirst[v]
    const outEnd = upFirst[v + 1]
    const intoEnd = downFirst[v + 1]
    for (let inArc = downFirst[v]; inArc < intoEnd; inArc++) {
      const inWeight = weight[inArc]
      const firstChild = inArc * CHILD_SCALE
      for (let outArc = outBegin; outArc < outEnd; outArc++) {
        const slot = target[next++]
        const oldWeight = weight[slot]
        const weightDifference = inWeight + weight[outArc] - oldWeight
        weight[slot] = oldWeight + (weightDifference & (weightDifference >> 31))
        const oldChildren = children[slot]
        children[slot] = oldChildren + (firstChild + outArc - oldChildren) * (weightDifference >>> 31)
      }
    }
  }
  // The spare slot is scratch memory. Resetting it makes metrics with equal weights byte-identical.
  weight[weight.length - 1] = INFINITE_WEIGHT
  children[children.length - 1] = 0
}
