import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { DatasetUnreadable, rebuildRemedy } from './dataset-unreadable.ts'
import { decodeHeader, HEADER_BYTES } from './header.ts'
import { parseTable, type SectionEntry } from './section-table.ts'
import { findArrayClass, requireLittleEndian, type TypedArray, type TypedArrayClass, toBytes } from './typed-array.ts'

export interface ReadOptions {
  /** Reads into memory shared by all threads. */
  readonly shared?: boolean
  /** Region of the dataset, for messages. */
  readonly region?: string
}

/** Returns all sections of a file as views into one buffer, with every byte verified. Throws a DatasetUnreadable. */
export async function readSections(file: string, options: ReadOptions = {}): Promise<Map<string, TypedArray>> {
  const buffer = await readFileBytes(file, options)
  const sections = new Map<string, TypedArray>()
  for (const { entry, array } of viewEntries(file, buffer, options)) {
    if ((await checksumInChunks(toBytes(array))) !== entry.checksum) {
      const problem = `the checksum of section ${entry.name} is wrong`
      throw new DatasetUnreadable('damaged', file, entry.offset, problem, rebuildRemedy(options.region))
    }
    sections.set(entry.name, array)
  }
  return sections
}

/**
 * Creates the same views in another thread from the underlying buffer. The bytes were already verified when they were
 * read.
 */
export function viewSections(
  file: string,
  buffer: ArrayBufferLike,
  options: ReadOptions = {},
): Map<string, TypedArray> {
  return new Map([...viewEntries(file, buffer, options)].map(({ entry, array }) => [entry.name, array]))
}

/** Returns a required section with the given element type: `getSection(sections, 'nodes.latitude', Int32Array)`. */
export function getSection<T extends TypedArray>(
  sections: ReadonlyMap<string, TypedArray>,
  name: string,
  type: TypedArrayClass<T>,
): T {
  const array = sections.get(name)
  if (array instanceof type) return array
  const actualContent = array ? `contains a ${array.constructor.name}` : 'is missing'
  throw new Error(
    `section ${name} should contain a ${type.name} but ${actualContent}; was DATASET_FORMAT not incremented?`,
  )
}

/** Small enough that a server can still respond between two chunks. */
const CHUNK_BYTES = 16 * 1024 * 1024

async function readFileBytes(file: string, { shared, region }: ReadOptions): Promise<ArrayBufferLike> {
  requireLittleEndian()
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new DatasetUnreadable('missing', file, 0, 'there is no such file', rebuildRemedy(region))
  })
  try {
    const { size } = await handle.stat()
    const start = new Uint8Array(Math.min(size, HEADER_BYTES))
    await readFully(handle, start, file, region)
    // Checked before reading the rest, because a file that is not a dataset may have any size.
    decodeHeader(start, { file, size, region })
    const buffer = shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size)
    await readFully(handle, new Uint8Array(buffer), file, region)
    return buffer
  } finally {
    await handle.close()
  }
}

async function readFully(
  handle: FileHandle,
  bytes: Uint8Array,
  file: string,
  region: string | undefined,
): Promise<void> {
  let byteOffset = 0
  while (byteOffset < bytes.length) {
    const { bytesRead } = await handle.read(
      bytes,
      byteOffset,
      Math.min(CHUNK_BYTES, bytes.length - byteOffset),
      byteOffset,
    )
    if (bytesRead === 0) {
      const problem = `the file ends here, ${bytes.length - byteOffset} bytes too early`
      throw new DatasetUnreadable('truncated', file, byteOffset, problem, rebuildRemedy(region))
    }
    byteOffset += bytesRead
  }
}

function* viewEntries(
  file: string,
  buffer: ArrayBufferLike,
  { region }: ReadOptions,
): Generator<{ entry: SectionEntry; array: TypedArray }> {
  const bytes = new Uint8Array(buffer)
  const header = decodeHeader(bytes, { file, size: bytes.length, region })
  const table = bytes.subarray(header.tableOffset, header.tableOffset + header.tableBytes)
  const isTableIntact = crc32(table) === header.tableSum
  const entries = isTableIntact ? parseTable(table, header.sectionCount, header.tableOffset) : undefined
  if (!entries) {
    const problem = 'the section table is damaged'
    throw new DatasetUnreadable('damaged', file, header.tableOffset, problem, rebuildRemedy(region))
  }
  for (const entry of entries) {
    const type = findArrayClass(entry.typeCode)
    if (type) yield { entry, array: new type(buffer, entry.offset, entry.length) }
  }
}

async function checksumInChunks(bytes: Uint8Array): Promise<number> {
  let checksum = 0
  for (let byteOffset = 0; byteOffset < bytes.length; byteOffset += CHUNK_BYTES) {
    checksum = crc32(bytes.subarray(byteOffset, byteOffset + CHUNK_BYTES), checksum)
    await nextTurn()
  }
  return checksum
}
