import { fail, ok, type Result } from '../../../platform/result.ts'
import { type ContentLimits, type FeedContent, usualLimits } from './feed-content.ts'
import { FeedBroken, type FeedFailure } from './feed-failure.ts'
import { countMarkBytes, HEAD_BYTES, toFormat } from './feed-format.ts'
import { dropFirst, readHead } from './head-of-chunks.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

/** Reads a feed in any format. Rejects only with errors of the chunks themselves. */
export async function readFeed(
  chunks: AsyncIterable<Uint8Array>,
  limits = usualLimits,
): Promise<Result<FeedContent, FeedFailure>> {
  try {
    return ok(await readContent(chunks, limits))
  } catch (error) {
    if (error instanceof FeedBroken) return fail(error.failure)
    throw error
  }
}

export function readFeedBytes(bytes: Uint8Array, limits = usualLimits): Promise<Result<FeedContent, FeedFailure>> {
  return readFeed(inOnePiece(bytes), limits)
}

async function readContent(source: AsyncIterable<Uint8Array>, limits: ContentLimits): Promise<FeedContent> {
  const { head, chunks, close } = await readHead(source, HEAD_BYTES)
  const mark = countMarkBytes(head)
  const format = toFormat(head.subarray(mark, HEAD_BYTES))
  if (!format.ok) {
    await close()
    throw new FeedBroken(format.failure)
  }
  const text = dropFirst(chunks, mark)
  return format.value === 'json' ? readJson(text, limits) : readCsv(text, limits)
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
