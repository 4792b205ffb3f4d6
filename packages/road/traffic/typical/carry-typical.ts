import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import { buildSegmentIndex, edgeSideOf, findSegment } from '../segment-index.ts'
import type { TypicalSpeeds } from './typical-speeds.ts'

/**
 * Transfers typical speeds from an older map of the same area to a newer map. Every arc gets the speeds of the arc that
 * had its middle segment. Roads that were split or joined keep their speeds, and roads with new nodes start without
 * speeds. Nodes without an OpenStreetMap ID (numbers below 0) differ in every map.
 */
export function transferTypicalSpeeds(
  oldNetwork: RoadNetwork,
  speeds: TypicalSpeeds,
  newNetwork: RoadNetwork,
): TypicalSpeeds {
  const source = sourceArcs(oldNetwork, newNetwork)
  const { count } = newNetwork.arcs
  const first = new Uint32Array(count + 1)
  for (let arc = 0; arc < count; arc++) {
    const runCount = source[arc] === NO_ID ? 0 : speeds.first[source[arc] + 1] - speeds.first[source[arc]]
    first[arc + 1] = first[arc] + runCount
  }
  const run = new Uint16Array(first[count])
  const speed = new Uint8Array(first[count])
  const weight = new Uint8Array(first[count])
  for (let arc = 0; arc < count; arc++) {
    if (first[arc] === first[arc + 1]) continue
    const [begin, end] = [speeds.first[source[arc]], speeds.first[source[arc] + 1]]
    run.set(speeds.run.subarray(begin, end), first[arc])
    speed.set(speeds.speed.subarray(begin, end), first[arc])
    weight.set(speeds.weight.subarray(begin, end), first[arc])
  }
  return { arcCount: count, first, run, speed, weight }
}

/** Returns the corresponding arc of the older map, or NO_ID, for every arc that is not a copy. */
function sourceArcs(oldNetwork: RoadNetwork, newNetwork: RoadNetwork): Uint32Array {
  const index = buildSegmentIndex(oldNetwork)
  const { shapeFirst, shapeId, arc: arcOf } = newNetwork.edges
  const { edgeSide } = newNetwork.arcs
  const source = new Uint32Array(newNetwork.arcs.count).fill(NO_ID)
  for (let arc = 0; arc < source.length; arc++) {
    const sideOfArc = edgeSide[arc]
    if (arcOf[sideOfArc] !== arc) continue
    const edge = sideOfArc >>> 1
    const middle = (shapeFirst[edge] + shapeFirst[edge + 1] - 1) >>> 1
    const [low, high] = [shapeId[middle], shapeId[middle + 1]]
    if (low < 0 || high < 0) continue
    const segment = findSegment(
      oldNetwork.edges,
      index,
      (sideOfArc & 1) === 0 ? low : high,
      (sideOfArc & 1) === 0 ? high : low,
    )
    if (segment !== NO_ID) source[arc] = oldNetwork.edges.arc[edgeSideOf(oldNetwork.edges, segment)]
  }
  return source
}
