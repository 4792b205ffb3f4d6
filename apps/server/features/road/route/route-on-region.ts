import { isActiveWithin, type Plan, type PlanFailure } from '@fairway/road'
import type { MetricSnapshot } from '../../../maps/metrics/metric-cache.ts'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RouteQuery } from './api/request.ts'
import { changesOverTime, isOpen, listUnexpectedEvents, reorderByArrival, sortByArrival } from './timed-routes.ts'
import { measureTrip } from './trip.ts'

/** Path with its metric and traffic. */
export interface RegionRoute {
  readonly kind: 'planned'
  readonly plan: Plan
  readonly snapshot: MetricSnapshot
}
export type RegionRouteFailure = PlanFailure | { readonly kind: 'engine-unavailable' }

export interface RegionRouteOptions {
  readonly radiusMeters: number
  readonly alternatives: number
  readonly ignoresTraffic?: boolean
}

/** Maximum number of detours around events. After that, every road that closes soon counts as closed. */
const MAX_DETOURS = 4
const CLOSURE_HORIZON_MS = 86_400_000

/** Computes a path on one map. The result is synchronous if the metric is cached, which is nearly always the case. */
export function routeOnRegion(
  region: Region,
  query: RouteQuery,
  options: RegionRouteOptions,
): RegionRoute | RegionRouteFailure | Promise<RegionRoute | RegionRouteFailure> {
  const { profile, avoidAreas, time } = query
  const traffic = options.ignoresTraffic ? ('ignored' as const) : undefined
  const snapshot = region.getMetricSnapshot({ profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs, traffic })
  const routeOnSnapshot = (snapshot: MetricSnapshot) => routeWithSnapshot(region, query, options, snapshot)
  // The main thread logs why the metric is unavailable.
  return snapshot instanceof Promise
    ? snapshot.then(routeOnSnapshot, () => ({ kind: 'engine-unavailable' }))
    : routeOnSnapshot(snapshot)
}

/** Computes a route with a given snapshot. Paths with the same metric and traffic are comparable. */
export function routeWithSnapshot(
  region: Region,
  query: RouteQuery,
  options: RegionRouteOptions,
  snapshot: MetricSnapshot,
): RegionRoute | RegionRouteFailure | Promise<RegionRoute | RegionRouteFailure> {
  const firstRoute = routeOnce(region, query, options, snapshot, [])
  const { traffic } = snapshot
  if (firstRoute.kind !== 'planned') return firstRoute
  return traffic && firstRoute.unexpectedEvents.length > 0
    ? routeAroundEvents(region, query, options, traffic, firstRoute)
    : firstRoute
}

/**
 * Finds a path around events that close or slow a road before the trip reaches it. Searches again as if the events were
 * already active, and returns the path that arrives first.
 */
async function routeAroundEvents(
  region: Region,
  query: RouteQuery,
  options: RegionRouteOptions,
  traffic: TrafficHandle,
  first: TimedRoute,
): Promise<RegionRoute | RegionRouteFailure> {
  const { profile, avoidAreas, time } = query
  const snapshotOptions = { profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs, traffic }
  let bestRoute = first.isOpen ? first : undefined
  let forcedEventIndexes = [...first.unexpectedEvents].sort((a, b) => a - b)
  for (let attempt = 1; ; attempt++) {
    const snapshot = await Promise.resolve(
      region.getMetricSnapshot({ ...snapshotOptions, forcedEvents: forcedEventIndexes }),
    ).catch(() => undefined)
    if (!snapshot) return bestRoute ?? { kind: 'engine-unavailable' }
    const candidate = routeOnce(region, query, options, snapshot, forcedEventIndexes)
    if (candidate.kind !== 'planned') return bestRoute ?? candidate
    if (candidate.isOpen && (!bestRoute || candidate.durationCs < bestRoute.durationCs)) bestRoute = candidate
    if (bestRoute && (candidate.unexpectedEvents.length === 0 || attempt >= MAX_DETOURS)) return bestRoute
    const upcomingClosures = attempt < MAX_DETOURS ? [] : listClosuresSoon(traffic, time.atMs)
    forcedEventIndexes = [...new Set([...forcedEventIndexes, ...candidate.unexpectedEvents, ...upcomingClosures])].sort(
      (a, b) => a - b,
    )
  }
}

/** Path with its time-dependent duration. */
interface TimedRoute extends RegionRoute {
  readonly durationCs: number
  /** Whether every road of the path is open when the trip reaches it. */
  readonly isOpen: boolean
  /** Events that affect the trip but are not part of the metric. */
  readonly unexpectedEvents: readonly number[]
}

/** Computes a route with the conditions at departure, which is sufficient if the conditions do not change later. */
function routeOnce(
  region: Region,
  query: RouteQuery,
  { radiusMeters, alternatives }: RegionRouteOptions,
  snapshot: MetricSnapshot,
  forcedEvents: readonly number[],
): TimedRoute | PlanFailure {
  const path = region.planner.plan({ metric: snapshot.metric, stops: query.stops, radiusMeters, alternatives })
  if (path.kind !== 'plan') return path
  const { traffic } = snapshot
  if (!traffic || !changesOverTime(traffic)) {
    return { kind: 'planned', plan: path, snapshot, durationCs: 0, isOpen: true, unexpectedEvents: [] }
  }
  const measureLegs = (legs: Plan['legs']) => measureTrip(region, snapshot, query.time, legs, false)
  const trips = [path.legs, ...path.alternatives.map(({ legs }) => legs)].map(measureLegs)
  const order = sortByArrival(trips)
  const earliestTrip = trips[order[0] ?? 0]
  if (!earliestTrip) throw new Error('the route has no path attributes')
  return {
    kind: 'planned',
    plan: reorderByArrival(path, trips, order),
    snapshot,
    durationCs: earliestTrip.durationCs,
    isOpen: isOpen(earliestTrip),
    unexpectedEvents: listUnexpectedEvents(earliestTrip, traffic, query, forcedEvents),
  }
}

function listClosuresSoon({ state: { events } }: TrafficHandle, departMs: number): number[] {
  const eventIndexes = Array.from({ length: events.count }, (_, event) => event)
  return eventIndexes.filter(
    (event) => events.closes[event] === 1 && isActiveWithin(events, event, departMs, departMs + CLOSURE_HORIZON_MS),
  )
}
