import { type RoadNetwork, type SegmentRows, type SpeedEstimator, segmentRowsOf } from '@fairway/road'

/** Time before the newest position during which trips still describe the current traffic. */
export const LIVE_WINDOW_SECONDS = 15 * 60
/** Time after the newest position during which the speeds are valid. */
export const LIVE_VALID_SECONDS = 30 * 60

/** Duration of one centimeter at 1 km/h, in hundredths of a second. */
const CS_PER_CM_AT_1_KMH = 3.6
/** Minimum speed in km/h. A speed of 0 would close the road. */
export const MIN_KMH = 0.1

/** Current speeds, and the number of arcs that they cover. */
export interface LiveSegments {
  readonly arcCount: number
  readonly rows: SegmentRows
}

/** Returns the current speeds. If several time slots have enough vehicles on an arc, the newest slot wins. */
export function toLiveSegments(network: RoadNetwork, live: SpeedEstimator): LiveSegments {
  const kmhByArc = new Map<number, number>()
  for (const slot of live.listSlots()) {
    const { arc, kmh } = live.estimate(slot)
    arc.forEach((arcId, i) => void kmhByArc.set(arcId, kmh[i] ?? 0))
  }
  const arcs = Uint32Array.from(kmhByArc.keys()).sort()
  // Converts the measured speeds to durations, from which `segmentRowsOf` subtracts the delay at signals and crossings.
  // Feed speeds do not include this delay.
  const durationCs = arcs.map((arc) => {
    const edge = (network.arcs.edgeSide[arc] ?? 0) >>> 1
    return Math.round(((network.edges.lengthCm[edge] ?? 0) * CS_PER_CM_AT_1_KMH) / (kmhByArc.get(arc) ?? 1))
  })
  return { arcCount: arcs.length, rows: segmentRowsOf(network, arcs, durationCs) }
}

/** Returns the speeds as CSV in the format that the feed readers accept. */
export function toSegmentCsv({ fromNode, toNode, kmh }: SegmentRows): Buffer {
  const lines = ['from_osm_node,to_osm_node,km/h']
  fromNode.forEach((from, i) => {
    lines.push(`${from},${toNode[i]},${Math.max(MIN_KMH, kmh[i] ?? 0).toFixed(1)}`)
  })
  return Buffer.from(`${lines.join('\n')}\n`)
}
