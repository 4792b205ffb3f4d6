import { crc32 } from 'node:zlib'
import { DatasetUnreadable, rebuildRemedy } from './dataset-unreadable.ts'

/**
 * Version of the dataset format, including file layout and section semantics. Increment the version when the layout or
 * the semantics change. The error for an unsupported version contains the command that rebuilds the dataset.
 */
export const DATASET_FORMAT = 8

/**
 * Format versions that this release can read. Format 6 also contains hierarchy columns that are now computed instead of
 * stored. Before format 8, no condition or road flag was for a single group of vehicles.
 */
const readableFormats: readonly number[] = [6, 7, DATASET_FORMAT]

export function isReadableFormat(format: number): boolean {
  return readableFormats.includes(format)
}

/**
 * First bytes of every dataset. The header fields up to the version never move, so every server can report the version
 * of any dataset.
 */
const FILE_MAGIC = 'FAIRWAY\n'
export const HEADER_BYTES = 64
const fieldOffsets = {
  version: 8,
  sections: 12,
  fileBytes: 16,
  tableOffset: 24,
  tableBytes: 32,
  tableSum: 40,
  headerSum: 60,
}

export interface Header {
  readonly sectionCount: number
  readonly fileBytes: number
  readonly tableOffset: number
  readonly tableBytes: number
  readonly tableSum: number
}

export function encodeHeader(header: Header, version: number): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write(FILE_MAGIC, 'latin1')
  bytes.writeUInt32LE(version, fieldOffsets.version)
  bytes.writeUInt32LE(header.sectionCount, fieldOffsets.sections)
  bytes.writeBigUInt64LE(BigInt(header.fileBytes), fieldOffsets.fileBytes)
  bytes.writeBigUInt64LE(BigInt(header.tableOffset), fieldOffsets.tableOffset)
  bytes.writeUInt32LE(header.tableBytes, fieldOffsets.tableBytes)
  bytes.writeUInt32LE(header.tableSum, fieldOffsets.tableSum)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, fieldOffsets.headerSum)), fieldOffsets.headerSum)
  return bytes
}

export interface HeaderSource {
  readonly file: string
  /** Actual size of the file, in bytes. */
  readonly size: number
  readonly region?: string | undefined
}

/** Decodes the header of a file. Throws a DatasetUnreadable that states the exact problem. */
export function decodeHeader(headerBytes: Uint8Array, { file, size, region }: HeaderSource): Header {
  const bytes = Buffer.from(headerBytes.buffer, headerBytes.byteOffset, Math.min(headerBytes.length, HEADER_BYTES))
  const toError = (kind: DatasetUnreadable['kind'], offset: number, problem: string) =>
    new DatasetUnreadable(kind, file, offset, problem, rebuildRemedy(region))

  const magic = bytes.toString('latin1', 0, FILE_MAGIC.length)
  if (magic === '' || !FILE_MAGIC.startsWith(magic)) throw toError('not-a-dataset', 0, 'this is not a dataset file')
  if (bytes.length < HEADER_BYTES) throw toError('truncated', size, `the file ends within its header`)
  const version = bytes.readUInt32LE(fieldOffsets.version)
  if (!isReadableFormat(version)) {
    const problem = `the file was compiled with format ${version}, but this server reads ${DATASET_FORMAT}`
    throw toError('other-version', fieldOffsets.version, problem)
  }
  if (crc32(bytes.subarray(0, fieldOffsets.headerSum)) !== bytes.readUInt32LE(fieldOffsets.headerSum)) {
    throw toError('damaged', 0, 'the checksum of the header is wrong')
  }
  const header = {
    sectionCount: bytes.readUInt32LE(fieldOffsets.sections),
    fileBytes: Number(bytes.readBigUInt64LE(fieldOffsets.fileBytes)),
    tableOffset: Number(bytes.readBigUInt64LE(fieldOffsets.tableOffset)),
    tableBytes: bytes.readUInt32LE(fieldOffsets.tableBytes),
    tableSum: bytes.readUInt32LE(fieldOffsets.tableSum),
  }
  if (size < header.fileBytes) {
    throw toError('truncated', size, `the file ends here, ${header.fileBytes - size} bytes too early`)
  }
  if (size > header.fileBytes) throw toError('damaged', header.fileBytes, 'there is extra data at the end of the file')
  return header
}
