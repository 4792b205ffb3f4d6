/** A box in degrees. `east` may exceed 180, so that it is never less than `west`. */
export interface ShapeBox {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** An area on the earth, preprocessed for many position checks. */
export interface FenceShape {
  readonly box: ShapeBox
  /** Radius of a circle of about the same size, in meters. */
  readonly sizeM: number
  /**
   * Returns the distance from the boundary in meters, negative inside. The absolute value is exact up to `maxM`. Larger
   * distances are only known to be at least `maxM`, because computing exact distances to thousands of corners is slow.
   */
  distanceM(latitude: number, longitude: number, maxM: number): number
}
