import type { Database } from '../../platform/storage/database.ts'
import { AssetStore, type Changed } from './assets/asset-store.ts'
import type { TrackingOptions } from './options.ts'
import { GroupedIngest } from './positions/ingest.ts'
import { IngestStore } from './positions/ingest-store.ts'
import type { FanOut } from './streams/fan-out.ts'
import { RememberedAssets } from './streams/fan-out-store.ts'
import { StreamStore } from './streams/stream-store.ts'
import { TrackStore } from './tracks/track-store.ts'

export interface TrackingStores extends Pick<TrackingOptions, 'assets' | 'ingest' | 'changes' | 'tracks'> {
  /** For polls: the assets in memory, where several servers share it. */
  readonly polled: AssetStore
}

/** Opens the stores of tracking. Each announces its changes to the streams. */
export function openStores(database: Database, fanOut: FanOut): TrackingStores {
  const onChange = (changed: Changed) => announce(fanOut, changed)
  const assets = new AssetStore(database.db, onChange)
  const { memory } = fanOut
  return {
    assets,
    polled: memory ? new RememberedAssets(database.db, onChange, memory) : assets,
    ingest: new GroupedIngest(new IngestStore(database.db, onChange)),
    changes: new StreamStore(database.db),
    tracks: new TrackStore(database.db, database.kind),
  }
}

/** Polls on other servers see the change before it is acknowledged; streams get a hint to query it. */
async function announce(fanOut: FanOut, { account, assets, gone }: Changed): Promise<void> {
  if (gone) await fanOut.memory?.forget(account, gone.id, gone.changed)
  else await fanOut.memory?.keep(assets)
  fanOut.tell(account)
}
