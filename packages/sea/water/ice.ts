/** Approximate limits of year-round drift ice. */
const SOUTH = -56
const NORTH = 80

/** Degrees of latitude beyond the edge of the ice. */
export function degreesIntoIce(latitude: number): number {
  return Math.max(0, SOUTH - latitude, latitude - NORTH)
}
