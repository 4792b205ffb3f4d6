import type { JointOrder } from '../matrix/joint-order.ts'

/** What a point weighs to a vertex, and what the path there measures. */
export interface VertexLabel {
  readonly vertex: number
  /** Of the point, in the order of the tree. */
  readonly place: number
  /** Counts from the least weight of the point's ends. */
  readonly weight: number
  readonly lengthCm: number
  readonly durationCs: number
  /** See PathMeasures; 0 of sources. */
  readonly growth: number
  /**
   * Where durations grow: how long the last part of the path takes, the part behind the last arc of the hierarchy that
   * grows. Infinity when none does.
   */
  readonly steadyCs: number
}

/** The labels of all sources, or of all targets. */
export interface LabelRows {
  readonly order: JointOrder
  /** Those of vertices that a point passes before its ends have met: few, and in no row. */
  readonly apart: readonly VertexLabel[]
  /** The one that the row of a point has at a depth, where its path passes a vertex. */
  labelAt(place: number, vertex: number, depth: number): VertexLabel
}
