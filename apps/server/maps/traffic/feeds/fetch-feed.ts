import { fail, ok, type Result } from '../../../platform/result.ts'
import { unpack } from './decompress.ts'
import { type ContentLimits, type FeedContent, usualLimits } from './feed-content.ts'
import { FeedBroken, type FeedFailure } from './feed-failure.ts'
import { type FeedSource, parseSource } from './feed-source.ts'
import { openFile } from './open-file.ts'
import { openUrl } from './open-url.ts'
import type { FeedVersion, OpenedFeed, OpenFeed } from './opened-feed.ts'
import { readFeed } from './read-feed.ts'

const MAX_BYTES = 256 * 1024 * 1024
const TIMEOUT_MS = 60_000

export interface FetchOptions {
  /** The version of the current content. Without one, the feed is always read. */
  readonly known?: FeedVersion | undefined
  /** Limit of the transferred size and of the decompressed size. */
  readonly maxBytes?: number
  /** From the first byte sent to the last byte read. */
  readonly timeoutMs?: number
  /** Aborts earlier. */
  readonly signal?: AbortSignal
  readonly limits?: ContentLimits
}

export type FetchedFeed =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'read'; readonly content: FeedContent; readonly version: FeedVersion | undefined }

/** Reads a feed from a file or URL. Never rejects because of the content, and never exceeds the timeout. */
export async function fetchFeed(source: string, options: FetchOptions = {}): Promise<Result<FetchedFeed, FeedFailure>> {
  const parsed = parseSource(source)
  if (!parsed.ok) return parsed
  const { timeoutMs = TIMEOUT_MS } = options
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal
  try {
    return await readSource(parsed.value, signal, options)
  } catch (error) {
    // Any error of an aborted stream is caused by the signal.
    if (timeout.signal.aborted) return fail({ kind: 'too-slow', timeoutMs })
    if (signal.aborted) return fail({ kind: 'stopped' })
    if (error instanceof FeedBroken) return fail(error.failure)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function readSource(source: FeedSource, signal: AbortSignal, options: FetchOptions) {
  const { known, maxBytes = MAX_BYTES, limits = usualLimits } = options
  signal.throwIfAborted()
  const opened: OpenedFeed =
    source.kind === 'file'
      ? await openFile(source.path, { known, signal })
      : await openUrl(source.url, { known, signal, maxBytes })
  if (opened.kind === 'unchanged') return ok(opened)
  try {
    return await readOpened(opened, maxBytes, limits, signal)
  } finally {
    await opened.close()
  }
}

async function readOpened(opened: OpenFeed, maxBytes: number, limits: ContentLimits, signal: AbortSignal) {
  const content = await readFeed(await unpack(opened.chunks, maxBytes), limits)
  // A feed that we aborted must not look like a broken one.
  if (!content.ok) signal.throwIfAborted()
  return content.ok ? ok({ kind: 'read' as const, content: content.value, version: await opened.version() }) : content
}
