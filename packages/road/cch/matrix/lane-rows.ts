import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { PathMeasures } from '../attributes/path-attributes.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { LabelRows, VertexLabel } from '../reference/label-rows.ts'
import type { Topology } from '../topology.ts'
import type { KernelClimb } from '../wasm/kernel-upward-search.ts'
import type { Side } from './begin-search.ts'
import type { JointOrder } from './joint-order.ts'

/** The rows of a few points in the lanes of their upward searches. */
export class LaneRows implements LabelRows {
  private readonly height: number
  private readonly climb: KernelClimb
  private readonly side: Side
  private readonly firstLane: number
  private readonly by: PathMeasures | undefined
  readonly order: JointOrder

  constructor(
    { height }: Topology,
    climb: KernelClimb,
    order: JointOrder,
    side: Side,
    firstLane: number,
    by: PathMeasures | undefined,
  ) {
    this.height = height
    this.climb = climb
    this.side = side
    this.order = order
    this.firstLane = firstLane
    this.by = by
  }

  /** Returns true if the kernels could process all points. */
  fill(points: readonly PointEnds[]): boolean {
    const { climb, order, side, by, firstLane } = this
    for (let place = 0; place < order.count; ) {
      const together = climb.climb(points, order, place, side, undefined, firstLane + place)
      if (together < 0) return false
      place += together
    }
    for (let place = 0; by && place < order.count; place++) {
      climb.writeBegins(climb.lanes[firstLane + place], points[order.point[place]], side, by)
    }
    return true
  }

  /** Computed on demand, after all upward searches. */
  get apart(): VertexLabel[] {
    const { climb, order, firstLane, height } = this
    const labels: VertexLabel[] = []
    for (let place = 0; place < order.count; place++) {
      const { apartCount, vertices } = climb.lanes[firstLane + place]
      for (let at = height; at < height + apartCount; at++) labels.push(this.labelAt(place, vertices[at], at))
    }
    return labels
  }

  labelAt(place: number, vertex: number, depth: number): VertexLabel {
    const { climb, by, side } = this
    const lane = this.firstLane + place
    const { weights, measures, growths, steady } = climb.lanes[lane]
    const weight = weights[depth]
    if (by && weight < INFINITE_WEIGHT) climb.little.measureLabel(by, lane, depth, side)
    const [lengthCm, durationCs] = [measures[2 * depth], measures[2 * depth + 1]]
    return { vertex, place, weight, lengthCm, durationCs, growth: growths[depth], steadyCs: steady[depth] }
  }
}
