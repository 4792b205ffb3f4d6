import { DamagedCompression, gunzip } from '@fairway/dataset'
import { FeedBroken } from './feed-failure.ts'
import { readHead } from './head-of-chunks.ts'

const GZIP = Buffer.from([0x1f, 0x8b])

/** A compressed file may be compressed again in transit. */
const MAX_LAYERS = 2

/**
 * Decompresses a feed if needed. It detects gzip by the first bytes, because headers and names are wrong too often and
 * plain text never starts like gzip. Throws FeedBroken when the data is damaged, or exceeds the limit before or after
 * decompression.
 */
export async function unpack(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<AsyncIterable<Uint8Array>> {
  let limited: AsyncIterable<Uint8Array> = limitBytes(chunks, maxBytes)
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const headed = await readHead(limited, GZIP.length)
    if (!headed.head.subarray(0, GZIP.length).equals(GZIP)) return headed.chunks
    limited = limitBytes(unzip(headed.chunks), maxBytes)
  }
  return limited
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FeedBroken({ kind: 'too-large', maxBytes })
    yield chunk
  }
}

async function* unzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* gunzip(chunks)
  } catch (error) {
    throw error instanceof DamagedCompression ? new FeedBroken({ kind: 'damaged-gzip' }) : error
  }
}
