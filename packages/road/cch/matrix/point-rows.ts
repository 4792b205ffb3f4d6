import type { PathMeasures } from '../attributes/path-attributes.ts'
import type { Metric } from '../metric.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { LabelRows, VertexLabel } from '../reference/label-rows.ts'
import type { RowRange } from '../reference/min-plus.ts'
import type { Topology } from '../topology.ts'
import type { Side } from './begin-search.ts'
import type { JointOrder } from './joint-order.ts'
import type { HalfWay } from './matrix-cells.ts'
import type { Climber } from './upward-search.ts'

/**
 * Factor of a weight in a row, to make room for a depth. The rows of one side store a code that decreases with depth.
 * Among meeting nodes of equal weight the lowest wins, as in PathQuery.
 */
export const DEPTH_SCALE = 2 ** 16
export const DEEPEST_CODE = DEPTH_SCALE - 1

/** Number of doubles for the path attributes of a label. */
export const MEASURES = 4

/** A row of labels by depth for every source or target point, from the vertex where its arcs have met. */
export class PointRows implements LabelRows {
  private readonly topology: Topology
  private readonly side: Side
  readonly order: JointOrder
  readonly apart: VertexLabel[] = []
  private readonly labels: Float64Array
  /** Length, duration, growth and steady part of the path to every label: see VertexLabel. */
  readonly measures: Float64Array

  constructor(topology: Topology, side: Side, order: JointOrder, isMeasured: boolean) {
    const size = order.count * topology.height
    this.topology = topology
    this.side = side
    this.order = order
    this.labels = new Float64Array(size)
    this.measures = new Float64Array(isMeasured ? MEASURES * size : 0)
  }

  fill(climber: Climber, metric: Metric, points: readonly PointEnds[], measures: PathMeasures | undefined): void {
    const { point, joint, count } = this.order
    for (let place = 0; place < count; place++) {
      climber.climb(points[point[place]], joint[place], metric.weight, this.side, measures)
      this.copy(climber, place, measures !== undefined)
    }
  }

  range(begin: number, end: number): RowRange {
    return { labels: this.labels, height: this.topology.height, begin, end }
  }

  labelAt(place: number, vertex: number, depth: number): VertexLabel {
    const at = place * this.topology.height + depth
    return {
      vertex,
      place,
      weight: Math.floor(this.labels[at] / DEPTH_SCALE),
      lengthCm: this.measures[MEASURES * at],
      ...this.halfWay(at),
    }
  }

  /** The duration of the path to a label, and its growth. */
  halfWay(label: number): HalfWay {
    const at = MEASURES * label
    return { durationCs: this.measures[at + 1], growth: this.measures[at + 2], steadyCs: this.measures[at + 3] }
  }

  private copy({ climbed, count, apartCount }: Climber, place: number, isMeasured: boolean): void {
    const { vertex, weight, lengthCm, durationCs, growth, steadyCs } = climbed
    for (let i = 0; i < apartCount; i++) {
      const measure = { lengthCm: lengthCm[i], durationCs: durationCs[i], growth: growth[i], steadyCs: steadyCs[i] }
      this.apart.push({ vertex: vertex[i], place, weight: weight[i], ...measure })
    }
    const first = place * this.topology.height
    for (let i = apartCount, depth = count - apartCount - 1; i < count; i++, depth--) {
      const at = first + depth
      this.labels[at] = weight[i] * DEPTH_SCALE + (this.side === 'target' ? DEEPEST_CODE - depth : 0)
      if (!isMeasured) continue
      this.measures.set([lengthCm[i], durationCs[i], growth[i], steadyCs[i]], MEASURES * at)
    }
  }
}
