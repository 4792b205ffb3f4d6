import type { JointOrder } from './joint-order.ts'

/** The weight from a point to a vertex, with the attributes of the path. */
export interface VertexLabel {
  readonly vertex: number
  /** Position of the point in tree order. */
  readonly index: number
  /** Relative to the smallest weight of the point's sources or targets. */
  readonly weight: number
  readonly lengthCm: number
  readonly durationCs: number
  /** See PathAttributes; 0 for sources. */
  readonly growth: number
  /**
   * With growing durations: the duration of the last part of the path, after the last growing hierarchy arc. Infinity
   * when nothing grows.
   */
  readonly steadyCs: number
}

/** The labels of all sources or of all targets. */
export interface LabelRows {
  readonly order: JointOrder
  /**
   * Labels of vertices settled before a point's sources or targets met. There are few of them, and they are in no row.
   */
  readonly separateLabels: readonly VertexLabel[]
  /** The label of a vertex in a point's row. The vertex must be on the point's path, at this depth. */
  labelAt(index: number, vertex: number, depth: number): VertexLabel
}
