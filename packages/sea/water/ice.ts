/** Drift ice all year round lies about beyond these parallels. */
const SOUTH = -56
const NORTH = 80

/** How far beyond the edge of the ice a latitude is, in degrees. */
export function degreesIntoIce(latitude: number): number {
  return Math.max(0, SOUTH - latitude, latitude - NORTH)
}
