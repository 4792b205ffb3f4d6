import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * Compressed piece of a result. The piece is a deflate stream that ends on a byte boundary and has no references to
 * earlier data. The last block of the piece is not marked as last, so that pieces can be joined.
 */
export interface Piece {
  /** Section of the result. Pieces are joined by section, then by part. */
  readonly section: number
  readonly bytes: Uint8Array
  /** Length of the content before compression, in bytes. */
  readonly contentLength: number
  readonly contentCrc32: number
}

/**
 * Compression level. Speed matters more than size, because numbers compress to less than half their size at any level.
 */
const COMPRESSION_LEVEL = 1

export function createPiece(section: number, content: string | Uint8Array): Piece {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  const bytes = deflateRawSync(buffer, { level: COMPRESSION_LEVEL, finishFlush: constants.Z_FULL_FLUSH })
  return { section, bytes, contentLength: buffer.length, contentCrc32: crc32(buffer) }
}

/** Header of a gzip file without a name or time. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** Empty last block of a deflate stream. */
export const LAST_BLOCK = Buffer.from([3, 0])

export function createGzipTrailer(contentCrc32: number, contentLength: number): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(contentCrc32 >>> 0, 0)
  trailer.writeUInt32LE(contentLength % 2 ** 32, 4)
  return trailer
}
