import type { TypicalSpeeds } from './typical-speeds.ts'

/**
 * Typical speeds are stored in binary form, with a header of 32 bytes followed by the columns. Each column is aligned
 * to its element size. The columns are read as views without decoding, and a lookup reads only a few bytes.
 */
const FILE_MAGIC = 0x53545746
const FILE_VERSION = 1
const HEADER_BYTES = 32
const HEADER_FIELDS = { magic: 0, version: 1, arcCount: 2, runCount: 3, network: 4, checksum: 5 } as const

export interface UnreadableTypical {
  readonly kind: 'unreadable'
  readonly reason: string
}

/**
 * Writes typical speeds. `network` identifies the network of the arcs, because arc numbers are meaningless in any other
 * network.
 */
export function writeTypical(speeds: TypicalSpeeds, network: number): Uint8Array {
  const { arcCount, first, run, speed, weight } = speeds
  const offsets = offsetsOf(arcCount, run.length)
  const bytes = new Uint8Array(offsets.end)
  const header = new Uint32Array(bytes.buffer, 0, HEADER_BYTES / 4)
  new Uint32Array(bytes.buffer, offsets.first, arcCount + 1).set(first)
  new Uint16Array(bytes.buffer, offsets.run, run.length).set(run)
  bytes.set(speed, offsets.speed)
  bytes.set(weight, offsets.weight)
  header[HEADER_FIELDS.magic] = FILE_MAGIC
  header[HEADER_FIELDS.version] = FILE_VERSION
  header[HEADER_FIELDS.arcCount] = arcCount
  header[HEADER_FIELDS.runCount] = run.length
  header[HEADER_FIELDS.network] = network
  header[HEADER_FIELDS.checksum] = checksumOf(bytes)
  return bytes
}

/** Reads typical speeds as views of the bytes. The bytes must not change while the speeds are in use. */
export function readTypical(bytes: Uint8Array, network: number): TypicalSpeeds | UnreadableTypical {
  if (bytes.byteLength < HEADER_BYTES || bytes.byteLength % 4 !== 0) return toUnreadable('it is truncated')
  // Views require alignment, which a slice of a larger buffer may lack.
  const alignedBytes = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const header = new Uint32Array(alignedBytes.buffer, alignedBytes.byteOffset, HEADER_BYTES / 4)
  if (header[HEADER_FIELDS.magic] !== FILE_MAGIC) return toUnreadable('it contains no typical speeds')
  if (header[HEADER_FIELDS.version] !== FILE_VERSION)
    return toUnreadable(`version ${header[HEADER_FIELDS.version]} is not supported`)
  if (header[HEADER_FIELDS.network] !== network) return toUnreadable('it was learned on another network')
  const [arcCount, runCount] = [header[HEADER_FIELDS.arcCount], header[HEADER_FIELDS.runCount]]
  const offsets = offsetsOf(arcCount, runCount)
  if (offsets.end !== alignedBytes.byteLength) return toUnreadable('its length does not match its header')
  if (header[HEADER_FIELDS.checksum] !== checksumOf(alignedBytes)) return toUnreadable('it is damaged')
  const first = new Uint32Array(alignedBytes.buffer, alignedBytes.byteOffset + offsets.first, arcCount + 1)
  if (first[0] !== 0 || first[arcCount] !== runCount || !isAscending(first)) return toUnreadable('its index is wrong')
  return {
    arcCount,
    first,
    run: new Uint16Array(alignedBytes.buffer, alignedBytes.byteOffset + offsets.run, runCount),
    speed: new Uint8Array(alignedBytes.buffer, alignedBytes.byteOffset + offsets.speed, runCount),
    weight: new Uint8Array(alignedBytes.buffer, alignedBytes.byteOffset + offsets.weight, runCount),
  }
}

function toUnreadable(reason: string): UnreadableTypical {
  return { kind: 'unreadable', reason }
}

function offsetsOf(arcCount: number, runCount: number) {
  const first = HEADER_BYTES
  const run = first + 4 * (arcCount + 1)
  const speed = run + 2 * runCount
  const weight = speed + runCount
  return { first, run, speed, weight, end: Math.ceil((weight + runCount) / 4) * 4 }
}

function isAscending(first: Uint32Array): boolean {
  for (let i = 1; i < first.length; i++) if (first[i] < first[i - 1]) return false
  return true
}

/** Computes an FNV-1a checksum over words, excluding the checksum itself. */
function checksumOf(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  let hash = 0x811c9dc5
  for (let i = 0; i < words.length; i++) if (i !== HEADER_FIELDS.checksum) hash = Math.imul(hash ^ words[i], 0x01000193)
  return hash >>> 0
}
