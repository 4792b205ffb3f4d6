export const MAX_POINTS = 10_000
/** Maximum number of one-degree tiles. Reading more tiles would take seconds. */
export const MAX_TILES = 100
