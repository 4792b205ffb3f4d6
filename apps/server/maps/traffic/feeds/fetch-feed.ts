import { fail, ok, type Result } from '../../../platform/result.ts'
import { decompress } from './decompress.ts'
import { defaultFeedLimits, type FeedContent, type FeedLimits } from './feed-content.ts'
import { FeedError, type FeedFailure } from './feed-failure.ts'
import { type FeedSource, parseFeedSource } from './feed-source.ts'
import { openFile } from './open-file.ts'
import { openUrl } from './open-url.ts'
import type { FeedVersion, OpenFeed, OpenFeedResult } from './opened-feed.ts'
import { readFeed } from './read-feed.ts'

const MAX_BYTES = 256 * 1024 * 1024
const TIMEOUT_MS = 60_000

export interface FetchFeedOptions {
  /** Version of the current content. Without a version, the feed is always read. */
  readonly previousVersion?: FeedVersion | undefined
  /** Maximum transferred size and maximum decompressed size, in bytes. */
  readonly maxBytes?: number
  /** Maximum time from the first byte sent to the last byte read, in milliseconds. */
  readonly timeoutMs?: number
  /** Aborts the read before the timeout. */
  readonly signal?: AbortSignal
  readonly limits?: FeedLimits
}

export type FetchedFeed =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'read'; readonly content: FeedContent; readonly version: FeedVersion | undefined }

/** Reads a feed from a file or URL. Invalid content never causes a rejection, and reading never exceeds the timeout. */
export async function fetchFeed(
  source: string,
  options: FetchFeedOptions = {},
): Promise<Result<FetchedFeed, FeedFailure>> {
  const parsedSource = parseFeedSource(source)
  if (!parsedSource.ok) return parsedSource
  const { timeoutMs = TIMEOUT_MS } = options
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal
  try {
    return await readSource(parsedSource.value, signal, options)
  } catch (error) {
    // After an abort, the signal is the cause of any stream error.
    if (timeout.signal.aborted) return fail({ kind: 'too-slow', timeoutMs })
    if (signal.aborted) return fail({ kind: 'stopped' })
    if (error instanceof FeedError) return fail(error.failure)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function readSource(source: FeedSource, signal: AbortSignal, options: FetchFeedOptions) {
  const { previousVersion, maxBytes = MAX_BYTES, limits = defaultFeedLimits } = options
  signal.throwIfAborted()
  const openResult: OpenFeedResult =
    source.kind === 'file'
      ? await openFile(source.path, { previousVersion, signal })
      : await openUrl(source.url, { previousVersion, signal, maxBytes })
  if (openResult.kind === 'unchanged') return ok(openResult)
  try {
    return await readOpenedFeed(openResult, maxBytes, limits, signal)
  } finally {
    await openResult.close()
  }
}

async function readOpenedFeed(openFeed: OpenFeed, maxBytes: number, limits: FeedLimits, signal: AbortSignal) {
  const content = await readFeed(await decompress(openFeed.chunks, maxBytes), limits)
  // An aborted feed must not look like an invalid feed.
  if (!content.ok) signal.throwIfAborted()
  return content.ok ? ok({ kind: 'read' as const, content: content.value, version: await openFeed.version() }) : content
}
