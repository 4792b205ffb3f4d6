import type { Clock } from '../../../platform/clock.ts'
import { SINGLE_LINE_PATTERN } from '../../../platform/http/schemas.ts'
import { isAssetId } from './asset.ts'
import type { AssetStore } from './asset-store.ts'

/** Maximum age of an entry in milliseconds, after which a changed reference takes effect. */
const MAX_AGE_MS = 10_000
const MAX_ENTRIES = 20_000

const SINGLE_LINE = new RegExp(SINGLE_LINE_PATTERN)

/** Returns whether an asset can have this reference. PostgreSQL cannot even look up a reference with NUL. */
export function isPossibleReference(reference: string): boolean {
  return SINGLE_LINE.test(reference)
}

/** Finds the assets with a reference, without a query for every position. Each thread has one cache. */
export class AssetsByReference {
  private readonly store: Pick<AssetStore, 'list'>
  private readonly clock: Clock
  private readonly entries = new Map<string, { readonly ids: readonly string[]; readonly atMs: number }>()

  constructor(store: Pick<AssetStore, 'list'>, clock: Clock) {
    this.store = store
    this.clock = clock
  }

  /**
   * Returns at most two asset ids, which is enough to detect an ambiguous reference. An asset id is also a valid
   * reference.
   */
  async find(account: number, reference: string): Promise<readonly string[]> {
    if (isAssetId(reference)) return [reference]
    if (!isPossibleReference(reference)) return []
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
