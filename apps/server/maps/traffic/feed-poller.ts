import { stat } from 'node:fs/promises'
import type { FeedContent } from './feeds/feed-content.ts'
import { describeFeedFailure } from './feeds/feed-failure.ts'
import { parseFeedSource, redactSource } from './feeds/feed-source.ts'
import { fetchFeed } from './feeds/fetch-feed.ts'
import type { FeedVersion } from './feeds/opened-feed.ts'

/** Feed with its last valid content. */
export interface PolledFeed {
  /** Display name without the user, password and parameters. */
  readonly name: string
  readonly content: FeedContent | undefined
  /**
   * Time that the content describes: the time of a file or of the last reply. Undefined if the content does not age.
   */
  readonly asOfMs: number | undefined
  readonly readAtMs: number | undefined
  /** Reason why the last attempt failed, and the time since which all attempts have failed. */
  readonly failure: { readonly text: string; readonly sinceMs: number } | undefined
}

export interface FeedPollerOptions {
  readonly source: string
  readonly name?: string
  readonly refreshMs: number
  /** True for manually loaded feeds, which apply as long as they exist. */
  readonly neverExpires?: boolean
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Reads one feed repeatedly. The last valid content stays until newer valid content has been read. */
export class FeedPoller {
  private readonly options: FeedPollerOptions
  private readonly filePath: string | undefined
  private current: PolledFeed
  private version: FeedVersion | undefined
  /** Time, size and inode of the file at the last attempt. An invalid file is not read again until it changes. */
  private fileStamp = ''
  private dueAtMs = 0
  private isReading = false

  constructor(options: FeedPollerOptions) {
    this.options = options
    const parsedSource = parseFeedSource(options.source)
    this.filePath = parsedSource.ok && parsedSource.value.kind === 'file' ? parsedSource.value.path : undefined
    const name = options.name ?? redactSource(options.source)
    this.current = { name, content: undefined, asOfMs: undefined, readAtMs: undefined, failure: undefined }
  }

  get feed(): PolledFeed {
    return this.current
  }

  /** Checks for new data. Returns whether the content or its status changed. */
  async poll(): Promise<boolean> {
    const { now, refreshMs } = this.options
    if (this.isReading) return false
    this.isReading = true
    try {
      if (!(await this.isDue())) return false
      const previousFeed = this.current
      await this.read()
      this.dueAtMs = now() + refreshMs
      return previousFeed.content !== this.current.content || previousFeed.failure?.text !== this.current.failure?.text
    } finally {
      this.isReading = false
    }
  }

  /**
   * Returns whether to read the feed. A file is checked every time because the check is cheap, but a URL is read only
   * when its refresh is due.
   */
  private async isDue(): Promise<boolean> {
    if (this.filePath === undefined) return this.options.now() >= this.dueAtMs
    const fileStat = await stat(this.filePath).catch(() => undefined)
    const newStamp = fileStat ? `${fileStat.mtimeMs} ${fileStat.size} ${fileStat.ino}` : 'gone'
    if (newStamp === this.fileStamp) return false
    this.fileStamp = newStamp
    return true
  }

  private async read(): Promise<void> {
    const { source, now, signal, neverExpires } = this.options
    const fetchResult = await fetchFeed(source, { previousVersion: this.version, signal })
    const nowMs = now()
    if (!fetchResult.ok) {
      const message = describeFeedFailure(fetchResult.failure)
      this.current = { ...this.current, failure: { text: message, sinceMs: this.current.failure?.sinceMs ?? nowMs } }
      return
    }
    const getAsOfMs = (version: FeedVersion | undefined) => (version?.kind === 'file' ? version.modifiedMs : nowMs)
    if (fetchResult.value.kind === 'read') {
      // A file that changed during reading is read again.
      if (this.filePath !== undefined && !fetchResult.value.version) this.fileStamp = ''
      this.version = fetchResult.value.version
      this.current = { ...this.current, content: fetchResult.value.content }
    }
    this.current = {
      ...this.current,
      asOfMs: neverExpires ? undefined : getAsOfMs(this.version),
      readAtMs: nowMs,
      failure: undefined,
    }
  }
}
