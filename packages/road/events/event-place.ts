/** Where a traffic event is, and what of the map that means. */

/** Degrees: [latitude, longitude]. */
export type Point = readonly [number, number]

export type EventPlace =
  /** In the direction of travel. Sparse: the points lie on the road, but the straight lines between them need not. */
  | { readonly line: readonly Point[]; readonly sparse?: true }
  /** A ring; the last point need not repeat the first. */
  | { readonly area: readonly Point[] }
  | { readonly at: Point }

/** Driven arcs that an event lies on; never copies; ascending; each arc once. Shares of the arc's length in its direction. */
export interface EventStretches {
  readonly count: number
  readonly arc: Uint32Array
  readonly from: Float32Array
  readonly to: Float32Array
}
