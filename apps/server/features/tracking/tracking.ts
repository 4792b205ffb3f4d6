import type { Registry } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { KeyStanding } from '../../platform/http/guard/key-directory.ts'
import type { App } from '../../platform/http/server.ts'
import type { Limiter, MaybePromise } from '../../platform/metering/limiter.ts'
import type { OpenStreams } from '../../platform/metering/open-streams.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Refusals } from './api/refusals.ts'
import type { WhyNever } from './assets/asset-profile.ts'
import { assetRoutes } from './assets/asset-routes.ts'
import { AssetStore, type Changed } from './assets/asset-store.ts'
import type { PlanRoute } from './assets/attach.ts'
import { attachRoutes } from './assets/attach-routes.ts'
import { planRoutes } from './assets/plan-routes.ts'
import { LiveExtras, type LiveExtrasOptions } from './live/live-extras.ts'
import { liveRoutes } from './live/live-routes.ts'
import { GroupedIngest } from './positions/ingest.ts'
import { IngestStore } from './positions/ingest-store.ts'
import { positionRoutes } from './positions/position-routes.ts'
import type { FanOut } from './streams/fan-out.ts'
import { RememberedAssets } from './streams/fan-out-store.ts'
import { streamRoutes } from './streams/stream-routes.ts'
import { StreamStore } from './streams/stream-store.ts'
import { trackRoutes } from './tracks/track-routes.ts'
import { TrackStore } from './tracks/track-store.ts'

/** Dependencies of the asset operations. */
export interface TrackingOptions {
  readonly assets: AssetStore
  readonly ingest: GroupedIngest
  readonly tracks: TrackStore
  readonly limiter: Limiter
  readonly refusals: Refusals
  readonly clock: Clock
  /** Plans a route with the operation of that mode. */
  readonly planRoute: PlanRoute
  /** Returns the error in a drone profile. */
  readonly whyNeverFlown: WhyNever
  readonly extras: LiveExtras
  /** Database queries and notifications for streams. */
  readonly changes: StreamStore
  readonly fanOut: FanOut
  /** The current owner of a key, or why it is invalid. */
  readonly standingOf: (key: string) => MaybePromise<KeyStanding>
  /** Open streams per account, and the maximum per server. */
  readonly openStreams: OpenStreams
  readonly mostStreams: number
}

type GivenOptions =
  | 'limiter'
  | 'clock'
  | 'planRoute'
  | 'whyNeverFlown'
  | 'standingOf'
  | 'openStreams'
  | 'mostStreams'
  | 'fanOut'

export function trackingRoutes(
  app: App,
  {
    database,
    reroute,
    nameRoute,
    roadsMark,
    metrics,
    ...rest
  }: Pick<TrackingOptions, GivenOptions> &
    Pick<LiveExtrasOptions, 'reroute' | 'nameRoute' | 'roadsMark'> & {
      readonly database: Database
      readonly metrics: Registry
    },
): void {
  const { fanOut } = rest
  const onChange = (changed: Changed) => announce(fanOut, changed)
  const assets = new AssetStore(database.db, onChange)
  const { memory } = fanOut
  const polled = memory ? new RememberedAssets(database.db, onChange, memory) : assets
  const options: TrackingOptions = {
    ...rest,
    assets,
    refusals: new Refusals(metrics),
    extras: new LiveExtras({ ...rest, assets, reroute, nameRoute, roadsMark, ways: fanOut.ways }),
    ingest: new GroupedIngest(new IngestStore(database.db, onChange)),
    changes: new StreamStore(database.db),
    tracks: new TrackStore(database.db, database.kind),
  }
  assetRoutes(app, options)
  attachRoutes(app, options)
  planRoutes(app, options)
  positionRoutes(app, options)
  liveRoutes(app, { ...options, assets: polled })
  streamRoutes(app, options)
  trackRoutes(app, options)
}

/** Polls on other servers see the change before it is acknowledged; streams get a hint to query it. */
async function announce(fanOut: FanOut, { account, assets, gone }: Changed): Promise<void> {
  if (gone) await fanOut.memory?.forget(account, gone.id, gone.changed)
  else await fanOut.memory?.keep(assets)
  fanOut.tell(account)
}
