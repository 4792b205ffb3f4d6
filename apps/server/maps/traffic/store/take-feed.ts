import { fail, ok, type Result } from '../../../platform/result.ts'
import { decompress } from '../feeds/decompress.ts'
import { defaultFeedLimits, type FeedContent } from '../feeds/feed-content.ts'
import { FeedError, type FeedFailure } from '../feeds/feed-failure.ts'
import { type FeedSource, parseFeedSource } from '../feeds/feed-source.ts'
import { openFile } from '../feeds/open-file.ts'
import { openUrl } from '../feeds/open-url.ts'
import { readFeed } from '../feeds/read-feed.ts'

/** The same limits apply to configured feeds. */
const MAX_BYTES = 256 * 1024 * 1024
const TIMEOUT_MS = 60_000

export interface DownloadFeedOptions {
  readonly maxBytes?: number
  readonly timeoutMs?: number
}

export interface DownloadedFeed {
  /** Original bytes, which may be compressed. */
  readonly bytes: Buffer
  readonly content: FeedContent
}

/** Reads a feed once for storage, and returns its bytes and content. Invalid content never causes a rejection. */
export async function downloadFeed(
  source: string,
  options: DownloadFeedOptions = {},
): Promise<Result<DownloadedFeed, FeedFailure>> {
  const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = options
  const parsedSource = parseFeedSource(source)
  if (!parsedSource.ok) return parsedSource
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const bytes = await readSourceBytes(parsedSource.value, timeout.signal, maxBytes)
    const content = await readFeed(await decompress(toSingleChunk(bytes), maxBytes), defaultFeedLimits)
    return content.ok ? ok({ bytes, content: content.value }) : content
  } catch (error) {
    // After an abort, the signal is the cause of any stream error.
    if (timeout.signal.aborted) return fail({ kind: 'too-slow', timeoutMs })
    if (error instanceof FeedError) return fail(error.failure)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function readSourceBytes(source: FeedSource, signal: AbortSignal, maxBytes: number): Promise<Buffer> {
  const openResult =
    source.kind === 'file' ? await openFile(source.path, { signal }) : await openUrl(source.url, { signal, maxBytes })
  // A server may reply "unchanged" only if the request names an earlier version, which this request does not.
  if (openResult.kind === 'unchanged') throw new FeedError({ kind: 'empty' })
  try {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of openResult.chunks) {
      length += chunk.length
      if (length > maxBytes) throw new FeedError({ kind: 'too-large', maxBytes })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks, length)
  } finally {
    await openResult.close()
  }
}

async function* toSingleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
