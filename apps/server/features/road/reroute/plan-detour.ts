import { compareRoutes, type Detours, type PlanCost } from '@fairway/road'
import type { RouteQuery } from '../route/api/request.ts'
import type { LocalAnswer } from '../route/service.ts'
import { isOpen } from '../route/timed-plans.ts'
import type { Trip } from '../route/trip.ts'
import { measure } from './choose-plan.ts'
import type { Changes } from './old-plan.ts'
import type { RerouteQuery } from './request.ts'
import type { WayAhead } from './way-ahead.ts'

/** A path around a closure on the previous route and back to it. */
export interface Detour {
  readonly answer: LocalAnswer
  readonly trip: Trip
}

/**
 * If the previous route is blocked, prefer to stay on it as far as possible, by the same rule that keeps a slightly
 * worse route. Returns the narrowest detour that is not worth abandoning for the best path; undefined if there is none.
 */
export function planDetour(
  detours: Detours,
  best: LocalAnswer,
  { path, at, isOff }: WayAhead,
  { destinationChanged, stopsChanged, stops }: Changes,
  route: RouteQuery,
  { minGainSeconds }: RerouteQuery,
): Detour | undefined {
  if (isOff || destinationChanged || stopsChanged) return undefined
  const { drive, region } = best
  const bestCost = costOf(best, measure(best, route))
  for (const { legs, weight } of detours.around(drive.metric, path, at, stops)) {
    const plan = { kind: 'plan', legs, weight, alternatives: [] } as const
    const answer: LocalAnswer = { source: 'local', region, plan, drive }
    const trip = measure(answer, route)
    if (!isOpen(trip)) continue
    const wanted = minGainSeconds === undefined ? {} : { minGainSeconds }
    if (compareRoutes(costOf(answer, trip), bestCost, wanted).take === 'previous') return { answer, trip }
  }
  return undefined
}

function costOf({ plan }: LocalAnswer, { durationCs }: Trip): PlanCost {
  return { weight: plan.weight, durationSeconds: durationCs / 100 }
}
