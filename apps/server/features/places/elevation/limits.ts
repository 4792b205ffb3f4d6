export const MAX_POINTS = 10_000
/** Tiles of one degree. Reading more of them would take seconds. */
export const MAX_TILES = 100
