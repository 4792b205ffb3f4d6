import { stat } from 'node:fs/promises'
import type { FeedContent } from './feeds/feed-content.ts'
import { describeFailure } from './feeds/feed-failure.ts'
import { parseSource, showSource } from './feeds/feed-source.ts'
import { fetchFeed } from './feeds/fetch-feed.ts'
import type { FeedVersion } from './feeds/opened-feed.ts'

/** A feed with its last valid content. */
export interface KeptFeed {
  /** Display name, without user, password and parameters. */
  readonly name: string
  readonly content: FeedContent | undefined
  /** The time that the content describes: the time of a file, or of the last reply. Undefined when it does not age. */
  readonly asOfMs: number | undefined
  readonly readAtMs: number | undefined
  /** Why the last try failed, and since when. */
  readonly failure: { readonly text: string; readonly sinceMs: number } | undefined
}

export interface KeeperOptions {
  readonly source: string
  readonly name?: string
  readonly refreshMs: number
  /** For manually loaded feeds, which apply as long as they exist. */
  readonly staysFresh?: boolean
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Reads one feed repeatedly. Its content stays until there is a newer valid one. */
export class FeedKeeper {
  private readonly options: KeeperOptions
  private readonly path: string | undefined
  private kept: KeptFeed
  private version: FeedVersion | undefined
  /** The stamp of the file at the last try. A broken file is not read again until it changes. */
  private stamp = ''
  private dueAtMs = 0
  private isReading = false

  constructor(options: KeeperOptions) {
    this.options = options
    const parsed = parseSource(options.source)
    this.path = parsed.ok && parsed.value.kind === 'file' ? parsed.value.path : undefined
    const name = options.name ?? showSource(options.source)
    this.kept = { name, content: undefined, asOfMs: undefined, readAtMs: undefined, failure: undefined }
  }

  get feed(): KeptFeed {
    return this.kept
  }

  /** Checks for new data. Returns true when the content or its status changed. */
  async look(): Promise<boolean> {
    const { now, refreshMs } = this.options
    if (this.isReading) return false
    this.isReading = true
    try {
      if (!(await this.isDue())) return false
      const before = this.kept
      await this.read()
      this.dueAtMs = now() + refreshMs
      return before.content !== this.kept.content || before.failure?.text !== this.kept.failure?.text
    } finally {
      this.isReading = false
    }
  }

  /** A file is checked every time, which is cheap; a URL only when its refresh is due. */
  private async isDue(): Promise<boolean> {
    if (this.path === undefined) return this.options.now() >= this.dueAtMs
    const found = await stat(this.path).catch(() => undefined)
    const stamp = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'gone'
    if (stamp === this.stamp) return false
    this.stamp = stamp
    return true
  }

  private async read(): Promise<void> {
    const { source, now, signal, staysFresh } = this.options
    const fetched = await fetchFeed(source, { known: this.version, signal })
    const nowMs = now()
    if (!fetched.ok) {
      const text = describeFailure(fetched.failure)
      this.kept = { ...this.kept, failure: { text, sinceMs: this.kept.failure?.sinceMs ?? nowMs } }
      return
    }
    const asOf = (version: FeedVersion | undefined) => (version?.kind === 'file' ? version.modifiedMs : nowMs)
    if (fetched.value.kind === 'read') {
      // A file that changed during reading is read again.
      if (this.path !== undefined && !fetched.value.version) this.stamp = ''
      this.version = fetched.value.version
      this.kept = { ...this.kept, content: fetched.value.content }
    }
    this.kept = {
      ...this.kept,
      asOfMs: staysFresh ? undefined : asOf(this.version),
      readAtMs: nowMs,
      failure: undefined,
    }
  }
}
