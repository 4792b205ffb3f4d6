import type { Database } from '../../platform/storage/database.ts'
import { AssetStore, type AssetsChange } from './assets/asset-store.ts'
import { EventStore } from './events/event-store.ts'
import type { TrackingOptions } from './options.ts'
import { BatchedIngest } from './positions/ingest.ts'
import { IngestStore } from './positions/ingest-store.ts'
import type { FanOut } from './streams/fan-out.ts'
import { CachedAssetStore } from './streams/fan-out-store.ts'
import { StreamStore } from './streams/stream-store.ts'
import { TrackStore } from './tracks/track-store.ts'

export interface TrackingStores
  extends Pick<TrackingOptions, 'assets' | 'ingest' | 'streamStore' | 'tracks' | 'events'> {
  /** Assets for polls, read from the shared cache if multiple servers share one. */
  readonly polledAssets: AssetStore
}

/** Opens the stores for tracking. Each store notifies the streams about its changes. */
export function createStores(database: Database, fanOut: FanOut): TrackingStores {
  const onChange = (change: AssetsChange) => publishChange(fanOut, change)
  const assets = new AssetStore(database.db, onChange)
  const { assetCache } = fanOut
  return {
    assets,
    polledAssets: assetCache ? new CachedAssetStore(database.db, onChange, assetCache) : assets,
    ingest: new BatchedIngest(new IngestStore(database.db, onChange)),
    streamStore: new StreamStore(database.db),
    events: new EventStore(database.db),
    tracks: new TrackStore(database.db, database.kind),
  }
}

/**
 * Publishes a change. Polls on other servers see the change before it is acknowledged, and streams get a hint to query
 * it.
 */
async function publishChange(fanOut: FanOut, { account, assets, gone }: AssetsChange): Promise<void> {
  if (gone) await fanOut.assetCache?.remove(account, gone.id, gone.changed)
  else await fanOut.assetCache?.store(assets)
  fanOut.notify(account)
}
