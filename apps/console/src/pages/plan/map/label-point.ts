import { longitudeDifference, rulerAt } from '@fairway/geo'
import type { Point } from '../../../points.ts'

/**
 * Maximum number of samples per route. This is enough to find where routes diverge, and the cost does not grow with the
 * route length.
 */
const MAX_SAMPLES = 60
/** Fraction of the route at each end without a label, because a label there would cover the pins. */
const END_SHARE = 0.15

/**
 * Returns the point of a route that is farthest from all other routes. At this point, the label clearly belongs to its
 * route.
 */
export function findLabelPoint(route: readonly Point[], otherLines: readonly (readonly Point[])[]): Point | undefined {
  const candidates = pickSamples(
    route.slice(Math.floor(route.length * END_SHARE), Math.ceil(route.length * (1 - END_SHARE))),
  )
  const otherSamples = otherLines.flatMap(pickSamples)
  let [bestPoint, bestSquare] = [candidates[Math.floor(candidates.length / 2)], -1]
  if (otherSamples.length === 0) return bestPoint
  for (const candidate of candidates) {
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt(candidate[0])
    let nearest = Number.POSITIVE_INFINITY
    for (const [latitude, longitude] of otherSamples) {
      const north = (latitude - candidate[0]) * perLatitudeDegree
      const east = longitudeDifference(candidate[1], longitude) * perLongitudeDegree
      nearest = Math.min(nearest, north * north + east * east)
    }
    if (nearest > bestSquare) [bestPoint, bestSquare] = [candidate, nearest]
  }
  return bestPoint
}

function pickSamples(points: readonly Point[]): readonly Point[] {
  const step = Math.max(1, points.length / MAX_SAMPLES)
  const samples: Point[] = []
  for (let index = 0; index < points.length; index += step) samples.push(points[Math.floor(index)] as Point)
  return samples
}
