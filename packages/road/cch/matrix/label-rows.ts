import type { JointOrder } from './joint-order.ts'

/** The weight and the attributes of the path between a point and a vertex. */
export interface VertexLabel {
  readonly vertex: number
  /** Position of the point in tree order. */
  readonly index: number
  /** Weight relative to the smallest weight of the point's sources or targets. */
  readonly weight: number
  readonly lengthCm: number
  readonly durationCs: number
  /** Growth of the duration; see PathAttributes. Sources have a growth of 0. */
  readonly growth: number
  /**
   * Duration of the last part of the path, after the last hierarchy arc whose duration grows. Infinity if no duration
   * grows.
   */
  readonly steadyCs: number
}

/** The labels of all sources or of all targets. */
export interface LabelRows {
  readonly order: JointOrder
  /**
   * Labels of vertices that were settled before a point's sources or targets met. There are few such labels, and no row
   * contains them.
   */
  readonly separateLabels: readonly VertexLabel[]
  /** Returns the label of a vertex in a point's row. The vertex must be on the point's path at this depth. */
  labelAt(index: number, vertex: number, depth: number): VertexLabel
}
