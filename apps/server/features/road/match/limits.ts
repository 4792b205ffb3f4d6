export const MIN_POINTS = 2
export const MAX_POINTS = 10_000
/** Traces up to this size take milliseconds, and do not wait for longer ones. */
export const MAX_SHORT_POINTS = 500
/** One route is counted per this many points. */
export const POINTS_PER_UNIT = 100
/** Random points take a thousand times longer than those of a trip, and other requests wait for the same threads. */
export const MAX_MATCH_SECONDS = 15
