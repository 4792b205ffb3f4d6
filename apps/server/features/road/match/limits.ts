export const MIN_POINTS = 2
export const MAX_POINTS = 10_000
/** Maximum size of a short trace. Short traces take milliseconds and do not queue behind longer traces. */
export const MAX_SHORT_POINTS = 500
/** Number of points that count as one quota unit. */
export const POINTS_PER_UNIT = 100
/**
 * Time limit for one match, in seconds. Random points take a thousand times longer than a real trip and would block the
 * compute threads.
 */
export const MAX_MATCH_SECONDS = 15
