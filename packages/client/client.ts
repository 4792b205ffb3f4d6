import { type AccountArea, createAccountArea } from './account-area.ts'
import type * as Api from './api-types.ts'
import { type Assets, createAssets } from './assets.ts'
import type { QueryValues } from './call/base-url.ts'
import { Caller, type CallOptions, type ClientOptions } from './call/caller.ts'
import type { DirectionsQuery } from './directions-query.ts'
import { createEvents, createGeofences, type Events, type Geofences } from './geofences.ts'
import { createJobs, type Jobs } from './jobs.ts'
import type { WithGeometryFormat, WithLine } from './shape/line-type.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

type GeometryFormatName = Api.RouteRequestGeometry

/**
 * API client with one method per operation. All methods accept a signal and a timeout, and throw `FairwayError` on
 * failure.
 */
export interface FairwayClient {
  /** Computes a road route. */
  route<F extends GeometryFormatName = 'points'>(
    body: WithGeometryFormat<Api.RouteRequest, F>,
    options?: CallOptions,
  ): Promise<WithLine<Api.RouteReply, F>>
  /** Computes a drone route. The result is a route or a flight plan file. */
  droneRoute(
    body: Api.DroneRouteRequest & { readonly format: 'plan' },
    options?: CallOptions,
  ): Promise<Api.DroneRoutePlanFileReply>
  droneRoute(
    body: Api.DroneRouteRequest & { readonly format: 'geojson' },
    options?: CallOptions,
  ): Promise<Api.DroneRouteGeoJsonReply>
  droneRoute<F extends GeometryFormatName = 'points'>(
    body: WithGeometryFormat<Api.DroneRouteRequest, F> & { readonly format?: 'json' | undefined },
    options?: CallOptions,
  ): Promise<WithLine<Api.DroneRouteReply, F>>
  /** Computes a sea route. */
  maritimeRoute<F extends GeometryFormatName = 'points'>(
    body: WithGeometryFormat<Api.MaritimeRouteRequest, F>,
    options?: CallOptions,
  ): Promise<WithLine<Api.MaritimeRouteReply, F>>
  /** Computes a road route for self-driving vehicles. */
  avRoute<F extends GeometryFormatName = 'points'>(
    body: WithGeometryFormat<Api.AvRouteRequest, F>,
    options?: CallOptions,
  ): Promise<WithLine<Api.AvRouteReply, F>>
  /** Returns the changes to a route. `applyDelta` applies them to the line. */
  reroute(body: Api.RerouteRequest, options?: CallOptions): Promise<Api.RerouteReply>
  /** Matches a GPS trace to roads. The routes in the reply can be passed to `reroute` by their ID. */
  match(body: Api.MatchRequest, options?: CallOptions): Promise<Api.MatchReply>
  /** Computes distances and times between many points. */
  matrix(body: Api.MatrixRequest, options?: CallOptions): Promise<Api.MatrixReply>
  /** Computes the area that is reachable within a time or distance. */
  isochrone(body: Api.IsochroneRequest, options?: CallOptions): Promise<Api.IsochroneReply>
  /** Finds the nearest roads. */
  nearest(body: Api.NearestRequest, options?: CallOptions): Promise<Api.NearestReply>
  /** Computes the best order of stops. `verifyReceipt` verifies the result. */
  optimize(body: Api.OptimizeRequest, options?: CallOptions): Promise<Api.OptimizeReply>
  /** Exports a solution from `optimize` by its ID. The manifest is a web page, so open its URL in a browser. */
  exportSolution(
    id: string,
    query: Omit<Api.ExportSolutionQuery, 'format'> & { readonly format: 'csv' | 'gpx' },
    options?: CallOptions,
  ): Promise<string>
  exportSolution(
    id: string,
    query?: Omit<Api.ExportSolutionQuery, 'format'> & { readonly format?: 'geojson' | undefined },
    options?: CallOptions,
  ): Promise<Api.ExportSolutionGeoJsonReply>
  /** Converts an address to coordinates. */
  geocode(query: Api.GeocodeQuery, options?: CallOptions): Promise<Api.GeocodeReply>
  /**
   * Converts up to 1,000 addresses to coordinates, or coordinates to addresses, in one request. Each result has a
   * separate status.
   */
  geocodeBatch(body: Api.GeocodeBatchRequest, options?: CallOptions): Promise<Api.GeocodeBatchReply>
  /** Converts coordinates to an address. */
  reverse(query: Api.ReverseQuery, options?: CallOptions): Promise<Api.ReverseReply>
  nearby(query: Api.NearbyQuery, options?: CallOptions): Promise<Api.NearbyReply>
  /** Returns a place by an ID from `geocode`, `reverse` or `nearby`. */
  place(id: string, query?: Api.GetPlaceQuery, options?: CallOptions): Promise<Api.GetPlaceReply>
  /** Returns the heights of points or of a line. */
  elevation(body: Api.ElevationRequest, options?: CallOptions): Promise<Api.ElevationReply>
  /** Returns road routes in the format of another provider. Failures are reported in the `status` of the response. */
  directions(query: DirectionsQuery, options?: CallOptions): Promise<Api.CompatDirectionsReply>
  /** Creates an account and a key. The key is shown only once. */
  signup(body: Api.SignupRequest, options?: CallOptions): Promise<Api.SignupReply>
  /** Returns the plan, quota, and usage of the key. */
  usage(options?: CallOptions): Promise<Api.UsageReply>
  health(options?: CallOptions): Promise<Api.HealthReply>
  readiness(options?: CallOptions): Promise<Api.ReadinessReply>
  /** Background jobs for work that is too large for one reply. */
  readonly jobs: Jobs
  /** Tracked assets and their positions. */
  readonly assets: Assets
  /** Areas that trigger events. */
  readonly geofences: Geofences
  /** Events of assets. */
  readonly events: Events
  /** URLs that receive the events. */
  readonly webhooks: Webhooks
  /** Account of the signed-in user, for pages served by the service itself. A cookie identifies the user. */
  readonly account: AccountArea
}

