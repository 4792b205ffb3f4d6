import { fail, ok, type Result } from '../../../platform/result.ts'
import { defaultFeedLimits, type FeedContent, type FeedLimits } from './feed-content.ts'
import { FeedError, type FeedFailure } from './feed-failure.ts'
import { countByteOrderMarkBytes, detectFormat, FORMAT_SAMPLE_BYTES } from './feed-format.ts'
import { peekStream, skipBytes } from './head-of-chunks.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

/** Reads a feed in any format. Rejects only if reading the chunks fails. */
export async function readFeed(
  chunks: AsyncIterable<Uint8Array>,
  limits = defaultFeedLimits,
): Promise<Result<FeedContent, FeedFailure>> {
  try {
    return ok(await readContent(chunks, limits))
  } catch (error) {
    if (error instanceof FeedError) return fail(error.failure)
    throw error
  }
}

export function readFeedBytes(
  bytes: Uint8Array,
  limits = defaultFeedLimits,
): Promise<Result<FeedContent, FeedFailure>> {
  return readFeed(toSingleChunk(bytes), limits)
}

async function readContent(source: AsyncIterable<Uint8Array>, limits: FeedLimits): Promise<FeedContent> {
  const { head, chunks, close } = await peekStream(source, FORMAT_SAMPLE_BYTES)
  const markBytes = countByteOrderMarkBytes(head)
  const format = detectFormat(head.subarray(markBytes, FORMAT_SAMPLE_BYTES))
  if (!format.ok) {
    await close()
    throw new FeedError(format.failure)
  }
  const body = skipBytes(chunks, markBytes)
  return format.value === 'json' ? readJson(body, limits) : readCsv(body, limits)
}

async function* toSingleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
