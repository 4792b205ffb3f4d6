import { INFINITE_WEIGHT } from '../sentinels.ts'
import { PART_SCALE } from './parts.ts'
import type { Topology } from './topology.ts'
import { slotCount, type Triangles } from './triangles.ts'

/**
 * The weights of one profile at one instant, replaced whole. Hundredths of a second; what would be INFINITE_WEIGHT or
 * more cannot be reached.
 */
export interface Metric {
  readonly weight: Int32Array
  /** What every arc stands for, so that paths can be unpacked; see parts.ts. Of no meaning where the weight is infinite. */
  readonly parts: Float64Array
}

/** `allocate` chooses the buffers, for metrics that threads share. */
export function createMetric(
  topology: Topology,
  allocate: (bytes: number) => ArrayBufferLike = (bytes) => new ArrayBuffer(bytes),
): Metric {
  const slots = slotCount(topology)
  return { weight: new Int32Array(allocate(slots * 4)), parts: new Float64Array(allocate(slots * 8)) }
}

export function copyMetric(from: Metric, to: Metric): void {
  to.weight.set(from.weight)
  to.parts.set(from.parts)
}

/**
 * From the weights of the turns (that of the arc left behind plus the turn's own, 0 … INFINITE_WEIGHT) to those of the
 * hierarchy.
 */
export function customize(topology: Topology, triangles: Triangles, turnWeight: Int32Array, metric: Metric): void {
  metric.parts.set(triangles.leaves)
  loadTurns(topology, turnWeight, metric.weight)
  relaxTriangles(topology, triangles, metric)
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
