import { setTimeout as sleep } from 'node:timers/promises'
import type { Asset } from '../assets/asset.ts'
import type { FanOut } from './fan-out.ts'
import type { AssetChanges, StreamStore } from './stream-store.ts'
import { hasStateChanged } from './stream-turns.ts'

/** Minimum interval between two database queries in milliseconds, regardless of the number of hints. */
const MIN_QUERY_INTERVAL_MS = 50
/**
 * Interval in milliseconds after which a feed queries without a hint. A hint may be lost with the server that should
 * send it.
 */
const POLL_INTERVAL_MS = 2000
/** Query interval in milliseconds while no hints arrive. */
const UNSUBSCRIBED_POLL_INTERVAL_MS = 250
/** Maximum number of cached assets, and of cached removals. */
const MAX_CACHED = 1000

/**
 * Changes to one account's assets, shared by all its streams in this thread. The database is queried once per change,
 * regardless of the number of streams.
 */
export class AccountFeed {
  private readonly account: number
  private readonly store: Pick<StreamStore, 'listChangesSince' | 'listRecent'>
  private readonly fanOut: FanOut
  private readonly stopListening: () => void
  /** Cached assets by id, oldest change first. */
  private readonly assets = new Map<string, Asset>()
  private readonly removedAssets = new Map<string, number>()
  /** Change number after which `assets` and `removedAssets` contain all changes up to `lastChange`. */
  private completeSince = 0
  private lastChange = -1
  private hasHint = true
  private queriedAt = Number.NEGATIVE_INFINITY
  private pendingQuery: Promise<void> | undefined
  private readonly waiters = new Set<() => void>()

  constructor(account: number, store: Pick<StreamStore, 'listChangesSince' | 'listRecent'>, fanOut: FanOut) {
    this.account = account
    this.store = store
    this.fanOut = fanOut
    this.stopListening = fanOut.listen(account, () => {
      this.hasHint = true
      for (const wake of this.waiters) wake()
    })
  }

  close(): void {
    this.stopListening()
  }

  /**
   * Returns the changes after a change number, for one asset or for all assets. The result includes every change for
   * which a hint has arrived.
   */
  async read(afterChange: number, limit: number, id?: string): Promise<AssetChanges> {
    await this.refresh()
    if (afterChange < this.completeSince) return await this.store.listChangesSince(this.account, afterChange, limit, id)
    const isRequestedChange = (assetId: string, changeNumber: number) =>
      changeNumber > afterChange && (id === undefined || assetId === id)
    return {
      assets: [...this.assets.values()].filter((asset) => isRequestedChange(asset.id, asset.changed)),
      removed: [...this.removedAssets]
        .filter(([assetId, changeNumber]) => isRequestedChange(assetId, changeNumber))
        .map(([assetId, changeNumber]) => ({ id: assetId, changed: changeNumber })),
      last: this.lastChange,
      isTruncated: false,
    }
  }

  /**
   * Lists assets whose state has changed only because time has passed. The least recently changed assets are not
   * cached, because they are already stale.
   */
  listStateChanges(afterMs: number, untilMs: number, id?: string): Asset[] {
    return [...this.assets.values()].filter(
      (asset) => (id === undefined || asset.id === id) && hasStateChanged(asset, afterMs, untilMs),
    )
  }

  /** Waits until a newer change may exist, or until the timeout. */
  async wait(afterChange: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.hasHint || this.lastChange > afterChange || signal.aborted) return
    const wakeController = new AbortController()
    const wake = () => wakeController.abort()
    this.waiters.add(wake)
    const timeoutMs = Math.min(ms, this.fanOut.isDelivering ? POLL_INTERVAL_MS : UNSUBSCRIBED_POLL_INTERVAL_MS)
    await sleep(timeoutMs, undefined, { signal: AbortSignal.any([signal, wakeController.signal]) }).catch(
      () => undefined,
    )
    this.waiters.delete(wake)
  }

  private async refresh(): Promise<void> {
    const ageMs = performance.now() - this.queriedAt
    // A call during a query waits for the result of that query.
    if (
      !this.pendingQuery &&
      !this.hasHint &&
      ageMs < (this.fanOut.isDelivering ? POLL_INTERVAL_MS : UNSUBSCRIBED_POLL_INTERVAL_MS)
    )
      return
    this.pendingQuery ??= this.query(MIN_QUERY_INTERVAL_MS - ageMs).finally(() => {
      this.pendingQuery = undefined
    })
    await this.pendingQuery
  }

  private async query(pauseMs: number): Promise<void> {
    if (pauseMs > 0) await sleep(pauseMs)
    // The flag is cleared before the query, because the result may miss changes made during the query.
    this.hasHint = false
    try {
      const isLoaded = this.lastChange >= 0
      const newChanges = isLoaded && (await this.store.listChangesSince(this.account, this.lastChange, MAX_CACHED))
      if (newChanges && !newChanges.isTruncated && newChanges.removed.length < MAX_CACHED) this.add(newChanges)
      else this.reload(await this.store.listRecent(this.account, MAX_CACHED))
      this.queriedAt = performance.now()
    } catch (error) {
      this.hasHint = true
      throw error
    }
  }

  private reload(recentChanges: AssetChanges): void {
    this.assets.clear()
    this.removedAssets.clear()
    this.completeSince = 0
    for (const changedItems of [recentChanges.assets, recentChanges.removed]) {
      // The oldest change may affect more assets than were read.
      if (changedItems.length >= MAX_CACHED)
        this.completeSince = Math.max(this.completeSince, changedItems[0]?.changed ?? 0)
    }
    this.add(recentChanges)
  }

  private add({ assets, removed, last }: AssetChanges): void {
    for (const asset of assets) {
      this.assets.delete(asset.id)
      this.assets.set(asset.id, asset)
    }
    for (const { id, changed } of removed) {
      this.assets.delete(id)
      this.removedAssets.set(id, changed)
    }
    for (const cachedItems of [this.assets, this.removedAssets] as Map<string, Asset | number>[]) {
      for (const [id, change] of cachedItems) {
        if (cachedItems.size <= MAX_CACHED) break
        cachedItems.delete(id)
        this.completeSince = Math.max(this.completeSince, typeof change === 'number' ? change : change.changed)
      }
    }
    this.lastChange = last
  }
}

/** Feeds of one thread, one for each streamed account. */
export class AccountFeeds {
  private readonly store: StreamStore
  private readonly fanOut: FanOut
  private readonly feeds = new Map<number, { readonly feed: AccountFeed; readers: number }>()

  constructor(store: StreamStore, fanOut: FanOut) {
    this.store = store
    this.fanOut = fanOut
  }

  acquire(account: number): AccountFeed {
    const entry = this.feeds.get(account) ?? { feed: new AccountFeed(account, this.store, this.fanOut), readers: 0 }
    entry.readers++
    this.feeds.set(account, entry)
    return entry.feed
  }

  /** Closes the feed when its last stream closes. */
  release(account: number): void {
    const entry = this.feeds.get(account)
    if (!entry || --entry.readers > 0) return
    entry.feed.close()
    this.feeds.delete(account)
  }
}
