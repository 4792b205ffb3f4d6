import { NO_ID } from '../sentinels.ts'
import type { MatchCounts, MatchedPoints } from './matched-track.ts'

const PointState = { unknown: 0, fix: 1, standing: 2, offRoad: 3, outlier: 4 } as const

/** The result for every position while a track is matched. Later results replace earlier ones. */
export class PointTable implements MatchedPoints {
  readonly piece: Int32Array
  readonly arc: Uint32Array
  readonly fraction: Float64Array
  readonly distanceMeters: Float32Array
  readonly outlier: Uint8Array
  private readonly state: Uint8Array
  /** The fix of each position of a stationary vehicle. */
  private readonly standingFix: Uint32Array

  constructor(count: number) {
    this.piece = new Int32Array(count).fill(-1)
    this.arc = new Uint32Array(count).fill(NO_ID)
    this.fraction = new Float64Array(count)
    this.distanceMeters = new Float32Array(count).fill(Number.NaN)
    this.outlier = new Uint8Array(count)
    this.state = new Uint8Array(count)
    this.standingFix = new Uint32Array(count)
  }

  markMatched(point: number, piece: number, arc: number, fraction: number, meters: number): void {
    this.state[point] = PointState.fix
    this.piece[point] = piece
    this.arc[point] = arc
    this.fraction[point] = fraction
    this.distanceMeters[point] = meters
  }

  markStanding(point: number, fix: number): void {
    this.state[point] = PointState.standing
    this.standingFix[point] = fix
  }
  markOffRoad(point: number): void {
    this.state[point] = PointState.offRoad
  }
  markOutlier(point: number): void {
    this.state[point] = PointState.outlier
  }

  /**
   * Copies the match of each fix to the stationary positions that it represents, flags the outliers, and returns the
   * counts.
   */
  counts(invalidCount: number, unorderedCount: number): MatchCounts {
    const countByState = [0, 0, 0, 0, 0]
    for (let point = 0; point < this.state.length; point++) {
      countByState[this.state[point]]++
      if (this.state[point] === PointState.outlier) this.outlier[point] = 1
      if (this.state[point] !== PointState.standing) continue
      const fix = this.standingFix[point]
      this.piece[point] = this.piece[fix]
      this.arc[point] = this.arc[fix]
      this.fraction[point] = this.fraction[fix]
      this.distanceMeters[point] = this.distanceMeters[fix]
    }
    return {
      invalidCount,
      unorderedCount,
      standingCount: countByState[PointState.standing],
      offRoadCount: countByState[PointState.offRoad],
      outlierCount: countByState[PointState.outlier],
    }
  }
}
