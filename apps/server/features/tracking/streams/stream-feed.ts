import { setTimeout as sleep } from 'node:timers/promises'
import type { Asset } from '../assets/asset.ts'
import type { FanOut } from './fan-out.ts'
import type { Changes, StreamStore } from './stream-store.ts'
import { hasTurned } from './stream-turns.ts'

/** Minimum interval between two database queries, regardless of the number of hints. */
const MIN_BETWEEN_MS = 50
/** A hint may be lost with the server that should send it, so a feed queries without one after this time. */
const UNHINTED_MS = 2000
/** The same while no hints arrive at all. */
const DEAF_MS = 250
/** Maximum number of cached assets, and of cached removals. */
const MAX_KEPT = 1000

/**
 * Changes of one account's assets, shared by all its streams in this thread. The database is queried once per change,
 * regardless of the number of streams.
 */
export class AccountFeed {
  private readonly account: number
  private readonly store: Pick<StreamStore, 'changedSince' | 'recent'>
  private readonly fanOut: FanOut
  private readonly stopListening: () => void
  /** Oldest change first. */
  private readonly assets = new Map<string, Asset>()
  private readonly removed = new Map<string, number>()
  /** The two maps above contain all changes after this number up to `last`. */
  private since = 0
  private last = -1
  private isHinted = true
  private lookedAt = Number.NEGATIVE_INFINITY
  private looking: Promise<void> | undefined
  private readonly waiting = new Set<() => void>()

  constructor(account: number, store: Pick<StreamStore, 'changedSince' | 'recent'>, fanOut: FanOut) {
    this.account = account
    this.store = store
    this.fanOut = fanOut
    this.stopListening = fanOut.listen(account, () => {
      this.isHinted = true
      for (const wake of this.waiting) wake()
    })
  }

  close(): void {
    this.stopListening()
  }

  /** Changes after a number, of all assets or one, up to date with all received hints. */
  async read(after: number, limit: number, id?: string): Promise<Changes> {
    await this.freshen()
    if (after < this.since) return await this.store.changedSince(this.account, after, limit, id)
    const isWanted = (one: string, changed: number) => changed > after && (id === undefined || one === id)
    return {
      assets: [...this.assets.values()].filter((asset) => isWanted(asset.id, asset.changed)),
      removed: [...this.removed]
        .filter(([one, changed]) => isWanted(one, changed))
        .map(([one, changed]) => ({ id: one, changed })),
      last: this.last,
      isCut: false,
    }
  }

  /**
   * Assets whose state has changed by time alone. The least recently changed assets are not cached and are already
   * stale.
   */
  turnedBetween(afterMs: number, untilMs: number, id?: string): Asset[] {
    return [...this.assets.values()].filter(
      (asset) => (id === undefined || asset.id === id) && hasTurned(asset, afterMs, untilMs),
    )
  }

  /** Waits until there may be a newer change, or until the timeout. */
  async wait(after: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.isHinted || this.last > after || signal.aborted) return
    const woken = new AbortController()
    const wake = () => woken.abort()
    this.waiting.add(wake)
    const most = Math.min(ms, this.fanOut.isWhole ? UNHINTED_MS : DEAF_MS)
    await sleep(most, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined)
    this.waiting.delete(wake)
  }

  private async freshen(): Promise<void> {
    const age = performance.now() - this.lookedAt
    // A call during a query waits for its result.
    if (!this.looking && !this.isHinted && age < (this.fanOut.isWhole ? UNHINTED_MS : DEAF_MS)) return
    this.looking ??= this.look(MIN_BETWEEN_MS - age).finally(() => {
      this.looking = undefined
    })
    await this.looking
  }

  private async look(pauseMs: number): Promise<void> {
    if (pauseMs > 0) await sleep(pauseMs)
    // Cleared before the query, because the result may miss changes made while it runs.
    this.isHinted = false
    try {
      const isKnown = this.last >= 0
      const found = isKnown && (await this.store.changedSince(this.account, this.last, MAX_KEPT))
      if (found && !found.isCut && found.removed.length < MAX_KEPT) this.add(found)
      else this.begin(await this.store.recent(this.account, MAX_KEPT))
      this.lookedAt = performance.now()
    } catch (error) {
      this.isHinted = true
      throw error
    }
  }

  private begin(found: Changes): void {
    this.assets.clear()
    this.removed.clear()
    this.since = 0
    for (const many of [found.assets, found.removed]) {
      // The oldest change may have more assets than were read.
      if (many.length >= MAX_KEPT) this.since = Math.max(this.since, many[0]?.changed ?? 0)
    }
    this.add(found)
  }

  private add({ assets, removed, last }: Changes): void {
    for (const asset of assets) {
      this.assets.delete(asset.id)
      this.assets.set(asset.id, asset)
    }
    for (const { id, changed } of removed) {
      this.assets.delete(id)
      this.removed.set(id, changed)
    }
    for (const many of [this.assets, this.removed] as Map<string, Asset | number>[]) {
      for (const [id, one] of many) {
        if (many.size <= MAX_KEPT) break
        many.delete(id)
        this.since = Math.max(this.since, typeof one === 'number' ? one : one.changed)
      }
    }
    this.last = last
  }
}

/** The feeds of one thread: one per account while it is streamed. */
export class AccountFeeds {
  private readonly store: StreamStore
  private readonly fanOut: FanOut
  private readonly open = new Map<number, { readonly feed: AccountFeed; readers: number }>()

  constructor(store: StreamStore, fanOut: FanOut) {
    this.store = store
    this.fanOut = fanOut
  }

  take(account: number): AccountFeed {
    const known = this.open.get(account) ?? { feed: new AccountFeed(account, this.store, this.fanOut), readers: 0 }
    known.readers++
    this.open.set(account, known)
    return known.feed
  }

  /** Closes the feed with its last stream. */
  give(account: number): void {
    const known = this.open.get(account)
    if (!known || --known.readers > 0) return
    known.feed.close()
    this.open.delete(account)
  }
}
