import { compareRoutes, INFINITE_WEIGHT, isAlongSameStreets, type RoadNetwork } from '@fairway/road'
import type { RouteQuery } from '../route/api/request.ts'
import type { LocalRoute } from '../route/service.ts'
import { measureTrip, type Trip } from '../route/trip.ts'
import type { PreviousRoute } from './previous-route.ts'
import type { RemainingRoute } from './remaining-route.ts'
import type { RerouteQuery } from './request.ts'
import type { RerouteResult } from './rerouted.ts'

/** Maximum distance between two positions that count as the same start or end, in meters. */
const SAME_POSITION_METERS = 1

/** Chooses the better of two paths, of which at least one is drivable. */
export function chooseRoute(
  bestRoute: LocalRoute | undefined,
  oldRoute: PreviousRoute | undefined,
  routeQuery: RouteQuery,
  query: RerouteQuery,
  remainingRoute: RemainingRoute,
): Pick<RerouteResult, 'answer' | 'trip' | 'reason' | 'isKept' | 'isUnchanged'> {
  const { minGainSeconds } = query
  const trip = bestRoute && measureAnswer(bestRoute, routeQuery)
  // Paths with different metrics, such as one that avoids an upcoming closure, can be compared only by duration.
  const isComparable = bestRoute?.snapshot === oldRoute?.answer?.snapshot
  const bestWeight = isComparable ? (bestRoute?.plan.weight ?? INFINITE_WEIGHT) : 0
  const cost = { weight: bestRoute ? bestWeight : INFINITE_WEIGHT, durationSeconds: (trip?.durationCs ?? 0) / 100 }
  const { take, kind, reason } = compareRoutes(oldRoute?.cost, cost, {
    destinationChanged: oldRoute?.destinationChanged ?? false,
    stopsChanged: oldRoute?.stopsChanged ?? false,
    offRoute: remainingRoute.isOffRoute,
    samePath:
      bestRoute !== undefined &&
      oldRoute?.answer !== undefined &&
      isSamePath(bestRoute, oldRoute.answer, query, remainingRoute),
    ...(minGainSeconds === undefined ? {} : { minGainSeconds }),
  })
  if (oldRoute?.answer && oldRoute.trip && (take === 'previous' || !bestRoute)) {
    return { answer: oldRoute.answer, trip: oldRoute.trip, reason, isKept: true, isUnchanged: kind === 'keep' }
  }
  if (!bestRoute) throw new Error('neither route can be driven')
  return { answer: bestRoute, trip, reason, isKept: false, isUnchanged: false }
}

function isSamePath(
  bestRoute: LocalRoute,
  oldRoute: LocalRoute,
  query: RerouteQuery,
  remainingRoute: RemainingRoute,
): boolean {
  const { network } = bestRoute.region.map
  return (
    isAlongSameStreets(network, bestRoute.plan.legs, oldRoute.plan.legs) ||
    !hasSameEndpoints(network, bestRoute, query, remainingRoute)
  )
}

/**
 * Returns whether both paths start and end at the same positions. The planner may snap a vehicle to a better connected
 * road or reverse its direction. The metric adds no cost for such a change, so the new path would always seem better.
 */
function hasSameEndpoints(
  { arcs: { edgeSide } }: RoadNetwork,
  { plan: { legs } }: LocalRoute,
  { position, heading, to }: RerouteQuery,
  { path, at, isOffRoute }: RemainingRoute,
): boolean {
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) return false
  if (!to && last.end.distanceMeters > SAME_POSITION_METERS) return false
  if (isOffRoute) return true
  if (first.start.distanceMeters > SAME_POSITION_METERS) return false
  const [drivenSide, pathSide] = [edgeSide[first.arcs[0] ?? 0] ?? 0, edgeSide[path.arcs[at.index] ?? 0] ?? 0]
  // Both directions are acceptable before the trip starts or when the caller specifies a heading.
  return !position || heading >= 0 || drivenSide !== (pathSide ^ 1)
}

export function measureAnswer({ region, snapshot, plan }: LocalRoute, { time, steps }: RouteQuery): Trip {
  return measureTrip(region, snapshot, time, plan.legs, steps)
}
