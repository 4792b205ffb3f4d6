import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { DatasetUnreadable, rebuildRemedy } from './dataset-unreadable.ts'
import { createDeferredGroup, type DeferredSections, type SectionRange } from './deferred-sections.ts'
import { decodeHeader, HEADER_BYTES } from './header.ts'
import { parseTable, type SectionEntry } from './section-table.ts'
import { findArrayClass, requireLittleEndian, type TypedArray, type TypedArrayClass, toBytes } from './typed-array.ts'

export interface ReadOptions {
  /** Reads the sections into memory that all threads share. */
  readonly shared?: boolean
  /** Region of the dataset, used in error messages. */
  readonly region?: string | undefined
}

/**
 * Returns all sections of a file as views into one buffer and verifies every byte. Throws a DatasetUnreadable if the
 * file is invalid.
 */
export async function readSections(file: string, options: ReadOptions = {}): Promise<Map<string, TypedArray>> {
  const buffer = await readFileBytes(file, options)
  const sections = new Map<string, TypedArray>()
  for (const { entry, array } of viewEntries(file, buffer, options)) {
    if ((await checksumInChunks(toBytes(array))) !== entry.checksum) throw toDamagedError(file, entry, options.region)
    sections.set(entry.name, array)
  }
  return sections
}

/**
 * Reads the sections into shared memory, except those that `groupOf` assigns to a group. The views of these sections
 * contain zeros until `readDeferredGroup` is called. The checksums of all sections are verified, so that damaged files
 * are detected immediately.
 */
export async function readSectionsDeferred(
  file: string,
  { region, groupOf }: Pick<ReadOptions, 'region'> & { readonly groupOf: (name: string) => string | undefined },
): Promise<{ readonly sections: Map<string, TypedArray>; readonly deferred: DeferredSections }> {
  requireLittleEndian()
  const handle = await openFile(file, region)
  try {
    const { size } = await handle.stat()
    const start = await readStart(handle, file, size, region)
    const { tableOffset, tableBytes } = decodeHeader(start, { file, size, region })
    const buffer = new SharedArrayBuffer(size)
    new Uint8Array(buffer).set(start)
    await readFully(handle, new Uint8Array(buffer, tableOffset, tableBytes), { file, region, offset: tableOffset })
    const sections = new Map<string, TypedArray>()
    const rangesByGroup = new Map<string, SectionRange[]>()
    const chunk = new Uint8Array(Math.min(size, VERIFY_CHUNK_BYTES))
    for (const { entry, array } of viewEntries(file, buffer, { region })) {
      const { name, offset, checksum } = entry
      const group = groupOf(name)
      const source = { file, region, offset }
      const bytes = toBytes(array)
      if (group === undefined) await readFully(handle, bytes, source)
      const sum =
        group === undefined
          ? await checksumInChunks(bytes)
          : await checksumOfFile(handle, chunk, bytes.byteLength, source)
      if (sum !== checksum) throw toDamagedError(file, entry, region)
      sections.set(name, array)
      if (group === undefined) continue
      const ranges = rangesByGroup.get(group) ?? []
      ranges.push({ name, offset, byteLength: bytes.byteLength, checksum })
      rangesByGroup.set(group, ranges)
    }
    const groups = new Map([...rangesByGroup].map(([name, ranges]) => [name, createDeferredGroup(ranges)]))
    return { sections, deferred: { file, region, buffer, groups } }
  } finally {
    await handle.close()
  }
}

/**
 * Creates views of the same sections in another thread, using the shared buffer. The first thread has already verified
 * the bytes.
 */
export function viewSections(
  file: string,
  buffer: ArrayBufferLike,
  options: ReadOptions = {},
): Map<string, TypedArray> {
  return new Map([...viewEntries(file, buffer, options)].map(({ entry, array }) => [entry.name, array]))
}

/**
 * Returns a required section with the given element type, as in `getSection(sections, 'nodes.latitude', Int32Array)`.
 */
export function getSection<T extends TypedArray>(
  sections: ReadonlyMap<string, TypedArray>,
  name: string,
  type: TypedArrayClass<T>,
): T {
  const array = sections.get(name)
  if (array instanceof type) return array
  const actualContent = array ? `is of type ${array.constructor.name}` : 'is missing'
  throw new Error(
    `section ${name} should be of type ${type.name} but ${actualContent}; was DATASET_FORMAT not incremented?`,
  )
}

/** Size of a chunk in bytes, small enough that a server can respond to requests between two chunks. */
const CHUNK_BYTES = 16 * 1024 * 1024

/** Size in bytes of the buffer for sections that are verified but not kept. */
const VERIFY_CHUNK_BYTES = 1024 * 1024

async function readFileBytes(file: string, { shared, region }: ReadOptions): Promise<ArrayBufferLike> {
  requireLittleEndian()
  const handle = await openFile(file, region)
  try {
    const { size } = await handle.stat()
    // Check the header before reading the whole file, because a file that is not a dataset may be very large.
    decodeHeader(await readStart(handle, file, size, region), { file, size, region })
    const buffer = shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size)
    await readFully(handle, new Uint8Array(buffer), { file, region, offset: 0 })
    return buffer
  } finally {
    await handle.close()
  }
}

async function openFile(file: string, region: string | undefined): Promise<FileHandle> {
  return await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new DatasetUnreadable('missing', file, 0, 'there is no such file', rebuildRemedy(region))
  })
}

async function readStart(
  handle: FileHandle,
  file: string,
  size: number,
  region: string | undefined,
): Promise<Uint8Array> {
  const start = new Uint8Array(Math.min(size, HEADER_BYTES))
  await readFully(handle, start, { file, region, offset: 0 })
  return start
}

interface ByteSource {
  readonly file: string
  readonly region: string | undefined
  readonly offset: number
}

async function readFully(handle: FileHandle, bytes: Uint8Array, { file, region, offset }: ByteSource): Promise<void> {
  let byteOffset = 0
  while (byteOffset < bytes.length) {
    const length = Math.min(CHUNK_BYTES, bytes.length - byteOffset)
    const { bytesRead } = await handle.read(bytes, byteOffset, length, offset + byteOffset)
    if (bytesRead === 0) {
      const problem = `the file ends here, ${bytes.length - byteOffset} bytes too early`
      throw new DatasetUnreadable('truncated', file, offset + byteOffset, problem, rebuildRemedy(region))
    }
    byteOffset += bytesRead
  }
}

async function checksumOfFile(
  handle: FileHandle,
  chunk: Uint8Array,
  byteLength: number,
  source: ByteSource,
): Promise<number> {
  let checksum = 0
  for (let byteOffset = 0; byteOffset < byteLength; byteOffset += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, byteLength - byteOffset))
    await readFully(handle, part, { ...source, offset: source.offset + byteOffset })
    checksum = crc32(part, checksum)
  }
  return checksum
}

function toDamagedError(file: string, { name, offset }: SectionEntry, region: string | undefined): DatasetUnreadable {
  const problem = `the checksum of section ${name} is wrong`
  return new DatasetUnreadable('damaged', file, offset, problem, rebuildRemedy(region))
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
