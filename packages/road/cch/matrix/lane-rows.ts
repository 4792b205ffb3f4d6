import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { PathAttributes } from '../attributes/path-attributes.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Topology } from '../topology.ts'
import type { KernelUpwardSearch } from '../wasm/kernel-upward-search.ts'
import type { Side } from './endpoint-attributes.ts'
import type { JointOrder } from './joint-order.ts'
import type { LabelRows, VertexLabel } from './label-rows.ts'

/** The rows of a few points, stored in the lanes of their upward searches. */
export class LaneRows implements LabelRows {
  private readonly height: number
  private readonly search: KernelUpwardSearch
  private readonly endpointSide: Side
  private readonly firstLane: number
  private readonly by: PathAttributes | undefined
  readonly order: JointOrder

  constructor(
    { height }: Topology,
    search: KernelUpwardSearch,
    order: JointOrder,
    endpointSide: Side,
    firstLane: number,
    pathAttributes: PathAttributes | undefined,
  ) {
    this.height = height
    this.search = search
    this.endpointSide = endpointSide
    this.order = order
    this.firstLane = firstLane
    this.by = pathAttributes
  }

  fill(points: readonly MatrixPoint[]): void {
    const { search, order, endpointSide, by, firstLane } = this
    for (let first = 0; first < order.count; ) {
      first += search.search(points, order, first, endpointSide, undefined, firstLane + first)
    }
    for (let index = 0; by && index < order.count; index++) {
      search.writeBegins(search.lanes[firstLane + index], points[order.point[index]], endpointSide, by)
    }
  }

  /** The separate labels, which are computed on demand after all upward searches. */
  get separateLabels(): VertexLabel[] {
    const { search, order, firstLane, height } = this
    const labels: VertexLabel[] = []
    for (let index = 0; index < order.count; index++) {
      const { separateCount, vertices } = search.lanes[firstLane + index]
      for (let labelIndex = height; labelIndex < height + separateCount; labelIndex++)
        labels.push(this.labelAt(index, vertices[labelIndex], labelIndex))
    }
    return labels
  }

  labelAt(index: number, vertex: number, depth: number): VertexLabel {
    const { search, by, endpointSide } = this
    const lane = this.firstLane + index
    const { weights, attributes, growths, steadyCs } = search.lanes[lane]
    const weight = weights[depth]
    if (by && weight < INFINITE_WEIGHT) search.smallMatrix.computeLabelAttributes(by, lane, depth, endpointSide)
    const [lengthCm, durationCs] = [attributes[2 * depth], attributes[2 * depth + 1]]
    return { vertex, index, weight, lengthCm, durationCs, growth: growths[depth], steadyCs: steadyCs[depth] }
  }
}
