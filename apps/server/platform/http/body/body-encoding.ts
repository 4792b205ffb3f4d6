import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

const DECOMPRESSORS = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const

export type BodyEncoding = keyof typeof DECOMPRESSORS

/** Values of the Content-Encoding header that requests may use. */
export const BODY_ENCODINGS = Object.keys(DECOMPRESSORS) as readonly BodyEncoding[]

/** Returns the Content-Encoding header as the client sent it, or undefined if the body is not compressed. */
export function findContentEncoding(headers: { readonly 'content-encoding'?: string | undefined }): string | undefined {
  const given = headers['content-encoding']?.trim() ?? ''
  return given === '' || given.toLowerCase() === 'identity' ? undefined : given
}

/** Returns undefined if the encoding is unknown. */
export function parseBodyEncoding(given: string): BodyEncoding | undefined {
  const name = given.toLowerCase()
  // `x-gzip` is the old name of gzip.
  return BODY_ENCODINGS.find((encoding) => encoding === name || (encoding === 'gzip' && name === 'x-gzip'))
}

export interface Decompressor extends Transform {
  /** Number of compressed bytes that were read. */
  readonly bytesWritten: number
}

export function createDecompressor(encoding: BodyEncoding): Decompressor {
  return DECOMPRESSORS[encoding]()
}
