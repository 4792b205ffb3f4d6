import type { Point } from '../../../points.ts'
import { distanceMeters, movePoint } from './drive.ts'

/** Far enough apart to be worth watching, close enough for the van to arrive. */
const TOWN_RADIUS_M = 2_600

/** Pairs of endpoints on opposite sides of the town, longest first. One endpoint may be in the sea. */
export function listEndpointsAcrossTown(town: Point): readonly (readonly [Point, Point])[] {
  return [1, 0.5, 0.2].flatMap((share) =>
    [60, 10, 120, 150].map((heading): [Point, Point] => [
      movePoint(town, heading + 180, TOWN_RADIUS_M * share),
      movePoint(town, heading, TOWN_RADIUS_M * share),
    ]),
  )
}

/** Endpoints in the sea snap to the shore. If both do, the route does not cross the town. */
export function crossesTown(distanceKm: number, [from, to]: readonly [Point, Point]): boolean {
  return distanceKm * 1_000 > 0.6 * distanceMeters(from, to)
}
