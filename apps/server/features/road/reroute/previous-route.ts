import { flatDistanceMeters } from '@fairway/geo'
import {
  endOfPath,
  INFINITE_WEIGHT,
  type PathPosition,
  type PathRemainder,
  type PlanCost,
  pointOnPath,
  type RemainingLegs,
  type Snap,
  startOfPath,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { NamedStop, RouteQuery } from '../route/api/request.ts'
import type { LocalRoute } from '../route/service.ts'
import { measureTrip, type Trip } from '../route/trip.ts'
import { type Coordinate, locateInOrder, ON_PATH_METERS, type RemainingRoute } from './remaining-route.ts'
import type { RerouteQuery } from './request.ts'

/** Changes in the request that the previous route does not satisfy. */
export interface RouteChanges {
  readonly destinationChanged: boolean
  readonly stopsChanged: boolean
  /** Remaining stops of the previous route, if the route is still valid. */
  readonly stops: readonly PathPosition[]
}

/** Finds the changes in the request. `snaps` contains the snapped positions of all requested stops. */
export function findChanges(
  { map: { network } }: Region,
  remainingRoute: RemainingRoute,
  { stops, to }: RerouteQuery,
  snaps: readonly (readonly Snap[])[],
): RouteChanges {
  const { path, at, knownStops, requestedStops, isShortened } = remainingRoute
  const pathEnd = pointOnPath(network, path, endOfPath(path))
  const destinationChanged =
    to !== undefined && !snaps.at(-1)?.some((snap) => metersBetween(snap, pathEnd) <= ON_PATH_METERS)
  const hasKnownStops = stops === undefined && (knownStops !== undefined || requestedStops.length === 2)
  const stopPositions = hasKnownStops
    ? (knownStops ?? [])
    : locateInOrder(network, path, listCandidates(requestedStops, snaps), at)
  const isStopCountDifferent =
    !stopPositions || (knownStops !== undefined && knownStops.length !== stopPositions.length)
  return { destinationChanged, stopsChanged: isShortened || isStopCountDifferent, stops: stopPositions ?? [] }
}

/** Remainder of the previous route, as one of the two candidates. */
export interface PreviousRoute extends RouteChanges {
  /** Cost of the remainder. Undefined if the previous route is no longer valid. */
  readonly cost: PlanCost | undefined
  /** Remainder as a route. Set only if the remainder is drivable. */
  readonly answer: LocalRoute | undefined
  readonly trip: Trip | undefined
}

export function evaluatePreviousRoute(
  region: Region,
  pathRemainder: PathRemainder,
  snapshot: MetricSnapshot,
  remainingRoute: RemainingRoute,
  { time, steps }: RouteQuery,
  changes: RouteChanges,
  snaps: readonly (readonly Snap[])[],
): PreviousRoute {
  const unusableRoute = { ...changes, answer: undefined, trip: undefined }
  if (changes.destinationChanged || changes.stopsChanged) return { ...unusableRoute, cost: undefined }
  const remainder = findRemainder(pathRemainder, snapshot, remainingRoute, changes.stops, snaps)
  const trip = remainder && measureTrip(region, snapshot, time, remainder.legs, steps)
  // A road that is open now may be closed when the vehicle reaches it.
  const isPassable = remainder && remainder.weight < INFINITE_WEIGHT && (trip?.traffic?.closedBy ?? -1) < 0
  if (!isPassable || !trip) return { ...unusableRoute, cost: { weight: INFINITE_WEIGHT, durationSeconds: 0 } }
  const path = { kind: 'plan', legs: remainder.legs, weight: remainder.weight, alternatives: [] } as const
  const cost = { weight: remainder.weight, durationSeconds: trip.durationCs / 100 }
  return { ...changes, cost, trip, answer: { source: 'local', region, plan: path, snapshot } }
}

/**
 * Returns the remainder of the previous route, starting with a path back if the vehicle has left the route. Returns
 * undefined if no path leads back.
 */
function findRemainder(
  pathRemainder: PathRemainder,
  { metric }: MetricSnapshot,
  { path, at, isOffRoute }: RemainingRoute,
  stops: readonly PathPosition[],
  snaps: readonly (readonly Snap[])[],
): RemainingLegs | undefined {
  if (!isOffRoute) return pathRemainder.from(metric, path, at, stops)
  return pathRemainder.rejoin(metric, path, { done: startOfPath(path), nearest: at }, stops, snaps[0] ?? [])
}

/**
 * Lists the candidate positions of the stops. Raw positions are included, because a stop cannot snap to a road that is
 * closed now.
 */
function listCandidates(requestedStops: readonly NamedStop[], snaps: readonly (readonly Snap[])[]): Coordinate[][] {
  return requestedStops.slice(1, -1).map((stop, index) => {
    const stopSnaps = snaps[index + 1] ?? []
    return [...stopSnaps.map((snap) => ({ latitude: snap.latitude / 1e6, longitude: snap.longitude / 1e6 })), stop]
  })
}

function metersBetween(a: { latitude: number; longitude: number }, b: typeof a): number {
  return flatDistanceMeters(a.latitude / 1e6, a.longitude / 1e6, b.latitude / 1e6, b.longitude / 1e6)
}
