import type { Grid } from '../snap/snap-index.ts'
import type { Point } from './event-place.ts'

/**
 * Returns true if the bounding box of a line touches the map or the cells around it. The surrounding cells are included
 * because a line may run next to the outermost road. Feeds cover whole countries while maps often cover one town, so
 * this test rejects most events. A line that may cross the antimeridian is treated as near.
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
  // The bounding box of the map continues on the other side of the antimeridian.
  return [-360e6, 0, 360e6].some((turn) => left + turn <= east && right + turn >= west - cellLongitude)
}
