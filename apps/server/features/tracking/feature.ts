import type { Registry } from 'prom-client'
import type { Feature } from '../../operations/feature.ts'
import type { OperationCaller } from '../../platform/http/calls.ts'
import type { Database } from '../../platform/storage/database.ts'
import { createAssetRate } from './api/asset-rate.ts'
import { RejectedPositionCounter } from './api/refusals.ts'
import type { RouteMode } from './assets/asset.ts'
import { assetOperations } from './assets/asset-operations.ts'
import { attachOperation } from './assets/attach-operation.ts'
import { KnownAssets } from './assets/known-assets.ts'
import { assetRouteOperation } from './assets/route-operation.ts'
import { followOperations, sharePageRoutes } from './follow-operations.ts'
import { LiveExtras, type LiveExtrasOptions } from './live/live-extras.ts'
import { liveOperation } from './live/live-operation.ts'
import type { TrackingOptions } from './options.ts'
import { positionOperations } from './positions/position-operations.ts'
import { ruleOperations } from './rule-operations.ts'
import { createStores } from './stores.ts'
import { StreamOperations } from './streams/stream-operations.ts'
import { trackOperation } from './tracks/track-operation.ts'

export { createKeepSolution } from './follow-operations.ts'

type SharedOptionNames =
  | 'limiter'
  | 'liveRateScope'
  | 'clock'
  | 'routeBodySchemas'
  | 'findAircraftError'
  | 'findKeyStanding'
  | 'openStreams'
  | 'maxStreams'
  | 'bytesInFlight'
  | 'fanOut'

export interface TrackingFeatureOptions
  extends Pick<TrackingOptions, SharedOptionNames>,
    Pick<LiveExtrasOptions, 'addRouteAlias' | 'getRoadsVersion'> {
  readonly database: Database
  readonly metrics: Registry
  /** Calls the route operations on behalf of an asset's owner. */
  readonly call: OperationCaller
  /** Whether webhooks may have targets on private networks. */
  readonly allowPrivateTargets: boolean
  /** URL at which clients reach the service. */
  readonly publicUrl: string
}

const operationByMode: Readonly<Record<RouteMode, string>> = {
  road: 'route',
  av: 'avRoute',
  drone: 'droneRoute',
  maritime: 'maritimeRoute',
}

/** Creates the feature that tracks assets and compares their positions with planned routes. */
export function trackingFeature(featureOptions: TrackingFeatureOptions): Feature {
  const { database, metrics, call, addRouteAlias, getRoadsVersion, allowPrivateTargets, publicUrl, ...rest } =
    featureOptions
  const { polledAssets, ...stores } = createStores(database, rest.fanOut)
  const planRoute: TrackingOptions['planRoute'] = (caller, mode, body, nowMs) =>
    call(operationByMode[mode], caller, { body }, { nowMs })
  const reroute: LiveExtrasOptions['callReroute'] = (caller, body, nowMs) =>
    call('reroute', caller, { body }, { nowMs })
  const options: TrackingOptions = {
    ...rest,
    ...stores,
    assetRate: createAssetRate(new KnownAssets(stores.assets, rest.clock), rest.liveRateScope),
    planRoute,
    callReroute: reroute,
    rejectedPositions: new RejectedPositionCounter(metrics),
    liveExtras: new LiveExtras({
      ...rest,
      assets: stores.assets,
      planRoute,
      callReroute: reroute,
      addRouteAlias,
      getRoadsVersion,
      sharedReroutes: rest.fanOut.sharedReroutes,
    }),
  }
  const streams = new StreamOperations(options)
  return {
    operations: [
      ...assetOperations(options),
      attachOperation(options),
      assetRouteOperation(options),
      ...positionOperations(options),
      liveOperation({ ...options, assets: polledAssets }),
      ...streams.operations,
      trackOperation(options),
      ...ruleOperations(database, { events: stores.events, allowPrivateTargets }),
      ...followOperations({ ...options, database, call, publicUrl }),
    ],
    routes(app) {
      sharePageRoutes(app)
      streams.sockets.attach(app)
    },
    stop: () => streams.stop(),
  }
}
