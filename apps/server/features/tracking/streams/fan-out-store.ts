import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Asset, isAssetId } from '../assets/asset.ts'
import { AssetStore } from '../assets/asset-store.ts'
import type { SharedAssetCache } from './fan-out-memory.ts'

/** Asset store for polls that reads from the shared cache first. */
export class CachedAssetStore extends AssetStore {
  private readonly assetCache: SharedAssetCache

  constructor(db: Kysely<Tables>, onChange: ConstructorParameters<typeof AssetStore>[1], memory: SharedAssetCache) {
    super(db, onChange)
    this.assetCache = memory
  }

  override async find(account: number, id: string): Promise<Asset | undefined> {
    const cached = isAssetId(id) ? await this.assetCache.find(account, id) : undefined
    // A miss does not fill the cache, because infrequent polls would find the entry expired the next time.
    return cached ?? (await super.find(account, id))
  }
}
