import type { Readable, Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { ReplyEncoding } from './choose-encoding.ts'

/** Replies up to this size are sent uncompressed, because they would hardly become smaller. */
export const MAX_UNCOMPRESSED_BYTES = 1000
/**
 * Maximum size that is compressed at once, which takes about half a millisecond. Handing a small reply to another thread
 * takes longer than compressing it.
 */
const MAX_SYNC_BYTES = 32_768

// Higher levels take two to five times as much CPU time for replies that are 5 to 10 % smaller.
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
// The smaller window and hash table take half the time to set up, and the replies have nearly the same size.
const GZIP_OPTIONS = { level: 1, windowBits: 14, memLevel: 7 }

const gzipLater = promisify<Uint8Array, typeof GZIP_OPTIONS, Buffer>(gzip)
const brotliLater = promisify<Uint8Array, typeof BROTLI_OPTIONS, Buffer>(brotliCompress)

/** Text formats become smaller. Pictures, archives and vector tiles are already compressed. */
const TEXT_PATTERN =
  /^(?:text\/(?!event-stream)|(?:image\/svg\+xml|application\/(?:json|xml|javascript|[\w.-]+\+(?:json|xml)))(?:;|$))/

export function isCompressibleType(contentType: string): boolean {
  return TEXT_PATTERN.test(contentType)
}

export function canCompressNow(body: string | Uint8Array): boolean {
  return body.length <= MAX_SYNC_BYTES
}

export function compressNow(body: string | Uint8Array, encoding: ReplyEncoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, BROTLI_OPTIONS) : gzipSync(body, GZIP_OPTIONS)
}

/** Compresses a large body in another thread. The caller may reuse the memory of the body. */
export function compressLater(body: string | Uint8Array, encoding: ReplyEncoding): Promise<Buffer> {
  const copy = Buffer.from(body as Uint8Array)
  return encoding === 'br' ? brotliLater(copy, BROTLI_OPTIONS) : gzipLater(copy, GZIP_OPTIONS)
}

/**
 * Compresses a stream in another thread while it is read. Chunks are copied, because the source may reuse the memory of
 * a chunk after the next one.
 */
export function compressStream(source: Readable, encoding: ReplyEncoding): Transform {
  const compressor = encoding === 'br' ? createBrotliCompress(BROTLI_OPTIONS) : createGzip(GZIP_OPTIONS)
  source.on('data', (chunk: Uint8Array | string) => {
    if (!compressor.write(Buffer.from(chunk as Uint8Array))) source.pause()
  })
  compressor.on('drain', () => source.resume())
  source.once('end', () => compressor.end())
  source.once('error', (error) => compressor.destroy(error))
  source.once('close', () => {
    if (!source.readableEnded) compressor.destroy()
  })
  compressor.once('close', () => source.destroy())
  return compressor
}
