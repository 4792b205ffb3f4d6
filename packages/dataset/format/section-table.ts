import { findArrayClass } from './typed-array.ts'

/**
 * Alignment of sections in bytes. The value is the size of a CPU cache line, which is a multiple of every element size.
 */
export const SECTION_ALIGNMENT = 64

export interface SectionEntry {
  readonly name: string
  /** Code of the element type (see typed-array.ts). */
  readonly typeCode: number
  /** Number of elements. */
  readonly length: number
  readonly offset: number
  readonly checksum: number
}

const FIXED_ENTRY_BYTES = 24
const MAX_NAME_BYTES = 255

export function encodeTable(entries: readonly SectionEntry[]): Uint8Array {
  return Buffer.concat(
    entries.map(({ name, typeCode, length, offset, checksum }) => {
      const nameBytes = Buffer.from(name)
      if (nameBytes.length === 0 || nameBytes.length > MAX_NAME_BYTES)
        throw new Error(`a section cannot be named "${name}"`)
      const bytes = Buffer.alloc(FIXED_ENTRY_BYTES + nameBytes.length)
      bytes.writeBigUInt64LE(BigInt(offset), 0)
      bytes.writeBigUInt64LE(BigInt(length), 8)
      bytes.writeUInt32LE(checksum, 16)
      bytes.writeUInt8(typeCode, 20)
      bytes.writeUInt8(nameBytes.length, 21)
      nameBytes.copy(bytes, FIXED_ENTRY_BYTES)
      return bytes
    }),
  )
}

/** Parses the section table. Returns undefined if the bytes are not a valid table or an offset is invalid. */
export function parseTable(bytes: Uint8Array, count: number, sectionsEnd: number): SectionEntry[] | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: SectionEntry[] = []
  let position = 0
  while (entries.length < count) {
    if (position + FIXED_ENTRY_BYTES > buffer.length) return undefined
    const end = position + FIXED_ENTRY_BYTES + buffer.readUInt8(position + 21)
    if (end > buffer.length) return undefined
    const entry: SectionEntry = {
      offset: Number(buffer.readBigUInt64LE(position)),
      length: Number(buffer.readBigUInt64LE(position + 8)),
      checksum: buffer.readUInt32LE(position + 16),
      typeCode: buffer.readUInt8(position + 20),
      name: buffer.toString('utf8', position + FIXED_ENTRY_BYTES, end),
    }
    const type = findArrayClass(entry.typeCode)
    if (!type || entry.offset % SECTION_ALIGNMENT !== 0) return undefined
    if (entry.offset + entry.length * type.BYTES_PER_ELEMENT > sectionsEnd) return undefined
    entries.push(entry)
    position = end
  }
  return position === buffer.length ? entries : undefined
}
