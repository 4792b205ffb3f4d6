import type * as Api from './api-types.ts'
import type { AttachBody } from './attach-body.ts'
import type { Caller, CallOptions } from './call/caller.ts'
import { iteratePages } from './pages.ts'
import type { WithLine } from './shape/line-type.ts'
import { type AssetSocket, openAssetSocket, type SocketOptions } from './stream/asset-socket.ts'
import type { Live, LiveChannel } from './stream/live-events.ts'
import { type LiveEvent, type StreamOptions, streamLiveEvents } from './stream/live-events.ts'

export interface LiveOptions extends CallOptions {
  readonly channel?: LiveChannel | undefined
}

/** Route of the asset, in the response format of the route operation for its mode. */
export type AttachedRoute = Api.RouteReply | Api.AvRouteReply | Api.DroneRouteReply | Api.MaritimeRouteReply
export type AttachReply = Api.AttachRouteReply & { readonly route: AttachedRoute }

type TrackQuery<Format> = Omit<Api.AssetTrackQuery, 'format'> & { readonly format?: Format | undefined }

export interface Assets {
  register(body: Api.RegisterAssetRequest, options?: CallOptions): Promise<Api.RegisterAssetReply>
  list(query?: Api.ListAssetsQuery, options?: CallOptions): Promise<Api.ListAssetsReply>
  /** Iterates over all assets and fetches pages on demand. */
  all(query?: Api.ListAssetsQuery, options?: CallOptions): AsyncGenerator<Api.ListAsset, void, void>
  get(id: string, options?: CallOptions): Promise<Api.GetAssetReply>
  /** Changes the given fields. A value of null removes a field. */
  update(id: string, body: Api.UpdateAssetRequest, options?: CallOptions): Promise<Api.UpdateAssetReply>
  /** Removes the asset and its track. */
  remove(id: string, options?: CallOptions): Promise<Api.RemoveAssetReply>
  /** Plans a route for the asset to follow. The body is the same as for the route operation of this kind of asset. */
  attach(id: string, body: AttachBody, options?: CallOptions): Promise<AttachReply>
  /** Returns the asset's planned route with its line, for clients that did not attach the route themselves. */
  route<F extends Api.RouteRequestGeometry>(
    id: string,
    query: { readonly geometry: F },
    options?: CallOptions,
  ): Promise<WithLine<Api.AssetRouteReply, F>>
  route(id: string, query?: Api.AssetRouteQuery, options?: CallOptions): Promise<Api.AssetRouteReply>
  /**
   * Pushes up to 1,000 `positions` at once. Set a `time` so that a push can be repeated safely if its response is lost.
   */
  push(id: string, body: Api.PushPositionRequest, options?: CallOptions): Promise<Api.PushPositionReply>
  /** Pushes up to 1,000 positions of any of your assets at once. */
  pushMany(body: Api.PushPositionsRequest, options?: CallOptions): Promise<Api.PushPositionsReply>
  /** Returns the current position relative to the planned route. */
  live(id: string, options?: LiveOptions): Promise<Live>
  /** Returns the position history. */
  track(id: string, query: TrackQuery<'gpx'> & { format: 'gpx' }, options?: CallOptions): Promise<string>
  track(
    id: string,
    query: TrackQuery<'geojson'> & { format: 'geojson' },
    options?: CallOptions,
  ): Promise<Api.AssetTrackGeoJsonReply>
  track(id: string, query?: TrackQuery<'json'>, options?: CallOptions): Promise<Api.AssetTrackReply>
  /** Iterates over the whole track and fetches pages on demand. */
  positions(
    id: string,
    query?: Omit<Api.AssetTrackQuery, 'format'>,
    options?: CallOptions,
  ): AsyncGenerator<Api.AssetTrackReply['positions'][number], void, void>
  /** Attaches the tours of a solution from `optimize` to assets. */
  dispatch(
    solution: string,
    body: Api.DispatchSolutionRequest,
    options?: CallOptions,
  ): Promise<Api.DispatchSolutionReply>
  /** Marks a stop of a dispatched tour as done, skipped, or canceled. */
  markStop(id: string, stop: number, body: Api.MarkStopRequest, options?: CallOptions): Promise<Api.MarkStopReply>
  /** Creates a link that lets the recipient of a delivery see when it will arrive. */
  share(id: string, stop: number, body?: Api.ShareStopRequest, options?: CallOptions): Promise<Api.ShareStopReply>
  /** Revokes a link by its ID. */
  revokeShare(share: string, options?: CallOptions): Promise<Api.RevokeShareReply>
  /** Returns the arrival information that a link shows. Requires no key. */
  viewShare(token: string, options?: CallOptions): Promise<Api.ViewShareReply>
  /** Returns the trips between stops, with distance, duration, idle time, and driving events. */
  trips(id: string, query: Api.AssetTripsQuery & { format: 'csv' }, options?: CallOptions): Promise<string>
  trips(id: string, query?: Api.AssetTripsQuery, options?: CallOptions): Promise<Api.AssetTripsReply>
  /** Returns where the asset stopped and for how long. */
  stops(id: string, query: Api.AssetStopsQuery & { format: 'csv' }, options?: CallOptions): Promise<string>
  stops(id: string, query?: Api.AssetStopsQuery, options?: CallOptions): Promise<Api.AssetStopsReply>
  /** Returns the distance and driving time of all or some assets, by local day. */
  reportDays(query: Api.ReportDaysQuery & { format: 'csv' }, options?: CallOptions): Promise<string>
  reportDays(query?: Api.ReportDaysQuery, options?: CallOptions): Promise<Api.ReportDaysReply>
  /** Returns the distance and driving time of all or some assets over the period. */
  reportSummary(query: Api.ReportSummaryQuery & { format: 'csv' }, options?: CallOptions): Promise<string>
  reportSummary(query?: Api.ReportSummaryQuery, options?: CallOptions): Promise<Api.ReportSummaryReply>
  /**
   * Streams position updates. Reconnects after interruptions until the loop exits, the signal aborts, or the asset is
   * removed.
   */
  stream(id: string, options?: StreamOptions): AsyncGenerator<LiveEvent, void, void>
  /** Streams updates for all assets of the account. */
  streamAll(options?: StreamOptions): AsyncGenerator<LiveEvent, void, void>
  /** Opens a WebSocket that pushes positions and receives events. */
  socket(options?: SocketOptions): AssetSocket
}

