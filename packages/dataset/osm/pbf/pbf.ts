import { type FileHandle, open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { OsmBlock } from '../block.ts'
import { DOWNLOAD_AGAIN_REMEDY, UnreadableExtract } from '../unreadable-extract.ts'
import { decodePrimitiveBlock } from './primitive-block.ts'
import { MalformedProtobuf, ProtobufReader } from './protobuf.ts'

/** A compressed blob as stored in the file. */
export interface PbfBlob {
  readonly type: string
  /** Byte offset of the blob in the file, for error messages. */
  readonly offset: number
  /** Bytes of the complete Blob message. */
  readonly bytes: Uint8Array
}

/** Size limits of the format, in bytes (fileformat.proto). */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024
const NOT_PBF_MESSAGE = 'this is not an .osm.pbf file; give an OpenStreetMap extract in that format'

/** Yields the blobs of a file in order. `onProgress` receives the number of bytes read and the total. */
export async function* readBlobs(
  file: string,
  onProgress?: (read: number, total: number) => void,
): AsyncGenerator<PbfBlob> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new UnreadableExtract(file, 0, 'the file is empty', DOWNLOAD_AGAIN_REMEDY)
    let offset = 0
    while (offset < size) {
      const header = await readHeader(handle, file, offset, size)
      const bytes = await readExactly(handle, file, header.blobOffset, header.blobBytes)
      yield { type: header.type, offset: header.blobOffset, bytes }
      offset = header.blobOffset + header.blobBytes
      onProgress?.(offset, size)
    }
  } finally {
    await handle.close()
  }
}

async function readHeader(handle: FileHandle, file: string, offset: number, size: number) {
  const remedy = offset === 0 ? NOT_PBF_MESSAGE : DOWNLOAD_AGAIN_REMEDY
  const length = Buffer.from(await readExactly(handle, file, offset, 4)).readUInt32BE(0)
  if (length === 0 || length > MAX_HEADER_BYTES) {
    throw new UnreadableExtract(file, offset, `a block header cannot have ${length} bytes`, remedy)
  }
  const bytes = await readExactly(handle, file, offset + 4, length)
  let type = ''
  let blobBytes = -1
  withReadErrors(file, offset + 4, remedy, () => {
    const reader = new ProtobufReader(bytes)
    while (reader.nextField()) {
      if (reader.field === 1) type = new TextDecoder().decode(reader.readBytes())
      else if (reader.field === 3) blobBytes = reader.readVarint()
      else reader.skipField()
    }
  })
  const blobOffset = offset + 4 + length
  if (blobBytes < 0 || blobBytes > MAX_BLOB_BYTES || (offset === 0 && type !== 'OSMHeader')) {
    throw new UnreadableExtract(file, offset, `the block header is invalid`, remedy)
  }
  if (blobOffset + blobBytes > size) {
    throw new UnreadableExtract(
      file,
      offset,
      `the file ends in the middle of a block of ${blobBytes} bytes`,
      DOWNLOAD_AGAIN_REMEDY,
    )
  }
  return { type, blobOffset, blobBytes }
}

async function readExactly(handle: FileHandle, file: string, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  const { bytesRead } = await handle.read(bytes, 0, length, offset)
  if (bytesRead < length)
    throw new UnreadableExtract(file, offset, 'the file ends in the middle of a block', DOWNLOAD_AGAIN_REMEDY)
  return bytes
}

/**
 * Decompresses and decodes a blob. Returns undefined unless the blob is of type OSMData. For a header blob, checks that
 * the file is supported.
 */
export function decodeBlob(file: string, blob: PbfBlob, withVersions = false): OsmBlock | undefined {
  return withReadErrors(file, blob.offset, DOWNLOAD_AGAIN_REMEDY, () => {
    const content = decompressBlob(file, blob)
    if (blob.type === 'OSMData') return decodePrimitiveBlock(content, withVersions)
    if (blob.type === 'OSMHeader') checkRequiredFeatures(file, blob.offset, content)
    // The format requires that readers skip blobs of other types.
    return undefined
  })
}

/** Properties of a file that are declared in its header. */
export interface PbfHeader {
  /** Time up to which the file is complete, in ISO 8601 format. */
  readonly timestamp: string | undefined
  /** Whether the file may contain multiple versions of an element and deleted elements. */
  readonly isHistory: boolean
  /** URL of the changes to this extract and sequence number of the last change that it contains. */
  readonly replication: { readonly url: string; readonly sequence: number } | undefined
}

/** Decodes the file header in the first blob. */
export function decodeHeaderBlob(file: string, blob: PbfBlob): PbfHeader {
  return withReadErrors(file, blob.offset, DOWNLOAD_AGAIN_REMEDY, () => {
    const reader = new ProtobufReader(decompressBlob(file, blob))
    let timestamp: string | undefined
    let isHistory = false
    let [url, sequence] = ['', -1]
    while (reader.nextField()) {
      if (reader.field === 4) isHistory ||= readText(reader) === 'HistoricalInformation'
      else if (reader.field === 32) timestamp = toIsoTime(reader.readVarint())
      else if (reader.field === 33) sequence = reader.readVarint()
      else if (reader.field === 34) url = readText(reader)
      else reader.skipField()
    }
    const replication = url === '' || sequence < 0 ? undefined : { url, sequence }
    return { timestamp, isHistory, replication }
  })
}

function readText(reader: ProtobufReader): string {
  return new TextDecoder().decode(reader.readBytes())
}

/** Converts seconds to ISO 8601 format. Returns undefined for an invalid time. */
function toIsoTime(seconds: number): string | undefined {
  const date = new Date(seconds * 1000)
  return Number.isFinite(date.getTime()) ? date.toISOString() : undefined
}

function decompressBlob(file: string, { bytes, offset }: PbfBlob): Uint8Array {
  const reader = new ProtobufReader(bytes)
  while (reader.nextField()) {
    if (reader.field === 1) return reader.readBytes()
    if (reader.field === 3) return inflateSync(reader.readBytes(), { maxOutputLength: MAX_BLOB_BYTES })
    if (reader.field >= 4 && reader.field <= 7) {
      const name = ['lzma', 'bzip2', 'lz4', 'zstd'][reader.field - 4]
      throw new UnreadableExtract(
        file,
        offset,
        `the block is compressed with ${name}`,
        'convert the file with "osmium cat"',
      )
    }
    reader.skipField()
  }
  throw new UnreadableExtract(file, offset, 'a block has no content', DOWNLOAD_AGAIN_REMEDY)
}

const supportedFeatures = new Set(['OsmSchema-V0.6', 'DenseNodes', 'HistoricalInformation'])

function checkRequiredFeatures(file: string, offset: number, content: Uint8Array): void {
  const reader = new ProtobufReader(content)
  while (reader.nextField()) {
    if (reader.field !== 4) reader.skipField()
    else {
      const feature = new TextDecoder().decode(reader.readBytes())
      if (supportedFeatures.has(feature)) continue
      throw new UnreadableExtract(
        file,
        offset,
        `the file requires the feature ${feature}`,
        'convert it with "osmium cat"',
      )
    }
  }
}

/** Adds the file and the offset to errors from the decoder and from zlib. */
function withReadErrors<T>(file: string, offset: number, remedy: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof MalformedProtobuf)
      throw new UnreadableExtract(file, offset + error.position, error.message, remedy)
    const code = String((error as { code?: unknown }).code)
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') {
      throw new UnreadableExtract(file, offset, `a block cannot be decompressed (${(error as Error).message})`, remedy)
    }
    throw error
  }
}
