import type { Registry } from 'prom-client'
import type { Feature } from '../../operations/feature.ts'
import type { CallOperation } from '../../platform/http/calls.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Refusals } from './api/refusals.ts'
import type { Mode } from './assets/asset.ts'
import { assetOperations } from './assets/asset-operations.ts'
import { attachOperation } from './assets/attach-operation.ts'
import { planOperation } from './assets/plan-operation.ts'
import { LiveExtras, type LiveExtrasOptions } from './live/live-extras.ts'
import { liveOperation } from './live/live-operation.ts'
import type { TrackingOptions } from './options.ts'
import { positionOperations } from './positions/position-operations.ts'
import { openStores } from './stores.ts'
import { StreamOperations } from './streams/stream-operations.ts'
import { trackOperation } from './tracks/track-operation.ts'

type GivenOptions =
  | 'limiter'
  | 'clock'
  | 'routeBodies'
  | 'whyNeverFlown'
  | 'standingOf'
  | 'openStreams'
  | 'mostStreams'
  | 'fanOut'

export interface TrackingFeatureOptions
  extends Pick<TrackingOptions, GivenOptions>,
    Pick<LiveExtrasOptions, 'nameRoute' | 'roadsMark'> {
  readonly database: Database
  readonly metrics: Registry
  /** Calls the route operations on behalf of the owner of an asset. */
  readonly call: CallOperation
}

/** The route operation of each mode. */
const plannerOf: Readonly<Record<Mode, string>> = {
  road: 'route',
  av: 'avRoute',
  drone: 'droneRoute',
  maritime: 'maritimeRoute',
}

/** Tracked assets: their positions, compared with their planned routes. */
export function trackingFeature(given: TrackingFeatureOptions): Feature {
  const { database, metrics, call, nameRoute, roadsMark, ...rest } = given
  const { polled, ...stores } = openStores(database, rest.fanOut)
  const planRoute: TrackingOptions['planRoute'] = (caller, mode, body, nowMs) =>
    call(plannerOf[mode], caller, { body }, { nowMs })
  const reroute: LiveExtrasOptions['reroute'] = (caller, body, nowMs) => call('reroute', caller, { body }, { nowMs })
  const options: TrackingOptions = {
    ...rest,
    ...stores,
    planRoute,
    refusals: new Refusals(metrics),
    extras: new LiveExtras({
      ...rest,
      assets: stores.assets,
      planRoute,
      reroute,
      nameRoute,
      roadsMark,
      ways: rest.fanOut.ways,
    }),
  }
  const streams = new StreamOperations(options)
  return {
    operations: [
      ...assetOperations(options),
      attachOperation(options),
      planOperation(options),
      ...positionOperations(options),
      liveOperation({ ...options, assets: polled }),
      ...streams.operations,
      trackOperation(options),
    ],
    stop: () => streams.stop(),
  }
}
