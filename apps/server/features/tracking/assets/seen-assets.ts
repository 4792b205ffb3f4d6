import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from './asset.ts'
import type { AssetStore } from './asset-store.ts'

/** What never changes of an asset. */
export type SeenAsset = Pick<Asset, 'id' | 'kind' | 'category'>

/** A fleet larger than that is looked up anew now and then. */
const MOST_SEEN = 50_000

/**
 * Assets that pushes have been for. A push for one that is not there must be refused before it is counted, and looking
 * each of them up, with its plan, would cost about as much as the write that follows. One that was removed meanwhile is
 * found out by the write, and forgotten.
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
    if (this.seen.size >= MOST_SEEN) this.seen.clear()
    const { kind, category } = asset
    this.seen.set(`${account} ${id}`, { id, kind, category })
    return asset
  }

  forget({ account }: Pick<AccountCaller, 'account'>, id: string): void {
    this.seen.delete(`${account} ${id}`)
  }
}
