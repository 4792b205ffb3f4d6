import type { PathAttributes } from '../attributes/path-attributes.ts'
import type { Side } from '../matrix/endpoint-attributes.ts'
import type { JointOrder } from '../matrix/joint-order.ts'
import type { LabelRows, VertexLabel } from '../matrix/label-rows.ts'
import type { HalfPath } from '../matrix/matrix-cells.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Topology } from '../topology.ts'
import type { RowRange } from './min-plus.ts'
import type { UpwardSearch } from './upward-search.ts'

/**
 * Factor by which a weight in a row is multiplied to make room for a depth. The rows of one side store a code that
 * decreases with depth, so that the lowest of several meeting nodes with equal weight is chosen, as in PathQuery.
 */
export const DEPTH_SCALE = 2 ** 16
export const MAX_DEPTH_CODE = DEPTH_SCALE - 1

/** Number of doubles for the path attributes of a label. */
export const ATTRIBUTES_PER_LABEL = 4

/**
 * Rows of labels by depth for all source or target points. A row starts at the vertex where the arcs of its point meet.
 */
export class PointRows implements LabelRows {
  private readonly topology: Topology
  private readonly endpointSide: Side
  readonly order: JointOrder
  readonly separateLabels: VertexLabel[] = []
  private readonly labels: Float64Array
  /** Length, duration, growth and steady duration of the path to every label; see VertexLabel. */
  readonly attributes: Float64Array

  constructor(topology: Topology, endpointSide: Side, order: JointOrder, hasAttributes: boolean) {
    const size = order.count * topology.height
    this.topology = topology
    this.endpointSide = endpointSide
    this.order = order
    this.labels = new Float64Array(size)
    this.attributes = new Float64Array(hasAttributes ? ATTRIBUTES_PER_LABEL * size : 0)
  }

  fill(search: UpwardSearch, points: readonly MatrixPoint[], attributes: PathAttributes | undefined): void {
    const { point, joint, count } = this.order
    for (let index = 0; index < count; index++) {
      search.search(points[point[index]], joint[index], this.endpointSide, attributes)
      this.copy(search, index, attributes !== undefined)
    }
  }

  range(begin: number, end: number): RowRange {
    return { labels: this.labels, height: this.topology.height, begin, end }
  }

  labelAt(index: number, vertex: number, depth: number): VertexLabel {
    const labelIndex = index * this.topology.height + depth
    return {
      vertex,
      index,
      weight: Math.floor(this.labels[labelIndex] / DEPTH_SCALE),
      lengthCm: this.attributes[ATTRIBUTES_PER_LABEL * labelIndex],
      ...this.halfPath(labelIndex),
    }
  }

  /** Returns the duration of the path to a label and its growth. */
  halfPath(label: number): HalfPath {
    const offset = ATTRIBUTES_PER_LABEL * label
    return {
      durationCs: this.attributes[offset + 1],
      growth: this.attributes[offset + 2],
      steadyCs: this.attributes[offset + 3],
    }
  }

  private copy({ settled, count, separateCount }: UpwardSearch, index: number, hasAttributes: boolean): void {
    const { vertex, weight, lengthCm, durationCs, growth, steadyCs } = settled
    for (let i = 0; i < separateCount; i++) {
      const attributes = { lengthCm: lengthCm[i], durationCs: durationCs[i], growth: growth[i], steadyCs: steadyCs[i] }
      this.separateLabels.push({ vertex: vertex[i], index, weight: weight[i], ...attributes })
    }
    const first = index * this.topology.height
    for (let i = separateCount, depth = count - separateCount - 1; i < count; i++, depth--) {
      const labelIndex = first + depth
      this.labels[labelIndex] = weight[i] * DEPTH_SCALE + (this.endpointSide === 'target' ? MAX_DEPTH_CODE - depth : 0)
      if (!hasAttributes) continue
      this.attributes.set([lengthCm[i], durationCs[i], growth[i], steadyCs[i]], ATTRIBUTES_PER_LABEL * labelIndex)
    }
  }
}
