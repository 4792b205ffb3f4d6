import { compareRoutes, type Detours, type PlanCost } from '@fairway/road'
import type { RouteQuery } from '../route/api/request.ts'
import type { LocalRoute } from '../route/service.ts'
import { isOpen } from '../route/timed-routes.ts'
import type { Trip } from '../route/trip.ts'
import { measureAnswer } from './choose-route.ts'
import type { RouteChanges } from './previous-route.ts'
import type { RemainingRoute } from './remaining-route.ts'
import type { RerouteQuery } from './request.ts'

/** Path that leaves the previous route before a closure and returns to it. */
export interface Detour {
  readonly answer: LocalRoute
  readonly trip: Trip
}

/**
 * Returns the narrowest detour that is preferable to the best path, or undefined if there is none. The comparison uses
 * the rule by which a slightly worse route is kept, so that a blocked route changes as little as possible.
 */
export function planDetour(
  detours: Detours,
  bestRoute: LocalRoute,
  { path, at, isOffRoute }: RemainingRoute,
  { destinationChanged, stopsChanged, stops }: RouteChanges,
  routeQuery: RouteQuery,
  { minGainSeconds }: RerouteQuery,
): Detour | undefined {
  if (isOffRoute || destinationChanged || stopsChanged) return undefined
  const { snapshot, region } = bestRoute
  const bestCost = toPlanCost(bestRoute, measureAnswer(bestRoute, routeQuery))
  for (const { legs, weight } of detours.findDetours(snapshot.metric, path, at, stops)) {
    const detourPath = { kind: 'plan', legs, weight, alternatives: [] } as const
    const detourRoute: LocalRoute = { source: 'local', region, plan: detourPath, snapshot }
    const trip = measureAnswer(detourRoute, routeQuery)
    if (!isOpen(trip)) continue
    const gainOptions = minGainSeconds === undefined ? {} : { minGainSeconds }
    if (compareRoutes(toPlanCost(detourRoute, trip), bestCost, gainOptions).take === 'previous')
      return { answer: detourRoute, trip }
  }
  return undefined
}

function toPlanCost({ plan }: LocalRoute, { durationCs }: Trip): PlanCost {
  return { weight: plan.weight, durationSeconds: durationCs / 100 }
}
