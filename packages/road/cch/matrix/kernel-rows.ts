import type { PathMeasures } from '../attributes/path-attributes.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { LabelRows, VertexLabel } from '../reference/label-rows.ts'
import type { Topology } from '../topology.ts'
import type { KernelMatrix, Measured } from '../wasm/kernel-matrix.ts'
import type { KernelClimb } from '../wasm/kernel-upward-search.ts'
import type { ClimbLane } from '../wasm/upward-lane.ts'
import type { Side } from './begin-search.ts'
import type { JointOrder } from './joint-order.ts'

/** The rows of a block of sources or targets in the matrix memory. */
export class KernelRows implements LabelRows {
  private readonly topology: Topology
  private readonly matrix: KernelMatrix
  private readonly side: Side
  readonly order: JointOrder
  readonly apart: VertexLabel[] = []

  constructor(topology: Topology, matrix: KernelMatrix, side: Side, order: JointOrder) {
    this.topology = topology
    this.matrix = matrix
    this.side = side
    this.order = order
    if (side === 'source') matrix.beginSources(order)
    else matrix.beginTargets(order)
  }

  /** Returns true if the kernels could process all points. */
  fill(climb: KernelClimb, points: readonly PointEnds[], measures: PathMeasures | undefined): boolean {
    const { order } = this
    for (let place = 0; place < order.count; ) {
      const together = climb.climb(points, order, place, this.side, measures)
      if (together < 0) return false
      for (let lane = 0; lane < together; lane++, place++) this.take(climb.lanes[lane], place, measures?.size ?? 0)
    }
    return true
  }

  labelAt(place: number, vertex: number, depth: number): VertexLabel {
    const { matrix, side } = this
    const label = side === 'source' ? matrix.sourceLabel(place, depth) : matrix.targetLabel(place, depth)
    return { vertex, place, ...label }
  }

  private take(lane: ClimbLane, place: number, measured: Measured): void {
    const { depth, vertexCount, height } = this.topology
    const joint = this.order.joint[place]
    const length = joint < vertexCount ? depth[joint] + 1 : 0
    if (this.side === 'source') this.matrix.takeSource(lane, place, length, measured)
    else this.matrix.takeTarget(lane, place, length, measured)
    for (let at = height; at < height + lane.apartCount; at++) {
      this.apart.push({
        vertex: lane.vertices[at],
        place,
        weight: lane.weights[at],
        lengthCm: lane.measures[2 * at],
        durationCs: lane.measures[2 * at + 1],
        growth: lane.growths[at],
        steadyCs: lane.steady[at],
      })
    }
  }
}
