/** Locations of traffic events and the arcs they affect. */

/** [latitude, longitude] in degrees. */
export type Point = readonly [number, number]

export type EventPlace =
  /**
   * Points in the direction of travel. The line is sparse: the points lie on the road, but the straight lines between
   * them may not.
   */
  | { readonly line: readonly Point[]; readonly sparse?: true }
  /** A ring. The last point need not repeat the first. */
  | { readonly area: readonly Point[] }
  | { readonly at: Point }

/**
 * The arcs of an event: original arcs only, ascending and distinct. `from` and `to` are fractions of the arc's length,
 * measured in its direction.
 */
export interface EventStretches {
  readonly count: number
  readonly arc: Uint32Array
  readonly from: Float32Array
  readonly to: Float32Array
}
