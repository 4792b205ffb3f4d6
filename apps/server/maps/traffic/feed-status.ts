import { FeedPoller, type PolledFeed } from './feed-poller.ts'
import { redactSource } from './feeds/feed-source.ts'
import { FeedStore } from './store/feed-store.ts'

export interface FeedRegistryOptions {
  readonly dataDir: string
  /** Paths and URLs of the feeds. */
  readonly feeds: readonly string[]
  readonly refreshMs: number
  readonly now: () => number
  /** Called whenever new data has been read. */
  readonly onChange?: () => void
  /** Called when reading a feed has failed unexpectedly. */
  readonly onError?: (feed: string, error: Error) => void
}

/** All feeds: those from the configuration, followed by manually loaded feeds, which take precedence. */
export class FeedRegistry {
  private readonly options: FeedRegistryOptions
  private readonly configuredPollers: readonly FeedPoller[]
  private storedPollers = new Map<string, FeedPoller>()
  private readonly store: FeedStore
  private readonly abortController = new AbortController()
  private hasChanged = false

  constructor(options: FeedRegistryOptions) {
    this.options = options
    const names = toDisplayNames(options.feeds)
    this.configuredPollers = options.feeds.map((source, index) =>
      this.createPoller(source, { name: names[index] ?? source }),
    )
    this.store = new FeedStore(options.dataDir, options.now)
  }

  list(): readonly PolledFeed[] {
    return this.listPollers().map(({ feed }) => feed)
  }

  /**
   * Starts to check all sources for new data, without waiting for URLs. Throws an error if the feed folder cannot be
   * read.
   */
  async poll(): Promise<void> {
    for (const poller of this.listPollers()) void this.pollFeed(poller)
    await this.pollStore()
  }

  /** Checks all sources and waits for the results, up to the given time. */
  async pollAndWait(longestMs: number): Promise<void> {
    await this.pollStore()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, longestMs)
    })
    await Promise.race([Promise.all(this.listPollers().map((poller) => this.pollFeed(poller))), timeout])
    clearTimeout(timer)
  }

  /** Returns whether the feeds have changed since the last call. */
  takeChanged(): boolean {
    const { hasChanged } = this
    this.hasChanged = false
    return hasChanged
  }

  stop(): void {
    this.abortController.abort()
  }

  private listPollers(): FeedPoller[] {
    return [...this.configuredPollers, ...this.storedPollers.values()]
  }

  private async pollFeed(poller: FeedPoller): Promise<void> {
    // An error in a reader must not end the thread, because all maps need it.
    const isNew = await poller.poll().catch((error: Error) => this.options.onError?.(poller.feed.name, error))
    if (!isNew || this.abortController.signal.aborted) return
    this.hasChanged = true
    this.options.onChange?.()
  }

  private async pollStore(): Promise<void> {
    const nowMs = this.options.now()
    const storedFeeds = await this.store.list()
    const currentFeeds = storedFeeds.filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs)
    const nextPollers = new Map<string, FeedPoller>()
    for (const { name, path, version } of currentFeeds) {
      const storedPoller = this.storedPollers.get(version)
      const poller = storedPoller ?? this.createPoller(path, { name, neverExpires: true })
      // The feed is read before it takes effect. Otherwise, replacing a feed would briefly reopen the roads that it
      // closes.
      if (!storedPoller) await poller.poll()
      nextPollers.set(version, poller)
    }
    if (
      nextPollers.size !== this.storedPollers.size ||
      [...nextPollers.keys()].some((key) => !this.storedPollers.has(key))
    )
      this.hasChanged = true
    this.storedPollers = nextPollers
    // The removal is last, because an expired feed no longer applies even if its file cannot be removed.
    if (currentFeeds.length < storedFeeds.length) await this.store.removeExpired(nowMs)
  }

  private createPoller(
    source: string,
    pollerOptions: { readonly name?: string; readonly neverExpires?: boolean },
  ): FeedPoller {
    const { refreshMs, now } = this.options
    return new FeedPoller({ source, refreshMs, now, signal: this.abortController.signal, ...pollerOptions })
  }
}

/** Returns the display names. Two URLs may differ only in their parameters, which are not shown. */
function toDisplayNames(sources: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return sources.map((source) => {
    const redactedSource = redactSource(source)
    const count = (counts.get(redactedSource) ?? 0) + 1
    counts.set(redactedSource, count)
    return count === 1 ? redactedSource : `${redactedSource} (${count})`
  })
}
