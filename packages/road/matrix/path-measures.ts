import type { Metric } from '../hierarchy/metric.ts'
import { firstPart, secondPart } from '../hierarchy/parts.ts'
import type { Topology } from '../hierarchy/topology.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

/**
 * Length and duration of what every arc of the hierarchy stands for under one metric: of the very path that unpacking it
 * would give. As good as the metric is old: one that has changed needs new ones. In memory that threads share.
 */
export interface PathMeasures {
  readonly lengthCm: Int32Array
  readonly durationCs: Int32Array
  /** What the arcs of the hierarchy stand for, as in the metric. */
  readonly parts: Float64Array
  /** Of the road's own arcs and turns. */
  readonly arcLengthCm: Uint32Array
  readonly arcDurationCs: Uint32Array
  readonly turnDurationCs: Uint16Array
}

/** `arcDurationCs` tells how long each arc of the road takes; without it, as on an empty road. */
export function buildPathMeasures(
  { arcs, edges, turns }: RoadNetwork,
  topology: Topology,
  { weight, parts }: Metric,
  arcDurationCs: Uint32Array = arcs.duration,
): PathMeasures {
  const { vertexCount, arcCount, upFirst, downFirst, upper, roadArc } = topology
  const lengthCm = new Int32Array(new SharedArrayBuffer(4 * arcCount))
  const durationCs = new Int32Array(new SharedArrayBuffer(4 * arcCount))
  const arcLengthCm = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) arcLengthCm[arc] = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  const measure = (arc: number, from: number): void => {
    if (weight[arc] >= INFINITE_WEIGHT) return
    const pair = parts[arc]
    if (pair < 0) {
      lengthCm[arc] = arcLengthCm[roadArc[from]]
      durationCs[arc] = arcDurationCs[roadArc[from]] + turns.duration[firstPart(-1 - pair)]
    } else {
      const first = firstPart(pair)
      const second = secondPart(pair)
      lengthCm[arc] = lengthCm[first] + lengthCm[second]
      durationCs[arc] = durationCs[first] + durationCs[second]
    }
  }
  // Lower vertices first: the two parts of an arc lie below it.
  for (let v = 0; v < vertexCount; v++) {
    for (let arc = upFirst[v]; arc < upFirst[v + 1]; arc++) measure(arc, v)
    for (let arc = downFirst[v]; arc < downFirst[v + 1]; arc++) measure(arc, upper[arc])
  }
  return { lengthCm, durationCs, parts, arcLengthCm, arcDurationCs, turnDurationCs: turns.duration }
}
