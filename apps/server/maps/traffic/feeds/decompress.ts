import { DamagedCompression, gunzip } from '@fairway/dataset'
import { FeedError } from './feed-failure.ts'
import { peekStream } from './head-of-chunks.ts'

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/** Maximum number of gzip layers. A compressed file may be compressed again in transit. */
const MAX_GZIP_LAYERS = 2

/**
 * Decompresses a feed if needed. Gzip is detected by the first bytes, because headers and names are often wrong and
 * plain text never starts like gzip. Throws FeedError if the data is damaged, or exceeds the limit before or after
 * decompression.
 */
export async function decompress(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<AsyncIterable<Uint8Array>> {
  let limitedChunks: AsyncIterable<Uint8Array> = limitBytes(chunks, maxBytes)
  for (let layer = 0; layer < MAX_GZIP_LAYERS; layer++) {
    const peekedStream = await peekStream(limitedChunks, GZIP_MAGIC.length)
    if (!peekedStream.head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return peekedStream.chunks
    limitedChunks = limitBytes(gunzipFeed(peekedStream.chunks), maxBytes)
  }
  return limitedChunks
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FeedError({ kind: 'too-large', maxBytes })
    yield chunk
  }
}

async function* gunzipFeed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* gunzip(chunks)
  } catch (error) {
    throw error instanceof DamagedCompression ? new FeedError({ kind: 'damaged-gzip' }) : error
  }
}