export function createClient(options: ClientOptions): FairwayClient {
  const caller = new Caller(options)
  const post = (name: keyof Api.Exchanges) => (body: object, callOptions?: CallOptions) =>
    caller.call<never>(name, { body }, callOptions)
  const get = (name: keyof Api.Exchanges) => (query: object, callOptions?: CallOptions) =>
    caller.call<never>(name, { query: query as QueryValues }, callOptions)
  return {
    route: post('route'),
    droneRoute: post('droneRoute'),
    maritimeRoute: post('maritimeRoute'),
    avRoute: post('avRoute'),
    reroute: post('reroute'),
    match: post('match'),
    matrix: post('matrix'),
    isochrone: post('isochrone'),
    nearest: post('nearest'),
    optimize: post('optimize'),
    exportSolution: (id: string, query: Api.ExportSolutionQuery = {}, callOptions?: CallOptions) =>
      caller.call<never>('exportSolution', { id, query: { ...query } }, callOptions),
    geocode: get('geocode'),
    geocodeBatch: post('geocodeBatch'),
    reverse: get('reverse'),
    nearby: get('nearby'),
    place: (id, query = {}, callOptions) => caller.call('getPlace', { id, query: { ...query } }, callOptions),
    elevation: post('elevation'),
    directions: get('compatDirections'),
    signup: post('signup'),
    usage: (callOptions) => caller.call('usage', {}, callOptions),
    health: (callOptions) => caller.call('health', {}, callOptions),
    readiness: (callOptions) => caller.call('readiness', {}, callOptions),
    jobs: createJobs(caller),
    assets: createAssets(caller),
    geofences: createGeofences(caller),
    events: createEvents(caller),
    webhooks: createWebhooks(caller),
    account: createAccountArea(caller),
  }
}
