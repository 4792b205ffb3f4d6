import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import unbzip2 from 'unbzip2-stream'
import { DamagedCompression, gunzip } from '../../streams/gunzip.ts'
import { DOWNLOAD_AGAIN_REMEDY, UnreadableExtract } from '../unreadable-extract.ts'

export type Compression = 'none' | 'gzip' | 'bzip2'
export type Progress = (readBytes: number, totalBytes: number) => void

const CHUNK_BYTES = 256 * 1024
const decompressors = { none: passThrough, gzip: gunzip, bzip2: bunzip2 }

/** Yields the decompressed bytes of a file on demand. Progress is reported in bytes of the file on disk. */
export async function* decompress(
  file: string,
  packing: Compression,
  onProgress?: Progress,
): AsyncGenerator<Uint8Array> {
  const { size } = await stat(file)
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  try {
    for await (const chunk of decompressors[packing](source)) {
      yield chunk
      onProgress?.(source.bytesRead, size)
    }
    onProgress?.(size, size)
  } catch (error) {
    if (!(error instanceof DamagedCompression)) throw error
    const problem = `the data before this position cannot be decompressed with ${packing}`
    throw new UnreadableExtract(file, source.bytesRead, problem, DOWNLOAD_AGAIN_REMEDY)
  } finally {
    source.destroy()
  }
}

function passThrough(source: ReadStream): AsyncIterable<Buffer> {
  return source
}

/**
 * Decompresses bzip2 chunk by chunk. The library works synchronously and has no backpressure, so the next chunk is read
 * only after the output of the previous chunk has been consumed.
 */
async function* bunzip2(source: ReadStream): AsyncGenerator<Buffer> {
  const decompressor = unbzip2()
  let decompressedChunks: Buffer[] = []
  let hasFailed = false
  decompressor.on('data', (chunk: Buffer) => decompressedChunks.push(chunk))
  decompressor.on('error', () => {
    hasFailed = true
  })
  const takeChunks = () => {
    if (hasFailed) throw new DamagedCompression()
    const chunks = decompressedChunks
    decompressedChunks = []
    return chunks
  }
  for await (const chunk of source) {
    decompressor.write(chunk)
    yield* takeChunks()
  }
  decompressor.end()
  yield* takeChunks()
}
