import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

const CHUNK_BYTES = 256 * 1024

/** Thrown when the bytes are not valid data in their compression format. */
export class DamagedCompression extends Error {}

/** Yields decompressed bytes at the caller's pace. Errors from the source pass through unchanged. */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  // An error in the source destroys the stream and thereby reaches the loop, so the callback does nothing.
  pipeline(chunks, unzipped, () => undefined)
  try {
    yield* unzipped as AsyncIterable<Buffer>
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? new DamagedCompression() : error
  } finally {
    unzipped.destroy()
  }
}
