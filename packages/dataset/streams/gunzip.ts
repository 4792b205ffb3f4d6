import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

const CHUNK_BYTES = 256 * 1024

/** Error for bytes that are not valid in their compression format. */
export class DamagedCompression extends Error {}

/** Yields decompressed bytes on demand. Errors from the source are rethrown unchanged. */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  // The callback does nothing, because an error in the source destroys the stream and reaches the loop below.
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
