import { Detours, RestOfRoute, RouteTracer, type TracedPath } from '@fairway/road'
import type { RegionDrive } from '../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { NamedStop, RouteQuery } from '../route/api/request.ts'
import type { RouteMemory } from '../route/memory/route-memory.ts'
import type { RoutingService } from '../route/service.ts'
import { choosePlan, measure } from './choose-plan.ts'
import { findChanges, planOld } from './old-plan.ts'
import { planDetour } from './plan-detour.ts'
import { type Previous, previousOfId, previousOfLine } from './previous.ts'
import type { AnyFailure, RerouteQuery } from './request.ts'
import type { Rerouted } from './rerouted.ts'
import { lookAhead, wantedRoughly } from './way-ahead.ts'

export interface ReroutingOptions {
  readonly regions: RegionDirectory
  readonly routing: RoutingService
  readonly memory: RouteMemory
}

interface Tools {
  readonly tracer: RouteTracer
  readonly rest: RestOfRoute
  readonly detours: Detours
}

/** Reroutes active trips to the best path from the current position, unless the previous route is as good. */
export class ReroutingService {
  private readonly options: ReroutingOptions
  private readonly tools = new WeakMap<Region, Tools>()

  constructor(options: ReroutingOptions) {
    this.options = options
  }

  async reroute(query: RerouteQuery): Promise<Result<Rerouted, AnyFailure>> {
    const previous = this.findPrevious(query)
    if (!previous.ok) return previous
    const places = wantedRoughly(previous.value, query)
    for (const region of this.options.routing.listCovering(places)) {
      const tools = await this.toolsOf(region)
      if (!tools) return fail({ kind: 'engine-unavailable' })
      const trace = tools.tracer.trace(previous.value.drawn)
      if (trace.kind !== 'lost') return await this.rerouteOn(region, tools, trace.path, previous.value, query)
    }
    return await this.beginAnew(query, previous.value, places)
  }

  private findPrevious(query: RerouteQuery): Result<Previous, AnyFailure> {
    const { previous, removed } = query
    if (!('id' in previous)) return previousOfLine(query)
    const { id, format } = previous
    const route = this.options.memory.find(id)
    if (!route) return fail({ kind: 'route-id-unknown', id })
    const region = this.options.regions.list().find(({ handle }) => handle.dataset === route.dataset)
    return region ? previousOfId(region, route, format, removed) : fail({ kind: 'route-of-other-data', id })
  }

  /** Only the start and end of the previous route are available. */
  private async beginAnew(
    query: RerouteQuery,
    previous: Previous,
    stops: readonly NamedStop[],
  ): Promise<Result<Rerouted, AnyFailure>> {
    const route = toRouteQuery(query, previous, stops)
    const answer = await this.options.routing.route(route)
    if (!answer.ok) return answer
    const trip = answer.value.source === 'local' ? measure(answer.value, route) : undefined
    const outcome = { reason: 'previous-lost', isKept: false, isUnchanged: false, previousCs: undefined } as const
    return ok({ query: route, previous, answer: answer.value, trip, ...outcome })
  }

  private async rerouteOn(
    region: Region,
    { rest, detours }: Tools,
    path: TracedPath,
    previous: Previous,
    query: RerouteQuery,
  ): Promise<Result<Rerouted, AnyFailure>> {
    const ahead = lookAhead(region.map.network, path, previous, query)
    const route = toRouteQuery(query, previous, ahead.wanted)
    const drive = await driveOf(region, route)
    if (!drive) return fail({ kind: 'engine-unavailable' })
    const best = await this.options.routing.routeOn(region, route, drive)
    const snaps = this.options.routing.findSnaps(region, route, drive)
    const old = snaps && planOld(region, rest, drive, ahead, route, findChanges(region, ahead, query, snaps), snaps)
    if (!best.ok && !old?.answer) return best
    const isBlocked = old && !old.answer
    const detour = best.ok && isBlocked ? planDetour(detours, best.value, ahead, old, route, query) : undefined
    const chosen = detour
      ? { ...detour, reason: 'blocked' as const, isKept: false, isUnchanged: false }
      : choosePlan(best.ok ? best.value : undefined, old, route, query, ahead)
    return ok({ query: route, previous, ...chosen, previousCs: old?.trip?.durationCs })
  }

  private async toolsOf(region: Region): Promise<Tools | undefined> {
    const known = this.tools.get(region)
    if (known) return known
    try {
      const matching = await region.matching()
      // Its scratch memory is free after each path computation.
      const { query } = region.planner
      const tools = {
        tracer: new RouteTracer(matching),
        rest: new RestOfRoute(region.map, query, matching.copies),
        detours: new Detours(region.map, query, matching.copies),
      }
      this.tools.set(region, tools)
      return tools
    } catch {
      // The main thread logs the reason.
      return undefined
    }
  }
}

/** The main thread logs why a metric is unavailable. */
async function driveOf(region: Region, { profile, avoidAreas, time }: RouteQuery): Promise<RegionDrive | undefined> {
  const options = { profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs }
  return await Promise.resolve(region.driveFor(options)).catch(() => undefined)
}

function toRouteQuery({ terms, nowMs }: RerouteQuery, { format }: Previous, stops: readonly NamedStop[]): RouteQuery {
  const time = { kind: 'depart', atMs: nowMs, nowMs } as const
  return { ...terms, stops, time, alternatives: 0, geometry: format }
}
