import { rulerAt } from './ruler.ts'

const RADIANS = Math.PI / 180

/**
 * The bearing in degrees from one point of a shape towards the place `meters` farther along it (`step` 1 or -1). Looking
 * some metres ahead instead of at the first segment keeps small kinks of the drawing out of it. Micro-degrees.
 */
export function bearingAlong(
  latitude: Int32Array,
  longitude: Int32Array,
  start: number,
  end: number,
  step: 1 | -1,
  meters: number,
): number {
  const ruler = rulerAt(latitude[start] * 1e-6)
  const perLatitude = ruler.perLatitudeDegree * 1e-6
  const perLongitude = ruler.perLongitudeDegree * 1e-6
  let x = 0
  let y = 0
  let left = meters
  for (let i = start; i !== end; i += step) {
    const dx = around(longitude[i + step] - longitude[i]) * perLongitude
    const dy = (latitude[i + step] - latitude[i]) * perLatitude
    const length = Math.sqrt(dx * dx + dy * dy)
    if (length >= left) {
      x += (dx * left) / length
      y += (dy * left) / length
      break
    }
    x += dx
    y += dy
    left -= length
  }
  const degrees = Math.atan2(x, y) / RADIANS
  return degrees < 0 ? degrees + 360 : degrees
}

/** A difference of longitudes in micro-degrees, the shorter way around the globe. */
function around(difference: number): number {
  if (difference > 180e6) return difference - 360e6
  return difference < -180e6 ? difference + 360e6 : difference
}
