import type { PathAttributes } from '../attributes/path-attributes.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Topology } from '../topology.ts'
import type { AttributeSize, KernelMatrix } from '../wasm/kernel-matrix.ts'
import type { KernelUpwardSearch } from '../wasm/kernel-upward-search.ts'
import type { UpwardLane } from '../wasm/upward-lane.ts'
import type { Side } from './endpoint-attributes.ts'
import type { JointOrder } from './joint-order.ts'
import type { LabelRows, VertexLabel } from './label-rows.ts'

/** The rows of a block of sources or targets in the matrix memory. */
export class BlockRows implements LabelRows {
  private readonly topology: Topology
  private readonly matrix: KernelMatrix
  private readonly endpointSide: Side
  readonly order: JointOrder
  readonly separateLabels: VertexLabel[] = []

  constructor(topology: Topology, matrix: KernelMatrix, endpointSide: Side, order: JointOrder) {
    this.topology = topology
    this.matrix = matrix
    this.endpointSide = endpointSide
    this.order = order
    if (endpointSide === 'source') matrix.beginSources(order)
    else matrix.beginTargets(order)
  }

  fill(search: KernelUpwardSearch, points: readonly MatrixPoint[], attributes: PathAttributes | undefined): void {
    const { order } = this
    for (let first = 0; first < order.count; ) {
      const laneCount = search.search(points, order, first, this.endpointSide, attributes)
      for (let lane = 0; lane < laneCount; lane++, first++)
        this.storeLane(search.lanes[lane], first, attributes?.size ?? 0)
    }
  }

  labelAt(index: number, vertex: number, depth: number): VertexLabel {
    const { matrix, endpointSide } = this
    const label = endpointSide === 'source' ? matrix.sourceLabel(index, depth) : matrix.targetLabel(index, depth)
    return { vertex, index, ...label }
  }

  private storeLane(lane: UpwardLane, index: number, size: AttributeSize): void {
    const { depth, vertexCount, height } = this.topology
    const joint = this.order.joint[index]
    const length = joint < vertexCount ? depth[joint] + 1 : 0
    if (this.endpointSide === 'source') this.matrix.takeSource(lane, index, length, size)
    else this.matrix.takeTarget(lane, index, length, size)
    for (let labelIndex = height; labelIndex < height + lane.separateCount; labelIndex++) {
      this.separateLabels.push({
        vertex: lane.vertices[labelIndex],
        index,
        weight: lane.weights[labelIndex],
        lengthCm: lane.attributes[2 * labelIndex],
        durationCs: lane.attributes[2 * labelIndex + 1],
        growth: lane.growths[labelIndex],
        steadyCs: lane.steadyCs[labelIndex],
      })
    }
  }
}
