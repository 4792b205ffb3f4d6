import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { MaybePromise } from '../../../platform/metering/limiter.ts'
import type { Asset } from './asset.ts'
import type { AssetStore } from './asset-store.ts'

/** Immutable fields of an asset. */
export type CachedAsset = Pick<Asset, 'id' | 'kind' | 'category'>

/** Maximum number of cached assets. In a larger fleet, entries are evicted and looked up again. */
const MAX_CACHED_ASSETS = 50_000

/**
 * Caches assets that received pushes. A push for a missing asset must be rejected before it is counted, and a full
 * lookup would cost as much as the write. If an asset is removed, the next write detects the removal and drops the
 * entry.
 */
export class AssetCache {
  private readonly store: Pick<AssetStore, 'find'>
  private readonly assets = new Map<string, CachedAsset>()

  constructor(store: Pick<AssetStore, 'find'>) {
    this.store = store
  }

  find({ account }: Pick<AccountCaller, 'account'>, id: string): MaybePromise<CachedAsset | undefined> {
    return this.assets.get(`${account} ${id}`) ?? this.load(account, id)
  }

  private async load(account: number, id: string): Promise<CachedAsset | undefined> {
    const asset = await this.store.find(account, id)
    if (!asset) return undefined
    if (this.assets.size >= MAX_CACHED_ASSETS) this.assets.clear()
    const { kind, category } = asset
    this.assets.set(`${account} ${id}`, { id, kind, category })
    return asset
  }

  remove({ account }: Pick<AccountCaller, 'account'>, id: string): void {
    this.assets.delete(`${account} ${id}`)
  }
}
