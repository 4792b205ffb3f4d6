import type * as Api from './api-types.ts'
import type { Caller, CallOptions } from './call/caller.ts'
import { type LiveEvent, liveEvents, type StreamOptions } from './stream/live-events.ts'

/** Each has its own limits; `api` unless said otherwise. */
export type LiveChannel = 'web' | 'api'

export interface LiveOptions extends CallOptions {
  readonly channel?: LiveChannel | undefined
}

/** The route of an asset, as the route operation of its mode answers. */
export type AttachedRoute = Api.RouteReply | Api.AvRouteReply | Api.DroneRouteReply | Api.MaritimeRouteReply
export type AttachReply = Api.AttachRouteReply & { readonly route: AttachedRoute }
/** Off its plan an asset is told the way back, as `reroute` would. */
export type Live = Api.LiveAssetReply & { readonly reroute?: Api.RerouteReply }

type TrackQuery<Format> = Omit<Api.AssetTrackQuery, 'format'> & { readonly format?: Format | undefined }

export interface Assets {
  register(body: Api.RegisterAssetRequest, options?: CallOptions): Promise<Api.RegisterAssetReply>
  list(query?: Api.ListAssetsQuery, options?: CallOptions): Promise<Api.ListAssetsReply>
  get(id: string, options?: CallOptions): Promise<Api.GetAssetReply>
  /** With its track. */
  remove(id: string, options?: CallOptions): Promise<Api.RemoveAssetReply>
  /** Plans a route that the asset shall follow: the body of the route operation that fits its kind. */
  attach(id: string, body: Api.AttachRouteRequest, options?: CallOptions): Promise<AttachReply>
  /** Where it is; up to 1,000 `positions` at once. Give a `time`, so that a push may be sent again when its reply is lost. */
  push(id: string, body: Api.PushPositionRequest, options?: CallOptions): Promise<Api.PushPositionReply>
  /** Where it is against its plan. */
  live(id: string, options?: LiveOptions): Promise<Live>
  /** Where it was. */
  track(id: string, query: TrackQuery<'gpx'> & { format: 'gpx' }, options?: CallOptions): Promise<string>
  track(
    id: string,
    query: TrackQuery<'geojson'> & { format: 'geojson' },
    options?: CallOptions,
  ): Promise<Api.AssetTrackGeoJsonReply>
  track(id: string, query?: TrackQuery<'json'>, options?: CallOptions): Promise<Api.AssetTrackReply>
  /** Where it is, as it changes. Comes back by itself after breaks, until the loop is left or the signal ends it. */
  stream(id: string, options?: StreamOptions): AsyncGenerator<LiveEvent, void, void>
  /** The same for all assets of the account. */
  streamAll(options?: StreamOptions): AsyncGenerator<LiveEvent, void, void>
}

export function createAssets(caller: Caller): Assets {
  return {
    register: (body, options) => caller.call('registerAsset', { body }, options),
    list: (query = {}, options) => caller.call('listAssets', { query: { ...query } }, options),
    get: (id, options) => caller.call('getAsset', { id }, options),
    remove: (id, options) => caller.call('removeAsset', { id }, options),
    attach: (id, body, options) => caller.call('attachRoute', { id, body }, options),
    push: (id, body, options) => caller.call('pushPosition', { id, body }, options),
    live: (id, options = {}) => caller.call('liveAsset', { id, headers: channelHeader(options.channel) }, options),
    track: (id: string, query: Api.AssetTrackQuery = {}, options?: CallOptions) =>
      caller.call<never>('assetTrack', { id, query: { ...query } }, options),
    stream: (id, options = {}) => liveEvents(caller, 'streamAsset', id, channelHeader(options.channel), options),
    streamAll: (options = {}) => liveEvents(caller, 'streamAssets', undefined, channelHeader(options.channel), options),
  }
}

function channelHeader(channel: LiveChannel | undefined): Record<string, string> {
  return channel === undefined ? {} : { 'x-service-live-channel': channel }
}
