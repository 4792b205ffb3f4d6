import { Detours, PathRemainder, RouteTracer, type TracedPath } from '@fairway/road'
import type { MetricSnapshot } from '../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { NamedStop, RouteQuery } from '../route/api/request.ts'
import { findUncachedMode } from '../route/memory/route-id.ts'
import type { RouteCache } from '../route/memory/route-memory.ts'
import type { RoutingService } from '../route/service.ts'
import { chooseRoute, measureAnswer } from './choose-route.ts'
import { planDetour } from './plan-detour.ts'
import { type PreviousGeometry, resolvePreviousId, resolvePreviousLine } from './previous.ts'
import { evaluatePreviousRoute, findChanges } from './previous-route.ts'
import { estimateRequestedStops, findRemainingRoute } from './remaining-route.ts'
import type { AnyFailure, RerouteQuery } from './request.ts'
import type { RerouteResult } from './rerouted.ts'

export interface ReroutingOptions {
  readonly regions: RegionDirectory
  readonly routing: RoutingService
  readonly routeCache: RouteCache
}

interface RerouteEngine {
  readonly tracer: RouteTracer
  readonly remainder: PathRemainder
  readonly detours: Detours
}

/** Reroutes active trips to the best path from the current position, unless the previous route is equally good. */
export class ReroutingService {
  private readonly options: ReroutingOptions
  private readonly engineByRegion = new WeakMap<Region, RerouteEngine>()

  constructor(options: ReroutingOptions) {
    this.options = options
  }

  async reroute(query: RerouteQuery): Promise<Result<RerouteResult, AnyFailure>> {
    const previous = this.findPrevious(query)
    if (!previous.ok) return previous
    const requestedStops = estimateRequestedStops(previous.value, query)
    for (const map of this.options.routing.listCoveringRegions(requestedStops)) {
      const region = map.withNetwork(query.options.profile.network)
      const tools = await this.getRerouteEngine(region)
      if (!tools) return fail({ kind: 'engine-unavailable' })
      const trace = tools.tracer.trace(previous.value.drawnLine)
      if (trace.kind !== 'lost') return await this.rerouteOnRegion(region, tools, trace.path, previous.value, query)
    }
    return await this.routeFromScratch(query, previous.value, requestedStops)
  }

  private findPrevious(query: RerouteQuery): Result<PreviousGeometry, AnyFailure> {
    const { previous, removedStops } = query
    if (!('id' in previous)) return resolvePreviousLine(query)
    const { id, format } = previous
    const route = this.options.routeCache.find(id)
    if (!route) {
      const mode = findUncachedMode(id)
      return fail(mode ? { kind: 'route-of-other-mode', id, mode } : { kind: 'route-id-unknown', id })
    }
    const region = this.options.regions.find(route.dataset)
    return region ? resolvePreviousId(region, route, format, removedStops) : fail({ kind: 'route-of-other-data', id })
  }

  /** Computes a new route when only the start and end of the previous route are available. */
  private async routeFromScratch(
    query: RerouteQuery,
    previous: PreviousGeometry,
    stops: readonly NamedStop[],
  ): Promise<Result<RerouteResult, AnyFailure>> {
    const routeQuery = toRouteQuery(query, previous, stops)
    const routeResult = await this.options.routing.route(routeQuery)
    if (!routeResult.ok) return routeResult
    const trip = routeResult.value.source === 'local' ? measureAnswer(routeResult.value, routeQuery) : undefined
    const outcome = {
      reason: 'previous-lost',
      isKept: false,
      isUnchanged: false,
      previousDurationCs: undefined,
    } as const
    return ok({ query: routeQuery, previous, answer: routeResult.value, trip, ...outcome })
  }

  private async rerouteOnRegion(
    region: Region,
    { remainder, detours }: RerouteEngine,
    path: TracedPath,
    previous: PreviousGeometry,
    query: RerouteQuery,
  ): Promise<Result<RerouteResult, AnyFailure>> {
    const remainingRoute = findRemainingRoute(region.map.network, path, previous, query)
    const routeQuery = toRouteQuery(query, previous, remainingRoute.requestedStops)
    const snapshot = await findSnapshot(region, routeQuery)
    if (!snapshot) return fail({ kind: 'engine-unavailable' })
    const bestRoute = await this.options.routing.routeOnRegion(region, routeQuery, snapshot)
    const snaps = this.options.routing.findSnaps(region, routeQuery, snapshot)
    const evaluatedPrevious =
      snaps &&
      evaluatePreviousRoute(
        region,
        remainder,
        snapshot,
        remainingRoute,
        routeQuery,
        findChanges(region, remainingRoute, query, snaps),
        snaps,
      )
    if (!bestRoute.ok && !evaluatedPrevious?.answer) return bestRoute
    const isBlocked = evaluatedPrevious && !evaluatedPrevious.answer
    const detour =
      bestRoute.ok && isBlocked
        ? planDetour(detours, bestRoute.value, remainingRoute, evaluatedPrevious, routeQuery, query)
        : undefined
    const chosenRoute = detour
      ? { ...detour, reason: 'blocked' as const, isKept: false, isUnchanged: false }
      : chooseRoute(bestRoute.ok ? bestRoute.value : undefined, evaluatedPrevious, routeQuery, query, remainingRoute)
    return ok({ query: routeQuery, previous, ...chosenRoute, previousDurationCs: evaluatedPrevious?.trip?.durationCs })
  }

  private async getRerouteEngine(region: Region): Promise<RerouteEngine | undefined> {
    const cached = this.engineByRegion.get(region)
    if (cached) return cached
    try {
      const matchMap = await region.getMatchMap()
      // The query can be shared, because its scratch memory is free after each path computation.
      const { query } = region.planner
      const tools = {
        tracer: new RouteTracer(matchMap),
        remainder: new PathRemainder(region.map, query, matchMap.copies),
        detours: new Detours(region.map, query, matchMap.copies),
      }
      this.engineByRegion.set(region, tools)
      return tools
    } catch {
      // The main thread logs the reason why the map is unavailable.
      return undefined
    }
  }
}

/** Finds the snapshot. The main thread logs why a metric is unavailable. */
async function findSnapshot(
  region: Region,
  { profile, avoidAreas, time }: RouteQuery,
): Promise<MetricSnapshot | undefined> {
  const options = { profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs }
  return await Promise.resolve(region.getMetricSnapshot(options)).catch(() => undefined)
}

function toRouteQuery(
  { options, nowMs }: RerouteQuery,
  { format }: PreviousGeometry,
  stops: readonly NamedStop[],
): RouteQuery {
  const time = { kind: 'depart', atMs: nowMs, nowMs } as const
  return { ...options, stops, time, alternatives: 0, geometry: format }
}
