import { compareRoutes, INFINITE_WEIGHT, isAlongSameStreets, type RoadNetwork } from '@fairway/road'
import type { RouteQuery } from '../route/api/request.ts'
import type { LocalAnswer } from '../route/service.ts'
import { measureTrip, type Trip } from '../route/trip.ts'
import type { OldPlan } from './old-plan.ts'
import type { RerouteQuery } from './request.ts'
import type { Rerouted } from './rerouted.ts'
import type { WayAhead } from './way-ahead.ts'

/** Beyond this distance, a path starts or ends at a different position. */
const SAME_PLACE_METERS = 1

/** Chooses the better of two paths. At least one of them is drivable. */
export function choosePlan(
  best: LocalAnswer | undefined,
  old: OldPlan | undefined,
  route: RouteQuery,
  query: RerouteQuery,
  ahead: WayAhead,
): Pick<Rerouted, 'answer' | 'trip' | 'reason' | 'isKept' | 'isUnchanged'> {
  const { minGainSeconds } = query
  const trip = best && measure(best, route)
  // Paths computed with different metrics, such as one that avoids an upcoming closure, can be compared only by
  // duration.
  const isComparable = best?.drive === old?.answer?.drive
  const weight = isComparable ? (best?.plan.weight ?? INFINITE_WEIGHT) : 0
  const cost = { weight: best ? weight : INFINITE_WEIGHT, durationSeconds: (trip?.durationCs ?? 0) / 100 }
  const { take, kind, reason } = compareRoutes(old?.cost, cost, {
    destinationChanged: old?.destinationChanged ?? false,
    stopsChanged: old?.stopsChanged ?? false,
    offRoute: ahead.isOff,
    samePath: best !== undefined && old?.answer !== undefined && isNoOtherWay(best, old.answer, query, ahead),
    ...(minGainSeconds === undefined ? {} : { minGainSeconds }),
  })
  if (old?.answer && old.trip && (take === 'previous' || !best)) {
    return { answer: old.answer, trip: old.trip, reason, isKept: true, isUnchanged: kind === 'keep' }
  }
  if (!best) throw new Error('neither route can be driven')
  return { answer: best, trip, reason, isKept: false, isUnchanged: false }
}

function isNoOtherWay(best: LocalAnswer, old: LocalAnswer, query: RerouteQuery, ahead: WayAhead): boolean {
  const { network } = best.region.map
  return isAlongSameStreets(network, best.plan.legs, old.plan.legs) || !hasSameEnds(network, best, query, ahead)
}

/**
 * A vehicle may be on a poorly connected road, and the planner may snap it to a better one nearby or reverse its
 * direction. The same applies to the end of the line. This costs nothing in the model and would always look like a
 * gain.
 */
function hasSameEnds(
  { arcs: { edgeSide } }: RoadNetwork,
  { plan: { legs } }: LocalAnswer,
  { position, heading, to }: RerouteQuery,
  { path, at, isOff }: WayAhead,
): boolean {
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) return false
  if (!to && last.end.distanceMeters > SAME_PLACE_METERS) return false
  if (isOff) return true
  if (first.start.distanceMeters > SAME_PLACE_METERS) return false
  const [driven, along] = [edgeSide[first.arcs[0] ?? 0] ?? 0, edgeSide[path.arcs[at.index] ?? 0] ?? 0]
  // Either direction is fine before the trip starts or when the caller gives a heading.
  return !position || heading >= 0 || driven !== (along ^ 1)
}

export function measure({ region, drive, plan }: LocalAnswer, { time, steps }: RouteQuery): Trip {
  return measureTrip(region, drive, time, plan.legs, steps)
}
