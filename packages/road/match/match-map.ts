import { firstChild, secondChild } from '../cch/shortcut-children.ts'
import type { Topology } from '../cch/topology.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import { type ArcCopies, listArcCopies } from '../network/copies.ts'
import { measureShape } from '../network/measure-shape.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

/**
 * Data for matching, in addition to the map and a metric. The data is immutable, and its arrays are in shared memory.
 * The metric determines the fastest path between two positions, and this data gives the length of that path. One metric
 * without traffic is sufficient for all times.
 */
export interface MatchMap {
  readonly map: RoadMap
  readonly metric: RoadMetric
  readonly copies: ArcCopies
  /** Distance from the start of its edge to every shape point, in centimeters. */
  readonly shapeAlong: Uint32Array
  /** Weight and length of every hierarchy arc, combined into one number; see LENGTH_SCALE. */
  readonly packedLengths: Float64Array
}

/**
 * Factor by which weights are multiplied before a length in decimeters is added. The resulting sums can be added and
 * compared like weights alone. Lengths beyond 838 km overflow into the weight as a negligible few hundredths of a
 * second.
 */
export const LENGTH_SCALE = 2 ** 23
export const INFINITE_PACKED = INFINITE_WEIGHT * LENGTH_SCALE

export function buildMatchMap(map: RoadMap, metric: RoadMetric): MatchMap {
  return {
    map,
    metric,
    copies: listArcCopies(map.network),
    shapeAlong: distancesAlongShapes(map.network),
    packedLengths: packLengths(map.network, map.topology, metric),
  }
}

/**
 * Returns the distances of all shape points. The distances are measured on the ground and then scaled to the edge
 * length in the table.
 */
function distancesAlongShapes({ edges }: RoadNetwork): Uint32Array {
  const { count, shapeFirst, shapeLatitude, lengthCm } = edges
  const alongCm = new Uint32Array(new SharedArrayBuffer(4 * shapeLatitude.length))
  const shapeDistances = new Float64Array(shapeLatitude.length)
  for (let edge = 0; edge < count; edge++) {
    const begin = shapeFirst[edge]
    const end = shapeFirst[edge + 1] - 1
    const total = measureShape(edges, edge, shapeDistances, begin)
    const scale = total > 0 ? lengthCm[edge] / total : 0
    for (let i = begin + 1; i <= end; i++) alongCm[i] = Math.round(shapeDistances[i] * scale)
  }
  return alongCm
}

/**
 * Combines weights and lengths of all hierarchy arcs. Lower vertices are processed first, because the shortcut children
 * of an arc are below it.
 */
function packLengths(network: RoadNetwork, topology: Topology, { hierarchy }: RoadMetric): Float64Array {
  const { vertexCount, upFirst, downFirst, upper, roadArc } = topology
  const { weight, children } = hierarchy
  const { edgeSide } = network.arcs
  const { lengthCm } = network.edges
  const packedLengths = new Float64Array(new SharedArrayBuffer(8 * topology.arcCount)).fill(INFINITE_PACKED)
  const packLength = (arc: number, from: number): void => {
    if (weight[arc] >= INFINITE_WEIGHT) return
    const pair = children[arc]
    packedLengths[arc] =
      pair < 0
        ? weight[arc] * LENGTH_SCALE + Math.round(lengthCm[edgeSide[roadArc[from]] >>> 1] / 10)
        : packedLengths[firstChild(pair)] + packedLengths[secondChild(pair)]
  }
  for (let v = 0; v < vertexCount; v++) {
    for (let arc = upFirst[v]; arc < upFirst[v + 1]; arc++) packLength(arc, v)
    for (let arc = downFirst[v]; arc < downFirst[v + 1]; arc++) packLength(arc, upper[arc])
  }
  return packedLengths
}
