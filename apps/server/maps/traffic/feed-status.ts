import { FeedKeeper, type KeptFeed } from './feed-poller.ts'
import { showSource } from './feeds/feed-source.ts'
import { FeedShelf } from './store/feed-store.ts'

export interface BoardOptions {
  readonly dataDir: string
  /** Paths and URLs. */
  readonly feeds: readonly string[]
  readonly refreshMs: number
  readonly now: () => number
  /** Called whenever new data was read. */
  readonly onChange?: () => void
  /** Called when reading a feed failed unexpectedly. */
  readonly onFault?: (feed: string, error: Error) => void
}

/** All feeds: those of the configuration, followed by manually loaded ones, which take precedence. */
export class FeedBoard {
  private readonly options: BoardOptions
  private readonly configured: readonly FeedKeeper[]
  private shelved = new Map<string, FeedKeeper>()
  private readonly shelf: FeedShelf
  private readonly stopping = new AbortController()
  private changed = false

  constructor(options: BoardOptions) {
    this.options = options
    const names = namesOf(options.feeds)
    this.configured = options.feeds.map((source, index) => this.open(source, { name: names[index] ?? source }))
    this.shelf = new FeedShelf(options.dataDir, options.now)
  }

  list(): readonly KeptFeed[] {
    return this.keepers().map(({ feed }) => feed)
  }

  /** Starts to check all sources for new data. Never waits for a URL; throws when the feed folder cannot be read. */
  async look(): Promise<void> {
    for (const keeper of this.keepers()) void this.lookAt(keeper)
    await this.lookAtShelf()
  }

  /** Checks all sources and waits for the results, up to the given time. */
  async lookFirst(longestMs: number): Promise<void> {
    await this.lookAtShelf()
    let late: NodeJS.Timeout | undefined
    const enough = new Promise((resolve) => {
      late = setTimeout(resolve, longestMs)
    })
    await Promise.race([Promise.all(this.keepers().map((keeper) => this.lookAt(keeper))), enough])
    clearTimeout(late)
  }

  /** Whether anything has changed since the last call. */
  takeChanged(): boolean {
    const { changed } = this
    this.changed = false
    return changed
  }

  stop(): void {
    this.stopping.abort()
  }

  private keepers(): FeedKeeper[] {
    return [...this.configured, ...this.shelved.values()]
  }

  private async lookAt(keeper: FeedKeeper): Promise<void> {
    // An error in a reader must not end the thread that all maps need.
    const isNew = await keeper.look().catch((error: Error) => this.options.onFault?.(keeper.feed.name, error))
    if (!isNew || this.stopping.signal.aborted) return
    this.changed = true
    this.options.onChange?.()
  }

  private async lookAtShelf(): Promise<void> {
    const nowMs = this.options.now()
    const all = await this.shelf.list()
    const listed = all.filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs)
    const next = new Map<string, FeedKeeper>()
    for (const { name, path, version } of listed) {
      const known = this.shelved.get(version)
      const keeper = known ?? this.open(path, { name, staysFresh: true })
      // Read before it takes effect: replacing a feed must not open its closed roads for a moment.
      if (!known) await keeper.look()
      next.set(version, keeper)
    }
    if (next.size !== this.shelved.size || [...next.keys()].some((key) => !this.shelved.has(key))) this.changed = true
    this.shelved = next
    // Last, because an expired feed no longer applies even if its file cannot be removed.
    if (listed.length < all.length) await this.shelf.removeEnded(nowMs)
  }

  private open(source: string, more: { readonly name?: string; readonly staysFresh?: boolean }): FeedKeeper {
    const { refreshMs, now } = this.options
    return new FeedKeeper({ source, refreshMs, now, signal: this.stopping.signal, ...more })
  }
}

/** Display names. Two URLs may differ only in their parameters, which are not shown. */
function namesOf(sources: readonly string[]): string[] {
  const times = new Map<string, number>()
  return sources.map((source) => {
    const shown = showSource(source)
    const time = (times.get(shown) ?? 0) + 1
    times.set(shown, time)
    return time === 1 ? shown : `${shown} (${time})`
  })
}
