import type { Point } from '../../../points.ts'
import { distanceMeters, movePoint } from './drive.ts'

/**
 * Distance of the endpoints from the town center, in meters. The route is long enough to watch and short enough for the
 * van to arrive.
 */
const TOWN_RADIUS_M = 2_600

/**
 * Lists pairs of endpoints on opposite sides of the town, longest first. Several pairs are needed because an endpoint
 * may be in the sea.
 */
export function listEndpointsAcrossTown(town: Point): readonly (readonly [Point, Point])[] {
  return [1, 0.5, 0.2].flatMap((fraction) =>
    [60, 10, 120, 150].map((heading): [Point, Point] => [
      movePoint(town, heading + 180, TOWN_RADIUS_M * fraction),
      movePoint(town, heading, TOWN_RADIUS_M * fraction),
    ]),
  )
}

/**
 * Returns whether a route is long enough to cross the town. Endpoints in the sea snap to the shore, and then the route
 * may be too short.
 */
export function crossesTown(distanceKm: number, [from, to]: readonly [Point, Point]): boolean {
  return distanceKm * 1_000 > 0.6 * distanceMeters(from, to)
}
