import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { DATASET_FORMAT, encodeHeader, HEADER_BYTES } from './header.ts'
import { encodeTable, SECTION_ALIGNMENT, type SectionEntry } from './section-table.ts'
import { getTypeCode, requireLittleEndian, type TypedArray, toBytes } from './typed-array.ts'

export type Sections = Iterable<readonly [name: string, array: TypedArray]>

/**
 * Writes sections as they are produced, so that only one section is in memory at a time. The section table follows the
 * sections. The header is written last, so an unfinished file has no magic number.
 */
export async function writeSections(file: string, sections: Sections): Promise<void> {
  requireLittleEndian()
  const handle = await open(file, 'w')
  try {
    const entries: SectionEntry[] = []
    let end = HEADER_BYTES
    for (const [name, array] of sections) {
      if (entries.some((entry) => entry.name === name)) throw new Error(`there are two sections "${name}"`)
      const offset = alignUp(end)
      const bytes = toBytes(array)
      const checksum = await writeWithChecksum(handle, bytes, offset)
      entries.push({ name, typeCode: getTypeCode(array), length: array.length, offset, checksum })
      end = offset + bytes.length
    }
    const table = encodeTable(entries)
    const tableOffset = alignUp(end)
    const tableSum = await writeWithChecksum(handle, table, tableOffset)
    const fileBytes = tableOffset + table.length
    const header = { sectionCount: entries.length, fileBytes, tableOffset, tableBytes: table.length, tableSum }
    await handle.truncate(fileBytes)
    await writeWithChecksum(handle, encodeHeader(header, DATASET_FORMAT), 0)
  } finally {
    await handle.close()
  }
}

function alignUp(offset: number): number {
  return Math.ceil(offset / SECTION_ALIGNMENT) * SECTION_ALIGNMENT
}

/**
 * Maximum number of bytes per write. The operating system writes at most 2 GiB at once and may write less than
 * requested.
 */
const CHUNK_BYTES = 64 * 1024 * 1024

async function writeWithChecksum(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<number> {
  let checksum = 0
  let writtenBytes = 0
  while (writtenBytes < bytes.length) {
    const chunk = bytes.subarray(writtenBytes, writtenBytes + CHUNK_BYTES)
    const { bytesWritten } = await handle.write(chunk, 0, chunk.length, offset + writtenBytes)
    checksum = crc32(chunk.subarray(0, bytesWritten), checksum)
    writtenBytes += bytesWritten
  }
  return checksum
}
