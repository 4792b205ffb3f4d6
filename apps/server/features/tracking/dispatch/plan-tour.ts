import type { CallReply } from '../../../platform/http/calls.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import type { SolutionVisit } from '../../road/optimize/solution.ts'
import type { Asset, StoredAssetRoute } from '../assets/asset.ts'
import { type PlanRoute, type RouteReply, toStoredAssetRoute } from '../assets/attach.ts'
import { parseRouteRequest } from '../assets/route-request.ts'
import { isWalkingAsset, toWalkingRoute } from '../live/walking-robots.ts'
import type { DispatchedTour, TourVisit } from './dispatched-tour.ts'
import { locateVisits, relocateVisits, totalDrivingSeconds } from './locate-visits.ts'
import { splitVisits } from './tour-progress.ts'

type Position = readonly [number, number]

export interface TourRequest {
  readonly asset: Asset
  /** Undefined: the position of the asset, or the first stop. */
  readonly from: Position | undefined
  readonly visits: readonly SolutionVisit[]
  readonly end: Position | undefined
  readonly options: Readonly<Record<string, unknown>>
  /** Undefined: now. */
  readonly departMs: number | undefined
}

export type TourOutcome =
  | { readonly kind: 'planned'; readonly stored: StoredAssetRoute; readonly visits: readonly TourVisit[] }
  | { readonly kind: 'no-position'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** Plans the route of a tour: through all visits, to its end. */
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
  const request = parseRouteRequest(asset, {
    ...options,
    from: points[0],
    via: points.slice(1, -1),
    to: points.at(-1),
    alternatives: 0,
    ...(departMs !== undefined && departMs > nowMs && { depart_at: new Date(departMs).toISOString() }),
  } as Parameters<typeof parseRouteRequest>[1])
  if (!request.ok) throw new Error(`a tour is not a valid route: ${request.failure.kind}`)
  const { mode, body } = request.value
  const reply: CallReply = await planRoute(caller, mode, body)
  if (!reply.ok) return { kind: 'problem', problem: reply.problem }
  const planned = reply.body as RouteReply
  const route = isWalkingAsset(asset.kind, planned.mode) ? toWalkingRoute(planned, false) : planned
  const stored = toStoredAssetRoute(asset.kind, body, route, 'points', nowMs)
  return { kind: 'planned', stored, visits: locateVisits({ reply: route, stored, firstLeg: start ? 0 : -1 }, visits) }
}

/** The stored route with its tour. */
export function withTour(stored: StoredAssetRoute, tour: Omit<DispatchedTour, 'totalS'>): StoredAssetRoute {
  return { ...stored, tour: { ...tour, totalS: totalDrivingSeconds(stored) } }
}

/** A reroute keeps the tour of the route that it replaces. */
export function carryTour(asset: Asset, stored: StoredAssetRoute, route: RouteReply, nowMs: number): StoredAssetRoute {
  const tour = asset.plan?.tour
  if (!tour) return stored
  const { finished, remaining } = splitVisits(asset, tour, nowMs)
  return withTour(stored, { ...tour, visits: [...finished, ...relocateVisits(stored, route, remaining)] })
}
