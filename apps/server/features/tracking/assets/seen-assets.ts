import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from './asset.ts'
import type { AssetStore } from './asset-store.ts'

/** The immutable fields of an asset. */
export type SeenAsset = Pick<Asset, 'id' | 'kind' | 'category'>

/** Entries of a larger fleet are evicted and looked up again. */
const MAX_SEEN = 50_000

/**
 * Caches assets that received pushes. A push for a missing asset must be rejected before it is counted, and a full
 * lookup with its route would cost about as much as the write. If an asset was removed in the meantime, the write
 * detects it and the entry is dropped.
 */
export class SeenAssets {
  private readonly store: Pick<AssetStore, 'find'>
  private readonly seen = new Map<string, SeenAsset>()

  constructor(store: Pick<AssetStore, 'find'>) {
    this.store = store
  }

  async find({ account }: Pick<AccountCaller, 'account'>, id: string): Promise<SeenAsset | undefined> {
    const known = this.seen.get(`${account} ${id}`)
    if (known) return known
    const asset = await this.store.find(account, id)
    if (!asset) return undefined
    if (this.seen.size >= MAX_SEEN) this.seen.clear()
    const { kind, category } = asset
    this.seen.set(`${account} ${id}`, { id, kind, category })
    return asset
  }

  forget({ account }: Pick<AccountCaller, 'account'>, id: string): void {
    this.seen.delete(`${account} ${id}`)
  }
}
