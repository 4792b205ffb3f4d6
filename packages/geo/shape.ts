import { RADIANS_PER_DEGREE } from './earth.ts'
import { wrapMicrodegrees } from './longitude.ts'
import { rulerAt } from './ruler.ts'

/**
 * Returns the bearing in degrees from a point of a shape to the position `meters` farther along the shape. `step` is 1
 * or -1. The bearing is measured over several meters instead of along the first segment, so that small kinks have no
 * effect. Coordinates are in microdegrees.
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
  const latitudeUnitMeters = ruler.perLatitudeDegree * 1e-6
  const longitudeUnitMeters = ruler.perLongitudeDegree * 1e-6
  let x = 0
  let y = 0
  let remainingMeters = meters
  for (let i = start; i !== end; i += step) {
    const dx = wrapMicrodegrees(longitude[i + step] - longitude[i]) * longitudeUnitMeters
    const dy = (latitude[i + step] - latitude[i]) * latitudeUnitMeters
    const length = Math.sqrt(dx * dx + dy * dy)
    if (length >= remainingMeters) {
      x += (dx * remainingMeters) / length
      y += (dy * remainingMeters) / length
      break
    }
    x += dx
    y += dy
    remainingMeters -= length
  }
  const degrees = Math.atan2(x, y) / RADIANS_PER_DEGREE
  return degrees < 0 ? degrees + 360 : degrees
}
