import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import type { SolutionVisit } from '../../road/optimize/solution.ts'
import type { Asset, StoredAssetRoute } from '../assets/asset.ts'
import { type PlanRoute, type RouteReply, toStoredAssetRoute } from '../assets/attach.ts'
import { parseRouteRequest } from '../assets/route-request.ts'
import { isWalkingAsset, toWalkingRoute } from '../live/walking-robots.ts'
import type { DispatchedTour, TourVisit } from './dispatched-tour.ts'
import { locateVisits, totalDrivingSeconds } from './locate-visits.ts'
import { planThroughStops } from './plan-through-stops.ts'
import { splitVisits } from './tour-progress.ts'

type Position = readonly [number, number]

export interface TourRequest {
  readonly asset: Asset
  /** Start of the tour. If undefined, the tour starts at the asset's position or at the first stop. */
  readonly from: Position | undefined
  readonly visits: readonly SolutionVisit[]
  readonly end: Position | undefined
  readonly options: Readonly<Record<string, unknown>> | undefined
  /** Departure time in milliseconds. If undefined, the tour starts now. */
  readonly departMs: number | undefined
}

export type TourOutcome =
  | {
      readonly kind: 'planned'
      readonly route: RouteReply
      readonly storedRoute: StoredAssetRoute
      readonly visits: readonly TourVisit[]
    }
  | { readonly kind: 'no-position'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** Plans the route of a tour through all visits to its end. */
export async function planTour(
  planRoute: PlanRoute,
  caller: AccountCaller,
  { asset, from, visits, end, options, departMs }: TourRequest,
  nowMs: number,
): Promise<TourOutcome> {
  const { state } = asset
  const start = from ?? (state ? ([state.fix.latitude, state.fix.longitude] as const) : undefined)
  const points = [...(start ? [start] : []), ...visits.map(({ at }) => at), ...(end ? [end] : [])]
  if (points.length < 2) return { kind: 'no-position', name: asset.name }
  const toRequest = (viaPositions: readonly Position[]) => {
    const request = parseRouteRequest(asset, {
      ...options,
      from: viaPositions[0],
      via: viaPositions.slice(1, -1),
      to: viaPositions.at(-1),
      alternatives: 0,
      ...(departMs !== undefined && departMs > nowMs && { depart_at: new Date(departMs).toISOString() }),
    } as Parameters<typeof parseRouteRequest>[1])
    if (!request.ok) throw new Error(`a tour is not a valid route: ${request.failure.kind}`)
    return request.value
  }
  const { body } = toRequest(points)
  const planThrough = (viaPositions: readonly Position[]) => {
    const request = toRequest(viaPositions)
    return planRoute(caller, request.mode, request.body)
  }
  const reply = await planThroughStops(planThrough, points)
  if (!reply.ok) return { kind: 'problem', problem: reply.problem }
  const plannedReply = reply.body as RouteReply
  const route = isWalkingAsset(asset.kind, plannedReply.mode) ? toWalkingRoute(plannedReply, false) : plannedReply
  const storedRoute = toStoredAssetRoute(asset.kind, body, route, 'points', nowMs)
  const locatedVisits = locateVisits({ reply: route, storedRoute, firstLeg: start ? 0 : -1 }, visits)
  return { kind: 'planned', route, storedRoute, visits: locatedVisits }
}

export function withTour(storedRoute: StoredAssetRoute, tour: Omit<DispatchedTour, 'totalS'>): StoredAssetRoute {
  return { ...storedRoute, tour: { ...tour, totalS: totalDrivingSeconds(storedRoute) } }
}

/** Plans the route from the asset's position through the remaining stops. Completed stops stay in the list. */
export async function replanTour(
  planRoute: PlanRoute,
  caller: AccountCaller,
  asset: Asset,
  tour: DispatchedTour,
  nowMs: number,
): Promise<TourOutcome> {
  const { finished, remaining } = splitVisits(asset, tour, nowMs)
  const request = {
    asset,
    from: undefined,
    visits: remaining,
    end: tour.end,
    options: asset.plan?.route.wishes,
    departMs: undefined,
  }
  const outcome = await planTour(planRoute, caller, request, nowMs)
  if (outcome.kind !== 'planned') return outcome
  const visits = [...finished, ...outcome.visits]
  return { ...outcome, storedRoute: withTour(outcome.storedRoute, { ...tour, visits }) }
}
