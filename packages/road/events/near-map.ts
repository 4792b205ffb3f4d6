import type { Grid } from '../snap/snap-index.ts'
import type { Point } from './event-place.ts'

/**
 * Whether the box around a line touches the box of the map or the cells around it: a line may run beside the last road. Feeds are of whole countries, maps often of a town: most
 * events end here. Wherever a line may cross the date line it is taken to be near.
 */
export function isNearMap(
  { south, west, cellLatitude, cellLongitude, rows, columns, wraps }: Grid,
  line: readonly Point[],
) {
  let [low, high, left, right] = [90e6, -90e6, 180e6, -180e6]
  for (const [latitude, longitude] of line) {
    low = Math.min(low, latitude * 1e6)
    high = Math.max(high, latitude * 1e6)
    left = Math.min(left, longitude * 1e6)
    right = Math.max(right, longitude * 1e6)
  }
  if (low > south + (rows + 1) * cellLatitude || high < south - cellLatitude) return false
  if (wraps === 1 || right - left > 180e6) return line.length > 0
  const east = west + (columns + 1) * cellLongitude
  // Beyond the date line the map's box goes on at the other end.
  return [-360e6, 0, 360e6].some((turn) => left + turn <= east && right + turn >= west - cellLongitude)
}
