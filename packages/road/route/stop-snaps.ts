import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { findStopSnaps } from '../snap/carriageways.ts'
import { type Approach, keepApproach } from '../snap/side-of-street.ts'
import type { Snap, Snapper, SnapRules } from '../snap/snapper.ts'

export interface Stop {
  readonly latitude: number
  readonly longitude: number
  /** Heading of the vehicle in degrees, or -1. */
  readonly heading: number
  /**
   * Required direction of travel. Unlike the heading, which is ignored if no road fits, a bearing excludes all other
   * directions.
   */
  readonly bearing?: Bearing | undefined
  /** Required approach. With `curb`, the vehicle stops on the side of the street where the point is. */
  readonly approach?: Approach | undefined
}

export interface Bearing {
  /** Direction in degrees clockwise from north. */
  readonly degrees: number
  /** Maximum difference to either side in degrees. */
  readonly toleranceDegrees: number
}

export interface NotSnapped {
  readonly kind: 'not-snapped'
  readonly stop: number
}

const ANY_COMPONENT = -1

/**
 * Snaps all stops to roads that are connected. The nearest roads are used if they belong to the same component.
 * Otherwise, for example near a closed yard or in an isolated area of the map, all stops are moved to the main network.
 * `onRestricted` receives the nearest roads if some of them were skipped because they lead only out of a clipped map or
 * only into it.
 */
export function snapStops(
  network: RoadNetwork,
  snapper: Snapper,
  arcWeight: Int32Array,
  stops: readonly Stop[],
  radiusMeters: number,
  onRestricted?: (nearest: Snap[][]) => void,
): Snap[][] | NotSnapped {
  const find = (stop: Stop, part: number, requiredFlags: number): Snap[] =>
    findSnapsOfStop(network, snapper, stop, { radiusMeters, arcWeight, part, requiredFlags, heading: -1 })
  const nearest = stops.map((stop) => find(stop, ANY_COMPONENT, 0))
  const unsnapped = nearest.findIndex((snaps) => snaps.length === 0)
  if (unsnapped >= 0) return { kind: 'not-snapped', stop: unsnapped }

  const component = commonComponent(network, nearest)
  if (component === 0) {
    const snapsOnMain = nearest.map(
      (snaps, index) =>
        keepOnMainNetwork(network, snaps, getRequiredFlags(index, stops.length)) ?? snapInComponent(index, 0),
    )
    if (onRestricted && snapsOnMain.some((snaps, index) => snaps !== nearest[index]))
      onRestricted(nearest.map((snaps) => snaps.filter((snap) => componentOf(network, snap) === 0)))
    return snapsOnMain
  }
  if (component !== undefined)
    return nearest.map((snaps) => snaps.filter((snap) => componentOf(network, snap) === component))
  const snapsOnLargest = stops.map((stop, index) => find(stop, 0, getRequiredFlags(index, stops.length)))
  if (snapsOnLargest.every((snaps) => snaps.length > 0)) return snapsOnLargest
  return nearest

  function snapInComponent(index: number, component: number): Snap[] {
    const snaps = find(stops[index], component, getRequiredFlags(index, stops.length))
    return snaps.length > 0 ? snaps : nearest[index]
  }
}

/** Finds the nearest roads that meet the heading, the bearing and the approach of a stop. */
export function findSnapsOfStop(network: RoadNetwork, snapper: Snapper, stop: Stop, rules: SnapRules): Snap[] {
  const snaps = findInDirection(network, snapper, stop, rules)
  return stop.approach ? keepApproach(network, snaps, stop.approach) : snaps
}

function findInDirection(
  network: RoadNetwork,
  snapper: Snapper,
  { latitude, longitude, heading, bearing }: Stop,
  rules: SnapRules,
): Snap[] {
  if (bearing) {
    const { degrees, toleranceDegrees: headingToleranceDegrees } = bearing
    const strictRules = { ...rules, heading: degrees, headingToleranceDegrees }
    return findStopSnaps(network, snapper, latitude, longitude, strictRules)
  }
  const snapsInHeading = heading >= 0 ? findStopSnaps(network, snapper, latitude, longitude, { ...rules, heading }) : []
  return snapsInHeading.length > 0 ? snapsInHeading : findStopSnaps(network, snapper, latitude, longitude, rules)
}

/**
 * Returns the flags that a stop requires. The first stop must lead to the main network, the last must be reachable from
 * it, and the others must meet both conditions.
 */
function getRequiredFlags(index: number, count: number): number {
  return (index < count - 1 ? ArcFlag.leadsToMain : 0) | (index > 0 ? ArcFlag.reachedFromMain : 0)
}

/** Returns the snaps whose roads meet the requirements, or undefined if none does. */
function keepOnMainNetwork(network: RoadNetwork, snaps: Snap[], requiredFlags: number): Snap[] | undefined {
  // In nearly all cases, no snap changes.
  if (snaps.every((snap) => usableSides(network, snap, requiredFlags) === snap.sides)) return snaps
  const usableSnaps = snaps
    .map((snap) => ({ ...snap, sides: usableSides(network, snap, requiredFlags) }))
    .filter(({ sides }) => sides !== 0)
  return usableSnaps.length > 0 ? usableSnaps : undefined
}

function usableSides({ edges, arcs }: RoadNetwork, { edge, sides }: Snap, requiredFlags: number): number {
  let usable = 0
  for (let direction = 0; direction < 2; direction++) {
    const arc = edges.arc[2 * edge + direction]
    if ((sides & (1 << direction)) !== 0 && arc !== NO_ID && (arcs.flags[arc] & requiredFlags) === requiredFlags)
      usable |= 1 << direction
  }
  return usable
}

/** Returns the component in which every stop has a nearest road. If there are several, the largest is returned. */
function commonComponent(network: RoadNetwork, nearest: readonly (readonly Snap[])[]): number | undefined {
  let common: number | undefined
  for (const snap of nearest[0] ?? []) {
    const component = componentOf(network, snap)
    if (common !== undefined && common <= component) continue
    if (nearest.every((snaps) => snaps.some((otherSnap) => componentOf(network, otherSnap) === component)))
      common = component
  }
  return common
}

function componentOf({ edges, arcs }: RoadNetwork, { edge }: Snap): number {
  const forwardArc = edges.arc[2 * edge]
  return arcs.part[forwardArc === NO_ID ? edges.arc[2 * edge + 1] : forwardArc]
}
