/** The result of matching a track, as plain data. Arcs are always originals, never copies. */
export interface MatchedTrack {
  readonly pieces: readonly MatchedPiece[]
  readonly points: MatchedPoints
  readonly counts: MatchCounts
}

/**
 * A section of the track without a gap. Very long sections are split; each piece begins at the last fix of the previous
 * one.
 */
export interface MatchedPiece {
  readonly stretches: Stretches
  readonly fixes: Fixes
  readonly lengthMeters: number
  /** Confidence in the match, 0 … 1: the mean over its fixes. */
  readonly confidence: number
}

/** The driven arcs in order, each with the driven fraction of its length. */
export interface Stretches {
  readonly count: number
  readonly arc: Uint32Array
  readonly from: Float64Array
  readonly to: Float64Array
}

/**
 * The positions that determined the match, in time order. Repeated positions of a stationary vehicle are counted once.
 */
interface Fixes {
  readonly count: number
  readonly point: Uint32Array
  readonly stretch: Uint32Array
  /** Fraction of the arc's length. It is never behind the previous fix on the same stretch. */
  readonly fraction: Float64Array
  readonly confidence: Float32Array
}

/** The result for every position of the track, by its index. */
export interface MatchedPoints {
  /** Index of its piece, or -1 when it was skipped. */
  readonly piece: Int32Array
  /** NO_ID when it was skipped. */
  readonly arc: Uint32Array
  /** Fraction of the arc's length, measured in its direction. */
  readonly fraction: Float64Array
  /** Distance to the matched point; NaN when it was skipped. */
  readonly distanceMeters: Float32Array
  /** 1 for a position that was skipped because it contradicts the other positions. */
  readonly outlier: Uint8Array
}

export interface MatchCounts {
  /** Without a valid coordinate or time. */
  readonly invalid: number
  /** Earlier in time than a preceding position, and therefore reordered. */
  readonly unordered: number
  /** The vehicle had not moved. */
  readonly standing: number
  /** No road nearby. */
  readonly offRoad: number
  /** Skipped because no path leads to the position and from there to the next one. */
  readonly outliers: number
}
