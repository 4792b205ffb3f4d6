import { type Plan, type PlanFailure, plainProfiles, type Snap } from '@fairway/road'
import type { MetricSnapshot } from '../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { timeStage } from '../../../platform/telemetry/stages.ts'
import type { UpstreamProvider } from '../upstream/provider.ts'
import type { RoutingFailure } from './api/failures.ts'
import type { RouteQuery } from './api/request.ts'
import type { UpstreamRouteAnswer } from './ask-upstream.ts'
import { requestUpstream } from './ask-upstream.ts'
import { listBlockingOptions } from './blocks.ts'
import { listClosures } from './closed-roads.ts'
import { type Coordinate, coversAll, explainMissingMaps, toMarginDegrees } from './coverage.ts'
import { chargeRoute, type ElectricRoute } from './electric/electric-route.ts'
import { type RegionRouteFailure, routeOnRegion, routeWithSnapshot } from './route-on-region.ts'

export interface LocalRoute {
  readonly source: 'local'
  readonly region: Region
  readonly plan: Plan
  readonly snapshot: MetricSnapshot
  /** Energy data, only for electric vehicles. */
  readonly electric?: ElectricRoute
}
export type RouteAnswer = LocalRoute | UpstreamRouteAnswer

export interface RoutingOptions {
  readonly regions: RegionDirectory
  readonly upstream: UpstreamProvider | undefined
  /** Maximum distance from a point to the road it snaps to, in meters. */
  readonly snapRadiusMeters: number
}

/** Computes road routes on a local map, or with the upstream provider if no map covers the points. */
export class RoutingService {
  private readonly options: RoutingOptions

  constructor(options: RoutingOptions) {
    this.options = options
  }

  async route(query: RouteQuery): Promise<Result<RouteAnswer, RoutingFailure>> {
    let failure: RoutingFailure | undefined
    for (const map of this.options.regions.list()) {
      if (!this.coversStops(map, query.stops)) continue
      const region = map.withNetwork(query.profile.network)
      // Each alternative of a trip with charging stops would need separate charging stops.
      const alternatives = query.electric ? 0 : query.alternatives
      const routeOrPromise = timeStage('search', () => this.startRouting(region, query, alternatives))
      // Only the first request for a metric waits. Awaiting an available value would also take time.
      const regionRoute = routeOrPromise instanceof Promise ? await routeOrPromise : routeOrPromise
      if (regionRoute.kind === 'planned' && query.electric) {
        const chargedTrip = await chargeRoute(region, query, query.electric, regionRoute, this.options.snapRadiusMeters)
        if (chargedTrip.kind === 'planned') return ok({ ...chargedTrip, source: 'local', region })
        failure ??=
          chargedTrip.kind === 'refused' ? chargedTrip.failure : await this.explainFailure(region, query, chargedTrip)
        continue
      }
      if (regionRoute.kind === 'planned') {
        return ok({ source: 'local', region, plan: regionRoute.plan, snapshot: regionRoute.snapshot })
      }
      // The smallest map comes first and gives the best explanation, but a larger map may still have a path.
      failure ??= await this.explainFailure(region, query, regionRoute)
    }
    if (failure) return fail(failure)
    const { upstream, regions } = this.options
    if (!upstream) return fail(await this.explainUncovered(query))
    const answer = await requestUpstream(upstream, query)
    // A map of this service may support what the provider does not.
    const isOutage = !answer.ok && answer.failure.kind === 'not-upstream' && (await regions.hasOnlyUnusableMaps())
    return isOutage ? fail({ kind: 'maps-unavailable' }) : answer
  }

  /** Returns the failure of a request that needs a map if there is no map at all. */
  explainMissingMaps(): ReturnType<typeof explainMissingMaps> {
    return explainMissingMaps(this.options.regions)
  }

  /** Lists the maps that contain all positions, smallest first. */
  listCoveringRegions(stops: readonly Coordinate[]): Region[] {
    return this.options.regions.list().filter((region) => this.coversStops(region, stops))
  }

  /** Computes a route on one map with a given metric. */
  async routeOnRegion(
    region: Region,
    query: RouteQuery,
    snapshot: MetricSnapshot,
  ): Promise<Result<LocalRoute, RoutingFailure>> {
    const { snapRadiusMeters: radiusMeters } = this.options
    const regionRoute = await routeWithSnapshot(
      region,
      query,
      { radiusMeters, alternatives: query.alternatives },
      snapshot,
    )
    if (regionRoute.kind === 'planned')
      return ok({ source: 'local', region, plan: regionRoute.plan, snapshot: regionRoute.snapshot })
    return fail(await this.explainFailure(region, query, regionRoute))
  }

