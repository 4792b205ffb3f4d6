import type { Clock } from '../../../platform/clock.ts'
import { isAssetId } from './asset.ts'
import type { AssetStore } from './asset-store.ts'

/** After this time, a changed reference counts. */
const MAX_AGE_MS = 10_000
const MAX_ENTRIES = 20_000

/** Finds the assets with a reference, without a query for every position. One cache per thread. */
export class AssetsByReference {
  private readonly store: Pick<AssetStore, 'list'>
  private readonly clock: Clock
  private readonly entries = new Map<string, { readonly ids: readonly string[]; readonly atMs: number }>()

  constructor(store: Pick<AssetStore, 'list'>, clock: Clock) {
    this.store = store
    this.clock = clock
  }

  /** At most two, which is enough to see that the reference is ambiguous. An id of an asset is its own reference. */
  async find(account: number, reference: string): Promise<readonly string[]> {
    if (isAssetId(reference)) return [reference]
    const key = `${account} ${reference}`
    const entry = this.entries.get(key)
    const nowMs = this.clock.now()
    if (entry && nowMs - entry.atMs < MAX_AGE_MS) return entry.ids
    const ids = (await this.store.list(account, 0, 2, { reference })).map(({ id }) => id)
    this.entries.delete(key)
    const [oldest] = this.entries.keys()
    if (this.entries.size >= MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest)
    this.entries.set(key, { ids, atMs: nowMs })
    return ids
  }
}
