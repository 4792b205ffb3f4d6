import { RoadFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { Snap } from './snapper.ts'

/** Distance, in meters, below which a stop counts as being on the road. */
const MIN_BESIDE_METERS = 3
/** Maximum distance, in meters, at which a stop is visible from the road. */
const MAX_BESIDE_METERS = 100

/**
 * Returns the side of an edge, along its direction, on which a stop lies. Returns undefined if the stop is on the road,
 * straight ahead or far away.
 */
export function findSideOfEdge({
  distanceMeters,
  offsetMeters = 0,
}: Pick<Snap, 'distanceMeters' | 'offsetMeters'>): 'left' | 'right' | undefined {
  if (distanceMeters < MIN_BESIDE_METERS || distanceMeters > MAX_BESIDE_METERS) return undefined
  if (Math.abs(offsetMeters) < 0.5 * distanceMeters) return undefined
  return offsetMeters > 0 ? 'right' : 'left'
}

/** Side of the street on which a stop must be: the driver's side (`curb`) or the other side (`opposite`). */
export type Approach = 'curb' | 'opposite'

/**
 * Restricts snaps to the directions in which the stop is on the required side of the street. In right-hand traffic, the
 * driver's side is the right side. On a divided street, this rule selects one of the carriageways. If no direction is
 * suitable, as on a one-way street with the stop on its other side, all snaps are returned.
 */
export function keepApproach(network: RoadNetwork, snaps: Snap[], approach: Approach): Snap[] {
  const keptSnaps = snaps
    .map((snap) => ({ ...snap, sides: snap.sides & approachSides(network, snap, approach) }))
    .filter(({ sides }) => sides !== 0)
  return keptSnaps.length > 0 ? keptSnaps : snaps
}

const BOTH_SIDES = 3

function approachSides({ edges, roads }: RoadNetwork, snap: Snap, approach: Approach): number {
  const streetSide = findSideOfEdge(snap)
  if (streetSide === undefined) return BOTH_SIDES
  const keepsLeft = (roads.flags[edges.road[snap.edge]] & RoadFlag.leftHandTraffic) !== 0
  return ((streetSide === 'left') === keepsLeft) === (approach === 'curb') ? 1 : 2
}
