/** A box in degrees. `east` may exceed 180, so that it is never less than `west`. */
export interface ShapeBox {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** An area on the earth, prepared for many positions. */
export interface FenceShape {
  readonly box: ShapeBox
  /** The radius of a circle of about the same size. */
  readonly sizeM: number
  /**
   * Distance from the boundary in meters, negative inside. Its amount is exact up to `maxM` and at least `maxM` beyond,
   * because the exact distance from a boundary with thousands of corners is rarely needed.
   */
  distanceM(latitude: number, longitude: number, maxM: number): number
}
