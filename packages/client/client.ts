import { type AccountArea, createAccountArea } from './account-area.ts'
import type * as Api from './api-types.ts'
import { type Assets, createAssets } from './assets.ts'
import type { QueryValues } from './call/base-url.ts'
import { Caller, type CallOptions, type ClientOptions } from './call/caller.ts'
import type { DirectionsQuery } from './directions-query.ts'
import type { Asking, WithLine } from './shape/line-type.ts'

type Format = Api.RouteRequestGeometry

/** One method for each operation of the service. All of them throw `FairwayError`, and take a signal and a timeout. */
export interface FairwayClient {
  /** The road from A to B. */
  route<F extends Format = 'points'>(
    body: Asking<Api.RouteRequest, F>,
    options?: CallOptions,
  ): Promise<WithLine<Api.RouteReply, F>>
  /** The air, as a route or as a file to fly. */
  droneRoute(
    body: Api.DroneRouteRequest & { readonly format: 'plan' },
    options?: CallOptions,
  ): Promise<Api.DroneRoutePlanFileReply>
  droneRoute(
    body: Api.DroneRouteRequest & { readonly format: 'geojson' },
    options?: CallOptions,
  ): Promise<Api.DroneRouteGeoJsonReply>
  droneRoute<F extends Format = 'points'>(
    body: Asking<Api.DroneRouteRequest, F> & { readonly format?: 'json' | undefined },
    options?: CallOptions,
  ): Promise<WithLine<Api.DroneRouteReply, F>>
  /** The sea. */
  maritimeRoute<F extends Format = 'points'>(
    body: Asking<Api.MaritimeRouteRequest, F>,
    options?: CallOptions,
  ): Promise<WithLine<Api.MaritimeRouteReply, F>>
  /** The road for vehicles that drive themselves. */
  avRoute<F extends Format = 'points'>(
    body: Asking<Api.AvRouteRequest, F>,
    options?: CallOptions,
  ): Promise<WithLine<Api.AvRouteReply, F>>
  /** What has changed of a route; `applyDelta` puts it into the line. */
  reroute(body: Api.RerouteRequest, options?: CallOptions): Promise<Api.RerouteReply>
  /** Distances and times between many points. */
  matrix(body: Api.MatrixRequest, options?: CallOptions): Promise<Api.MatrixReply>
  /** The best order of stops; `verifyReceipt` proves it. */
  optimize(body: Api.OptimizeRequest, options?: CallOptions): Promise<Api.OptimizeReply>
  /** From an address to coordinates. */
  geocode(query: Api.GeocodeQuery, options?: CallOptions): Promise<Api.GeocodeReply>
  /** From coordinates to an address. */
  reverse(query: Api.ReverseQuery, options?: CallOptions): Promise<Api.ReverseReply>
  nearby(query: Api.NearbyQuery, options?: CallOptions): Promise<Api.NearbyReply>
  /** Road routes in the format of another provider. Its failures are a `status` of the reply. */
  directions(query: DirectionsQuery, options?: CallOptions): Promise<Api.CompatDirectionsReply>
  /** An account and a key, which is shown this once. */
  signup(body: Api.SignupRequest, options?: CallOptions): Promise<Api.SignupReply>
  /** Plan, quota and usage of the key. */
  usage(options?: CallOptions): Promise<Api.UsageReply>
  health(options?: CallOptions): Promise<Api.HealthReply>
  readiness(options?: CallOptions): Promise<Api.ReadinessReply>
  /** What moves, and where it is. */
  readonly assets: Assets
  /** For pages that the service serves: who is signed in is known by a cookie. */
  readonly account: AccountArea
}

export function createClient(options: ClientOptions): FairwayClient {
  const caller = new Caller(options)
  const post = (name: keyof Api.Exchanges) => (body: object, given?: CallOptions) =>
    caller.call<never>(name, { body }, given)
  const get = (name: keyof Api.Exchanges) => (query: object, given?: CallOptions) =>
    caller.call<never>(name, { query: query as QueryValues }, given)
  return {
    route: post('route'),
    droneRoute: post('droneRoute'),
    maritimeRoute: post('maritimeRoute'),
    avRoute: post('avRoute'),
    reroute: post('reroute'),
    matrix: post('matrix'),
    optimize: post('optimize'),
    geocode: get('geocode'),
    reverse: get('reverse'),
    nearby: get('nearby'),
    directions: get('compatDirections'),
    signup: post('signup'),
    usage: (given) => caller.call('usage', {}, given),
    health: (given) => caller.call('health', {}, given),
    readiness: (given) => caller.call('readiness', {}, given),
    assets: createAssets(caller),
    account: createAccountArea(caller),
  }
}