  /** Finds the snap candidates of all stops. Returns undefined if a stop has no road nearby. */
  findSnaps(region: Region, { stops }: RouteQuery, { metric }: MetricSnapshot): readonly Snap[][] | undefined {
    const { snapRadiusMeters: radiusMeters } = this.options
    const snaps = region.planner.snap({ metric, stops, radiusMeters, alternatives: 0 })
    return 'kind' in snaps ? undefined : snaps
  }

  private coversStops(region: Region, stops: readonly Coordinate[]): boolean {
    return coversAll(region, stops, this.options.snapRadiusMeters)
  }

  /**
   * Finds the cause of a failure. Retries without the caller's restrictions and then without current closures, until a
   * retry succeeds.
   */
  private async explainFailure(
    region: Region,
    query: RouteQuery,
    failure: RegionRouteFailure,
  ): Promise<RoutingFailure> {
    if (failure.kind === 'engine-unavailable') return failure
    const { network } = region.map
    const [from, to] = toEndpointFields(query, failure)
    const plainProfile = plainProfiles[query.profile.network ?? 'car']
    const unrestrictedQuery = { ...query, profile: plainProfile, avoidAreas: [] }
    const isRestricted = query.profile !== plainProfile || query.avoidAreas.length > 0
    const unrestrictedRoute = isRestricted ? await this.startRouting(region, unrestrictedQuery, 0) : failure
    if (unrestrictedRoute.kind === 'planned') {
      return { kind: 'blocked', from, to, blocks: listBlockingOptions(network, unrestrictedRoute.plan, query) }
    }
    const { traffic } = region
    const routeWithoutTraffic = traffic && (await this.startRouting(region, unrestrictedQuery, 0, true))
    if (!traffic || routeWithoutTraffic?.kind !== 'planned') return this.toFailure(query, failure)
    return { kind: 'closed', from, to, closures: listClosures(traffic, query.time, routeWithoutTraffic.plan) }
  }

  private startRouting(region: Region, query: RouteQuery, alternatives: number, onEmptyRoads = false) {
    const radiusMeters = this.options.snapRadiusMeters
    return routeOnRegion(region, query, { radiusMeters, alternatives, ignoresTraffic: onEmptyRoads })
  }

  private toFailure(query: RouteQuery, failure: PlanFailure): RoutingFailure {
    if (failure.kind === 'not-snapped') {
      const { field = 'a point', bearing } = query.stops[failure.stop] ?? {}
      return { kind: 'not-snapped', field, bearing, radiusMeters: this.options.snapRadiusMeters }
    }
    const [from, to] = toEndpointFields(query, failure)
    return { kind: 'no-path', from, to }
  }

  private async explainUncovered({ stops }: RouteQuery): Promise<RoutingFailure> {
    const regions = this.options.regions.listKnown()
    if (regions.length === 0) return await explainMissingMaps(this.options.regions)
    const regionsByStop = stops.map(({ latitude, longitude }) => this.listRegionsAt(latitude, longitude))
    const uncoveredStop = stops.find((_, index) => regionsByStop[index]?.length === 0)
    if (!uncoveredStop) return { kind: 'across-regions', regions: [...new Set(regionsByStop.flat())].sort() }
    return {
      kind: 'outside-coverage',
      field: uncoveredStop.field,
      regions: regions.map(({ handle }) => handle.region).sort(),
      regionIfSwapped: this.listRegionsAt(uncoveredStop.longitude, uncoveredStop.latitude)[0],
    }
  }

  private listRegionsAt(latitude: number, longitude: number): string[] {
    const margin = toMarginDegrees(this.options.snapRadiusMeters)
    const knownMaps = this.options.regions.listKnown().filter((map) => map.covers(latitude, longitude, margin))
    return knownMaps.map(({ handle }) => handle.region)
  }
}

/** Returns the field names of the two points between which no path was found. */
function toEndpointFields({ stops }: RouteQuery, failure: PlanFailure): [string, string] {
  const leg = failure.kind === 'no-path' ? failure.leg : Math.max(0, failure.stop - 1)
  return [stops[leg]?.field ?? 'from', stops[leg + 1]?.field ?? 'to']
}
