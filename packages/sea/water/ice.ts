/** Approximate limits of year-round drift ice. */
const SOUTHERN_ICE_LATITUDE = -56
const NORTHERN_ICE_LATITUDE = 80

/** Returns the degrees of latitude beyond the edge of the ice. */
export function degreesIntoIce(latitude: number): number {
  return Math.max(0, SOUTHERN_ICE_LATITUDE - latitude, latitude - NORTHERN_ICE_LATITUDE)
}
