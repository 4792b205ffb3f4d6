/** Positions in one request. */
export const MOST_POSITIONS = 1000
/** Assets in one reply. */
export const MOST_LISTED = 500
