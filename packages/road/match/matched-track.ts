/** What became of a track on the map. Plain data; arcs are never copies of others. */
export interface MatchedTrack {
  readonly pieces: readonly MatchedPiece[]
  readonly points: MatchedPoints
  readonly counts: MatchCounts
}

/** A part of the track that was driven without a gap. A very long one is several; each begins at the last fix before. */
export interface MatchedPiece {
  readonly stretches: Stretches
  readonly fixes: Fixes
  readonly lengthMeters: number
  /** How certain it is that the vehicle was where it is said to have been, 0 … 1: the mean of its fixes. */
  readonly confidence: number
}

/** The driven arcs in order, each with the part of it that was driven, as shares of its length. */
export interface Stretches {
  readonly count: number
  readonly arc: Uint32Array
  readonly from: Float64Array
  readonly to: Float64Array
}

/** The positions that decided where the vehicle was, in order of time: those where it stood only once. */
export interface Fixes {
  readonly count: number
  readonly point: Uint32Array
  readonly stretch: Uint32Array
  /** Share of the arc's length. Never behind the fix before on the same stretch. */
  readonly fraction: Float64Array
  readonly confidence: Float32Array
}

/** What became of every position of the track, by its number there. */
export interface MatchedPoints {
  /** Which piece it is part of, or -1 when it was left out. */
  readonly piece: Int32Array
  /** NO_ID when it was left out. */
  readonly arc: Uint32Array
  /** Share of the arc's length, in its direction. */
  readonly fraction: Float64Array
  /** Between the position and that place; NaN when it was left out. */
  readonly distanceMeters: Float32Array
}

export interface MatchCounts {
  /** Without a place on Earth, or without a time. */
  readonly invalid: number
  /** Earlier in time than one before them; they were put where they belong. */
  readonly unordered: number
  /** Where the vehicle stood already. */
  readonly standing: number
  /** No road nearby. */
  readonly offRoad: number
  /** Left out, because no way leads there and on to the next. */
  readonly outliers: number
}
