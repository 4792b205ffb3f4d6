import type { Clock } from '../../../platform/clock.ts'
import type { MaybePromise } from '../../../platform/metering/limiter.ts'
import { isAssetId } from './asset.ts'
import type { AssetStore } from './asset-store.ts'

/**
 * Minimum age of a list before it is loaded again, in milliseconds. Requests with invalid ids cause at most one query
 * in this time.
 */
const MIN_AGE_MS = 1000
/**
 * Maximum age of a list in milliseconds. After this time, removed assets and assets beyond the limit of a smaller plan
 * are dropped.
 */
const MAX_AGE_MS = 60_000
/** Maximum number of cached accounts. With more accounts, the oldest list is loaded again. */
const MAX_ACCOUNTS = 1000

interface AssetList {
  readonly ids: ReadonlySet<string>
  readonly loadedAtMs: number
}

/**
 * Caches the asset ids of accounts, so that requests need no query. All ids of an account are loaded together. Each
 * thread has one cache.
 */
export class KnownAssets {
  private readonly store: Pick<AssetStore, 'listIds'>
  private readonly clock: Clock
  private readonly lists = new Map<number, AssetList>()
  private readonly pendingLoads = new Map<number, Promise<AssetList>>()

  constructor(store: Pick<AssetStore, 'listIds'>, clock: Clock) {
    this.store = store
    this.clock = clock
  }

  /** Returns whether the asset is among the first `maxAssets` assets of the account. */
  has(account: number, id: string, maxAssets: number): MaybePromise<boolean> {
    if (!isAssetId(id)) return false
    const list = this.lists.get(account)
    if (list) {
      const ageMs = this.clock.now() - list.loadedAtMs
      if (ageMs < MIN_AGE_MS || (ageMs < MAX_AGE_MS && list.ids.has(id))) return list.ids.has(id)
    }
    return this.load(account, maxAssets).then(({ ids }) => ids.has(id))
  }

  private load(account: number, maxAssets: number): Promise<AssetList> {
    const pendingLoad = this.pendingLoads.get(account)
    if (pendingLoad) return pendingLoad
    const load = this.loadList(account, maxAssets).finally(() => this.pendingLoads.delete(account))
    this.pendingLoads.set(account, load)
    return load
  }

  private async loadList(account: number, maxAssets: number): Promise<AssetList> {
    const list = { ids: new Set(await this.store.listIds(account, maxAssets)), loadedAtMs: this.clock.now() }
    this.lists.delete(account)
    const [oldestAccount] = this.lists.keys()
    if (this.lists.size >= MAX_ACCOUNTS && oldestAccount !== undefined) this.lists.delete(oldestAccount)
    this.lists.set(account, list)
    return list
  }
}
