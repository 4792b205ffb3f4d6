import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { ChunkKey, ChunkStore } from './chunk-store.ts'
import { combineCrc32 } from './crc32-combine.ts'
import { createGzipTrailer, GZIP_HEADER, LAST_BLOCK } from './piece.ts'

/** Returns whether a client accepts gzip, based on its Accept-Encoding header. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((entry) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(entry))
}

/** Opens a result as a gzip file or as plain text. Only one chunk is in memory at a time. */
export function openResult(
  chunks: Pick<ChunkStore, 'read'>,
  job: string,
  keys: readonly ChunkKey[],
  isCompressed: boolean,
): Readable {
  if (isCompressed) return Readable.from(readGzip(chunks, job, keys), { objectMode: false })
  // The reader of the returned stream receives the error.
  return pipeline(Readable.from(readDeflated(chunks, job, keys), { objectMode: false }), createInflateRaw(), () => {})
}

async function* readGzip(
  chunks: Pick<ChunkStore, 'read'>,
  job: string,
  keys: readonly ChunkKey[],
): AsyncGenerator<Uint8Array> {
  yield GZIP_HEADER
  yield* readDeflated(chunks, job, keys)
  let checksum = 0
  let length = 0
  for (const { contentCrc32, contentLength } of keys) {
    checksum = combineCrc32(checksum, contentCrc32, contentLength)
    length += contentLength
  }
  yield createGzipTrailer(checksum, length)
}

async function* readDeflated(
  chunks: Pick<ChunkStore, 'read'>,
  job: string,
  keys: readonly ChunkKey[],
): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield await chunks.read(job, key)
  yield LAST_BLOCK
}
