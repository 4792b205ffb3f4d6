import type { Clock } from '../../clock.ts'
import type { App } from '../../http/server.ts'
import type { Limiter } from '../../metering/limiter.ts'
import type { Database } from '../../storage/database.ts'
import { assetRoutes } from './asset-routes.ts'
import { AssetStore, type Changed } from './asset-store.ts'
import type { PlanRoute } from './attach.ts'
import { attachRoutes } from './attach-routes.ts'
import type { FanOut } from './fan-out.ts'
import { RememberedAssets } from './fan-out-store.ts'
import { GroupedIngest } from './ingest.ts'
import { IngestStore } from './ingest-store.ts'
import { LiveExtras, type Reroute } from './live-extras.ts'
import { liveRoutes } from './live-routes.ts'
import { positionRoutes } from './position-routes.ts'
import { streamRoutes } from './stream-routes.ts'
import { StreamStore } from './stream-store.ts'
import { trackRoutes } from './track-routes.ts'
import { TrackStore } from './track-store.ts'

/** What the operations on assets work with. */
export interface TrackingOptions {
  readonly assets: AssetStore
  readonly ingest: GroupedIngest
  readonly tracks: TrackStore
  readonly limiter: Limiter
  readonly clock: Clock
  /** Plans a route as the operation of that mode does. */
  readonly planRoute: PlanRoute
  readonly extras: LiveExtras
  /** What streams ask of the database, and who tells them when. */
  readonly changes: StreamStore
  readonly fanOut: FanOut
  /** Whether a key is still good. */
  readonly isWelcome: (key: string) => Promise<boolean>
}

export function trackingRoutes(
  app: App,
  {
    database,
    reroute,
    ...rest
  }: Pick<TrackingOptions, 'limiter' | 'clock' | 'planRoute' | 'isWelcome' | 'fanOut'> & {
    readonly database: Database
    readonly reroute: Reroute
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
    extras: new LiveExtras({ ...rest, assets, reroute }),
    ingest: new GroupedIngest(new IngestStore(database.db, onChange)),
    changes: new StreamStore(database.db),
    tracks: new TrackStore(database.db, database.kind),
  }
  assetRoutes(app, options)
  attachRoutes(app, options)
  positionRoutes(app, options)
  liveRoutes(app, { ...options, assets: polled })
  streamRoutes(app, options)
  trackRoutes(app, options)
}

/** Polls at other servers find it before it is acknowledged; streams are told that there is something to look up. */
async function announce(fanOut: FanOut, { account, assets, gone }: Changed): Promise<void> {
  if (gone) await fanOut.memory?.forget(account, gone.id, gone.changed)
  else await fanOut.memory?.keep(assets)
  fanOut.tell(account)
}
