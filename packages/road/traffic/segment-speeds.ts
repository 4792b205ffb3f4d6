import { measureShape } from '../network/measure-shape.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { SegmentIndex } from './segment-index.ts'
import { findSegmentPositions } from './segment-positions.ts'

/**
 * Speeds reported by feeds, from one OSM node to the next. If a segment has more than one speed, the last one applies.
 */
export interface SegmentRows {
  readonly fromNode: Float64Array
  readonly toNode: Float64Array
  /** Speed in km/h. A speed of 0 closes the segment. */
  readonly kmh: Float32Array
}

/** Speeds per arc, in shared memory. Copies have the values of their originals. */
export interface ArcSpeeds {
  /**
   * Duration of the whole arc in hundredths of a second. The duration includes delays on the arc (arcs.delay) and
   * excludes turns. 0 means unknown or closed.
   */
  readonly duration: Uint32Array
  /** 1 if the arc is closed. An arc with a closed segment is closed entirely. */
  readonly closed: Uint8Array
  /** Number of rows whose segment exists on the map in a drivable direction. */
  readonly matchedCount: number
}

/** Maximum speed that a feed may report, in km/h. */
const MAX_KMH = 500
/** Time for one centimeter at 1 km/h, in hundredths of a second. */
const CS_PER_CM_AT_1_KMH = 3.6

/**
 * Computes the speeds of arcs. Apart from allocating the arrays, only arcs named in rows take time. Most feeds cover a
 * small area of a large map.
 */
export function speedsOnArcs(
  network: RoadNetwork,
  index: SegmentIndex,
  rows: SegmentRows,
  places = findSegmentPositions(network, index, rows),
): ArcSpeeds {
  const { arcs } = network
  const { row, arc: arcOf, point, matchedCount } = places
  const reportedArcs = new ReportedArcs(network)
  for (let i = 0; i < row.length; i++) reportedArcs.setSpeed(arcOf[i], point[i], rows.kmh[row[i]])
  const duration = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  const isArcClosed = new Uint8Array(new SharedArrayBuffer(arcs.count))
  for (const arc of reportedArcs.arcs) {
    const time = reportedArcs.duration(arc)
    duration[arc] = time
    isArcClosed[arc] = time === 0 ? 1 : 0
    for (const copy of index.copies.get(arc) ?? []) {
      duration[copy] = duration[arc]
      isArcClosed[copy] = isArcClosed[arc]
    }
  }
  return { duration, closed: isArcClosed, matchedCount }
}

/** The arcs named in rows and the speeds of their segments. */
class ReportedArcs {
  /** The arcs without duplicates. */
  readonly arcs: number[] = []
  private readonly network: RoadNetwork
  /** Index in `kmh` of the first segment of each arc's edge, plus one. The value is 0 if the arc has no speeds. */
  private readonly speedOffset: Uint32Array
  /** Speeds in km/h, or NaN if no speed is reported. */
  private kmh = new Float32Array(64)
  private usedCount = 0
  private alongMeters = new Float64Array(0)

  constructor(network: RoadNetwork) {
    this.network = network
    this.speedOffset = new Uint32Array(network.arcs.count)
  }

  /** Sets the speed of an arc's segment that begins at a shape point. A later value replaces an earlier one. */
  setSpeed(arc: number, point: number, kmh: number): void {
    const { arcs, edges } = this.network
    const edge = arcs.edgeSide[arc] >>> 1
    if (this.speedOffset[arc] === 0) this.add(arc, edges.shapeFirst[edge + 1] - edges.shapeFirst[edge] - 1)
    this.kmh[this.speedOffset[arc] - 1 + point - edges.shapeFirst[edge]] = kmh
  }

  private add(arc: number, segments: number): void {
    const end = this.usedCount + segments
    if (end > this.kmh.length) {
      const previousKmh = this.kmh
      this.kmh = new Float32Array(2 * end)
      this.kmh.set(previousKmh)
    }
    this.kmh.fill(Number.NaN, this.usedCount, end)
    this.speedOffset[arc] = this.usedCount + 1
    this.usedCount = end
    this.arcs.push(arc)
  }

  /**
   * Returns the duration in hundredths of a second, or 0 if a segment is closed. Segments without a speed take their
   * share of the free-flow duration.
   */
  duration(arc: number): number {
    const { arcs, edges } = this.network
    const edge = arcs.edgeSide[arc] >>> 1
    const segmentCount = edges.shapeFirst[edge + 1] - edges.shapeFirst[edge] - 1
    if (segmentCount >= this.alongMeters.length) this.alongMeters = new Float64Array(2 * segmentCount + 1)
    const { kmh, alongMeters } = this
    const total = measureShape(edges, edge, alongMeters, 0)
    const first = this.speedOffset[arc] - 1
    const freeFlowCs = Math.max(0, arcs.duration[arc] - arcs.delay[arc])
    let time = arcs.delay[arc]
    for (let i = 0; i < segmentCount; i++) {
      const speed = kmh[first + i]
      if (speed <= 0) return 0
      const fraction = total > 0 ? (alongMeters[i + 1] - alongMeters[i]) / total : 1 / segmentCount
      time += fraction * (speed > 0 ? (edges.lengthCm[edge] * CS_PER_CM_AT_1_KMH) / speed : freeFlowCs)
    }
    // The limit prevents overflow for a very low speed on a long road.
    return Math.max(1, Math.min(Math.round(time), INFINITE_WEIGHT - 1))
  }
}

/**
 * Returns rows from which speedsOnArcs reproduces these durations, up to rounding of speeds. An arc gets the maximum
 * speed if its duration is shorter than its delays, or if it would need a higher speed than feeds may report.
 */
export function segmentRowsOf(network: RoadNetwork, arcs: Uint32Array, durationCs: Uint32Array): SegmentRows {
  const { edgeSide, delay } = network.arcs
  const { shapeFirst, shapeId, lengthCm } = network.edges
  let count = 0
  for (const arc of arcs) count += shapeFirst[(edgeSide[arc] >>> 1) + 1] - shapeFirst[edgeSide[arc] >>> 1] - 1
  const rows = { fromNode: new Float64Array(count), toNode: new Float64Array(count), kmh: new Float32Array(count) }
  let row = 0
  for (let i = 0; i < arcs.length; i++) {
    const edge = edgeSide[arcs[i]] >>> 1
    const direction = edgeSide[arcs[i]] & 1
    const movingCs = durationCs[i] - delay[arcs[i]]
    // An edge of zero length would get speed 0, which closes the edge.
    const speedKmh = movingCs > 0 && lengthCm[edge] > 0 ? (lengthCm[edge] * CS_PER_CM_AT_1_KMH) / movingCs : MAX_KMH
    for (let k = shapeFirst[edge + 1] - shapeFirst[edge] - 1; k > 0; k--, row++) {
      const point = direction === 0 ? shapeFirst[edge + 1] - 1 - k : shapeFirst[edge] + k - 1
      rows.fromNode[row] = shapeId[point + direction]
      rows.toNode[row] = shapeId[point + 1 - direction]
      rows.kmh[row] = Math.min(speedKmh, MAX_KMH)
    }
  }
  return rows
}
