/** This file defines the locations of traffic events and the arcs that they affect. */

/** A position as [latitude, longitude] in degrees. */
export type Point = readonly [number, number]

export type EventPlace =
  /**
   * Points in the direction of travel. The points of a sparse line are on the road, but the straight lines between them
   * may not be.
   */
  | { readonly line: readonly Point[]; readonly sparse?: true }
  /** A ring. The last point need not repeat the first. */
  | { readonly area: readonly Point[] }
  | { readonly at: Point }

/**
 * The arcs of an event. The arcs are original arcs, ascending and distinct. `from` and `to` are fractions of the arc's
 * length, measured in its direction.
 */
export interface EventStretches {
  readonly count: number
  readonly arc: Uint32Array
  readonly from: Float32Array
  readonly to: Float32Array
}
