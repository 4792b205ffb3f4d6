/**
 * Bound on the rounding error of cross products over a few hundred kilometers. A point closer to a line than this bound
 * may be on either side.
 */
export const ROUNDING_TOLERANCE = 1e-3

/** A point with the preceding and following corner of its shape. */
export interface CornerPoint {
  readonly x: number
  readonly y: number
  readonly previousX: number
  readonly previousY: number
  readonly nextX: number
  readonly nextY: number
}

/**
 * Directions in which a shortest path can continue from a corner. The shape is on one side of the incoming leg. The
 * path bends toward the shape, at most until it runs along the edge. In any other direction, the path would be shorter
 * without the corner.
 */
export class Wedge {
  private readonly inX: number
  private readonly inY: number
  private readonly outX: number
  private readonly outY: number
  private readonly inLength: number
  private readonly outLength: number
  /** Direction of the bend: 1 for left, -1 for right, and 0 for any direction. */
  private readonly bend: number

  constructor(inX = 0, inY = 0, outX = 0, outY = 0, bend = 0) {
    this.inX = inX
    this.inY = inY
    this.outX = outX
    this.outY = outY
    this.bend = bend
    this.inLength = Math.hypot(inX, inY)
    this.outLength = Math.hypot(outX, outY)
  }

  static at(corner: CornerPoint, fromX: number, fromY: number): Wedge {
    const { x, y } = corner
    const inX = x - fromX
    const inY = y - fromY
    const lastX = corner.previousX - x
    const lastY = corner.previousY - y
    const nextX = corner.nextX - x
    const nextY = corner.nextY - y
    const last = inX * lastY - inY * lastX
    const next = inX * nextY - inY * nextX
    if (last >= -ROUNDING_TOLERANCE && next > ROUNDING_TOLERANCE) return new Wedge(inX, inY, nextX, nextY, 1)
    if (last < -ROUNDING_TOLERANCE && next <= ROUNDING_TOLERANCE) return new Wedge(inX, inY, lastX, lastY, -1)
    return anyDirection
  }

  /** Returns whether a point, relative to the corner, is in the wedge or within `reach` of it. */
  contains(dx: number, dy: number, reach: number): boolean {
    const bend = this.bend
    if (bend === 0) return true
    return (
      (this.inX * dy - this.inY * dx) * bend >= -ROUNDING_TOLERANCE - reach * this.inLength &&
      (dx * this.outY - dy * this.outX) * bend >= -ROUNDING_TOLERANCE - reach * this.outLength
    )
  }
}

export const anyDirection = new Wedge()
