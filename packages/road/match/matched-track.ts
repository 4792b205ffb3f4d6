/** The result of matching a track, as plain data. Arcs are always originals, never copies. */
export interface MatchedTrack {
  readonly pieces: readonly MatchedPiece[]
  readonly points: MatchedPoints
  readonly counts: MatchCounts
}

/**
 * A section of the track without a gap. Very long sections are split, and each piece begins at the last fix of the
 * previous piece.
 */
export interface MatchedPiece {
  readonly stretches: Stretches
  readonly fixes: Fixes
  readonly lengthMeters: number
  /** Mean confidence of the fixes, from 0 to 1. */
  readonly confidence: number
}

/** The driven arcs in order, with the driven fraction of each arc. */
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
  /** Fraction of the arc's length. A fix is never behind the previous fix on the same stretch. */
  readonly fraction: Float64Array
  readonly confidence: Float32Array
}

/** The result for every position of the track, by index. */
export interface MatchedPoints {
  /** Index of the piece, or -1 if the position was skipped. */
  readonly piece: Int32Array
  /** Matched arc, or NO_ID if the position was skipped. */
  readonly arc: Uint32Array
  /** Fraction of the arc's length, measured in its direction. */
  readonly fraction: Float64Array
  /** Distance to the matched point in meters, or NaN if the position was skipped. */
  readonly distanceMeters: Float32Array
  /** 1 for a position that was skipped because it contradicts the other positions. */
  readonly outlier: Uint8Array
}

export interface MatchCounts {
  /** Number of positions without a valid coordinate or time. */
  readonly invalidCount: number
  /** Number of positions that are earlier in time than a preceding position. Such positions are reordered. */
  readonly unorderedCount: number
  /** Number of positions at which the vehicle had not moved. */
  readonly standingCount: number
  /** Number of positions without a road nearby. */
  readonly offRoadCount: number
  /** Number of positions that were skipped because no path connects them to the other positions. */
  readonly outlierCount: number
}
