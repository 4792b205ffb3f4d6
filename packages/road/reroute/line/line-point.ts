import { wrapMicrodegrees } from '@fairway/geo'
import type { RoadNetwork } from '../../network/network.ts'

/** Maximum deviation of a line's points from their original positions, in microdegrees. */
export interface Tolerance {
  /** Deviation of shape points per axis. */
  readonly point: number
  /** Deviation of stops across the road. Stops were already rounded once. */
  readonly stop: number
}
export const exactTolerance: Tolerance = { point: 0, stop: 0.75 }
/** Tolerance for polylines with a precision of 5 decimals. */
export const coarseTolerance: Tolerance = { point: 5, stop: 7.8 }

/** One point of a line in microdegrees, which is compared with the shapes of roads. */
export class LinePoint {
  tolerance = exactTolerance
  latitude = 0
  longitude = 0
  /** Position on the segment that was checked last. */
  segmentFraction = 0
  private readonly shapeLatitude: Int32Array
  private readonly shapeLongitude: Int32Array

  constructor({ edges }: RoadNetwork) {
    this.shapeLatitude = edges.shapeLatitude
    this.shapeLongitude = edges.shapeLongitude
  }

  isAt(shapePoint: number): boolean {
    const { point } = this.tolerance
    const latitudeDifference = this.shapeLatitude[shapePoint] - this.latitude
    if (latitudeDifference > point || latitudeDifference < -point) return false
    return Math.abs(wrapMicrodegrees(this.shapeLongitude[shapePoint] - this.longitude)) <= point
  }

  distanceToPoint(shapePoint: number): number {
    if (this.tolerance.point === 0) return 0
    const x = wrapMicrodegrees(this.shapeLongitude[shapePoint] - this.longitude)
    return Math.abs(this.shapeLatitude[shapePoint] - this.latitude) + Math.abs(x)
  }

  /**
   * Returns the distance from a segment and stores the position in `segmentFraction`. Returns -1 if the point is not on
   * the segment or lies before the fraction `minShare` of the segment.
   */
  distanceToSegment(from: number, to: number, minShare: number): number {
    const { shapeLatitude, shapeLongitude } = this
    const dy = shapeLatitude[to] - shapeLatitude[from]
    const dx = wrapMicrodegrees(shapeLongitude[to] - shapeLongitude[from])
    const y = this.latitude - shapeLatitude[from]
    const x = wrapMicrodegrees(this.longitude - shapeLongitude[from])
    const squaredLength = dx * dx + dy * dy
    if (squaredLength === 0) return -1
    const { stop } = this.tolerance
    const crossProduct = x * dy - y * dx
    if (crossProduct * crossProduct > stop * stop * squaredLength) return -1
    const share = (x * dx + y * dy) / squaredLength
    const fractionTolerance = stop / Math.sqrt(squaredLength)
    if (share < minShare - fractionTolerance || share > 1 + fractionTolerance) return -1
    this.segmentFraction = Math.min(1, Math.max(minShare, share))
    const offsetX = x - this.segmentFraction * dx
    const offsetY = y - this.segmentFraction * dy
    const deviation = Math.sqrt(offsetX * offsetX + offsetY * offsetY)
    return deviation <= stop ? deviation : -1
  }
}
