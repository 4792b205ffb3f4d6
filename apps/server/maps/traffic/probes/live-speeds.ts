import { type RoadNetwork, type SegmentRows, type SpeedEstimator, segmentRowsOf } from '@fairway/road'

/** What was driven so long before the newest position still tells how fast traffic is. */
export const LIVE_WINDOW_SECONDS = 15 * 60
/** And so long after it. */
export const LIVE_HOLDS_SECONDS = 30 * 60

/** One kilometre per hour is a centimetre in 3.6 hundredths of a second. */
const CS_PER_CM_AT_1_KMH = 3.6
/** 0 would close the road. */
export const SLOWEST_KMH = 0.1

/** Speeds of now, of so many arcs. */
export interface LiveSegments {
  readonly arcs: number
  readonly rows: SegmentRows
}

/** Of several slots in which enough vehicles drove an arc the newest counts. */
export function segmentsNow(network: RoadNetwork, live: SpeedEstimator): LiveSegments {
  const kmhOf = new Map<number, number>()
  for (const slot of live.listSlots()) {
    const { arc, kmh } = live.estimate(slot)
    arc.forEach((one, i) => void kmhOf.set(one, kmh[i] ?? 0))
  }
  const arcs = Uint32Array.from(kmhOf.keys()).sort()
  // Through times: those of signals and crossings are in them, but are no part of the speeds that feeds tell.
  const durationCs = arcs.map((arc) => {
    const edge = (network.arcs.edgeSide[arc] ?? 0) >>> 1
    return Math.round(((network.edges.lengthCm[edge] ?? 0) * CS_PER_CM_AT_1_KMH) / (kmhOf.get(arc) ?? 1))
  })
  return { arcs: arcs.length, rows: segmentRowsOf(network, arcs, durationCs) }
}

/** As the readers of feeds take it. */
export function toSegmentCsv({ fromNode, toNode, kmh }: SegmentRows): Buffer {
  const lines = ['from_osm_node,to_osm_node,km/h']
  fromNode.forEach((from, i) => {
    lines.push(`${from},${toNode[i]},${Math.max(SLOWEST_KMH, kmh[i] ?? 0).toFixed(1)}`)
  })
  return Buffer.from(`${lines.join('\n')}\n`)
}
