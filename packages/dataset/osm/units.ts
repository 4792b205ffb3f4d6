/**
 * Converts degrees to integers in units of 10^-7 degrees. Returns undefined if the value is not a valid latitude (limit
 * 90) or longitude (limit 180).
 */
export function toFixedDegrees(degrees: number, limit: 90 | 180): number | undefined {
  return Math.abs(degrees) <= limit ? Math.round(degrees * 1e7) : undefined
}
