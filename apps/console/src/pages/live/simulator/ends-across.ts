import type { Point } from '../../../points.ts'
import { metersBetween, moved } from './drive.ts'

/** Far enough to be worth looking at, near enough to arrive. */
const RADIUS_M = 2_600

/** Pairs of ends on both sides of the town, the longest first: one of them may lie in the sea. */
export function endsAcross(town: Point): readonly (readonly [Point, Point])[] {
  return [1, 0.5, 0.2].flatMap((share) =>
    [60, 10, 120, 150].map((heading): [Point, Point] => [
      moved(town, heading + 180, RADIUS_M * share),
      moved(town, heading, RADIUS_M * share),
    ]),
  )
}

/** Ends in the sea are led to the shore: both of them there is no way across town. */
export function isWorthDriving(distanceKm: number, [from, to]: readonly [Point, Point]): boolean {
  return distanceKm * 1_000 > 0.6 * metersBetween(from, to)
}