export function createAssets(caller: Caller): Assets {
  const list: Assets['list'] = (query = {}, options) => caller.call('listAssets', { query: { ...query } }, options)
  const track = (id: string, query: Api.AssetTrackQuery = {}, options?: CallOptions) =>
    caller.call<never>('assetTrack', { id, query: { ...query } }, options)
  return {
    register: (body, options) => caller.call('registerAsset', { body }, options),
    list,
    all: (query, options) =>
      iteratePages(
        (cursor) => list({ ...query, ...(cursor === undefined ? {} : { after: cursor }) }, options),
        ({ assets }) => assets,
      ),
    get: (id, options) => caller.call('getAsset', { id }, options),
    update: (id, body, options) => caller.call('updateAsset', { id, body }, options),
    remove: (id, options) => caller.call('removeAsset', { id }, options),
    attach: (id, body, options) => caller.call('attachRoute', { id, body }, options),
    route: (id: string, query: Api.AssetRouteQuery = {}, options?: CallOptions) =>
      caller.call<never>('assetRoute', { id, query: { ...query } }, options),
    push: (id, body, options) => caller.call('pushPosition', { id, body }, options),
    pushMany: (body, options) => caller.call('pushPositions', { body }, options),
    live: (id, options = {}) => caller.call('liveAsset', { id, headers: makeChannelHeader(options.channel) }, options),
    track,
    positions: (id, query, options) =>
      iteratePages(
        (cursor): Promise<Api.AssetTrackReply> =>
          track(id, { ...query, ...(cursor === undefined ? {} : { after: cursor }), format: 'json' }, options),
        ({ positions }) => positions,
      ),
    dispatch: (solution, body, options) => caller.call('dispatchSolution', { id: solution, body }, options),
    markStop: (id, stop, body, options) => caller.call('markStop', { id, params: { stop }, body }, options),
    share: (id, stop, body = {}, options) => caller.call('shareStop', { id, params: { stop }, body }, options),
    revokeShare: (share, options) => caller.call('revokeShare', { id: share }, options),
    viewShare: (token, options) => caller.call('viewShare', { params: { token } }, options),
    trips: (id: string, query: Api.AssetTripsQuery = {}, options?: CallOptions) =>
      caller.call<never>('assetTrips', { id, query: { ...query } }, options),
    stops: (id: string, query: Api.AssetStopsQuery = {}, options?: CallOptions) =>
      caller.call<never>('assetStops', { id, query: { ...query } }, options),
    reportDays: (query: Api.ReportDaysQuery = {}, options?: CallOptions) =>
      caller.call<never>('reportDays', { query: { ...query } }, options),
    reportSummary: (query: Api.ReportSummaryQuery = {}, options?: CallOptions) =>
      caller.call<never>('reportSummary', { query: { ...query } }, options),
    stream: (id, options = {}) =>
      streamLiveEvents(caller, 'streamAsset', id, makeChannelHeader(options.channel), options),
    streamAll: (options = {}) =>
      streamLiveEvents(caller, 'streamAssets', undefined, makeChannelHeader(options.channel), options),
    socket: (options = {}) => openAssetSocket(caller, options),
  }
}

function makeChannelHeader(channel: LiveChannel | undefined): Record<string, string> {
  return channel === undefined ? {} : { 'x-service-live-channel': channel }
}
