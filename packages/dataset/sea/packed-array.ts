import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { findArrayClass, getTypeCode, type TypedArray, toBytes } from '../format/typed-array.ts'

/** Supported arrays of integers with up to 32 bits. */
export type IntegerArray = Uint8Array | Uint16Array | Uint32Array | Int32Array

/** Number of elements per chunk. Chunks allow several threads to unpack an array without a second copy of it. */
export const CHUNK_LENGTH = 1 << 18
const HEADER_BYTES = 16
/** Compression options. Higher levels take three times as long and save only 5 %. */
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/**
 * Packs an array into bytes. Each element is stored as the zigzag-encoded difference from the element `stride`
 * positions before it, or as raw bytes if `stride` is 0. The bytes are grouped by significance, because most high bytes
 * are zero, and compressed with zstd. The header contains the length, the stride and the type.
 */
export async function packArray(array: TypedArray, stride: number): Promise<Uint8Array> {
  if (!isIntegerArray(array)) throw new Error(`a packed array cannot be a ${nameOf(array)}`)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(array.length, 0)
  header.writeUInt32LE(stride, 4)
  header.writeUInt8(getTypeCode(array), 8)
  const chunks: Buffer[] = []
  for (const [first, end] of listChunkRanges(array.length))
    chunks.push(await packChunk(array.subarray(first, end), stride))
  const sizes = new Uint32Array(chunks.map(({ length }) => length))
  return Buffer.concat([header, toBytes(sizes), ...chunks])
}

/** An array that is being unpacked, and the jobs that unpack it. The jobs can run in any order. */
export interface UnpackJobs {
  readonly array: IntegerArray
  readonly jobs: readonly (() => Promise<void>)[]
}

/** Unpacks an array into memory shared by all threads. The caller must verify the checksum of the bytes first. */
export function unpackArray(packedBytes: Uint8Array): UnpackJobs {
  const bytes = Buffer.from(packedBytes.buffer, packedBytes.byteOffset, packedBytes.byteLength)
  const length = bytes.readUInt32LE(0)
  const stride = bytes.readUInt32LE(4)
  const type = findArrayClass(bytes.readUInt8(8))
  if (!type) throw new Error(`a packed array has the unknown type ${bytes.readUInt8(8)}`)
  const array = new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT), 0, length)
  if (!isIntegerArray(array)) throw new Error(`a packed array cannot be a ${nameOf(array)}`)
  const ranges = listChunkRanges(length)
  let end = HEADER_BYTES + ranges.length * 4
  const jobs = ranges.map(([from, to], index) => {
    const start = end
    end += bytes.readUInt32LE(HEADER_BYTES + index * 4)
    const chunk = bytes.subarray(start, end)
    return () => unpackChunk(chunk, array.subarray(from, to), stride)
  })
  return { array, jobs }
}

async function unpackChunk(chunk: Uint8Array, target: IntegerArray, stride: number): Promise<void> {
  // The buffer is slightly larger than needed, because zlib allocates another buffer when it fills one completely.
  const bytes = await decompress(chunk, { chunkSize: target.byteLength + 64 })
  if (stride === 0) toBytes(target).set(bytes)
  else if (target.BYTES_PER_ELEMENT === 1) decodeDeltas8(bytes, toBytes(target), stride)
  else if (target.BYTES_PER_ELEMENT === 2)
    decodeDeltas16(bytes, new Uint16Array(target.buffer, target.byteOffset, target.length), stride)
  else decodeDeltas32(bytes, new Int32Array(target.buffer, target.byteOffset, target.length), stride)
  freeBuffer(bytes.buffer)
}

/**
 * Frees the memory of an unused buffer immediately. The garbage collector considers only the small JavaScript heap and
 * would run only after hundreds of megabytes have accumulated. Small buffers are kept, because they share their memory
 * with other buffers.
 */
export function freeBuffer(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}

function nameOf(array: TypedArray): string {
  return array.constructor.name
}

function isIntegerArray(array: TypedArray): array is IntegerArray {
  return [Uint8Array, Uint16Array, Uint32Array, Int32Array].some((type) => array instanceof type)
}

function listChunkRanges(length: number): [first: number, end: number][] {
  return Array.from({ length: Math.ceil(length / CHUNK_LENGTH) }, (_, index) => [
    index * CHUNK_LENGTH,
    Math.min(length, (index + 1) * CHUNK_LENGTH),
  ])
}

async function packChunk(chunk: IntegerArray, stride: number): Promise<Buffer> {
  if (stride === 0) return compress(toBytes(chunk), zstdOptions)
  const deltas = encodeDeltas(chunk, stride)
  const groupedBytes = groupBytesBySignificance(deltas)
  const packedBytes = await compress(groupedBytes, zstdOptions)
  freeBuffer(groupedBytes.buffer)
  freeBuffer(deltas.buffer)
  return packedBytes
}

/**
 * Encodes differences so that 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. Differences and sums wrap around at the element
 * width.
 */
function encodeDeltas(chunk: IntegerArray, stride: number): IntegerArray {
  const differences = chunk.slice()
  const unusedBits = 32 - chunk.BYTES_PER_ELEMENT * 8
  for (let index = 0; index < chunk.length; index++) {
    const previousValue = index < stride ? 0 : chunk[index - stride]
    const delta = ((chunk[index] - previousValue) << unusedBits) >> unusedBits
    differences[index] = (delta << 1) ^ (delta >> 31)
  }
  return differences
}

function groupBytesBySignificance(chunk: IntegerArray): Uint8Array {
  const width = chunk.BYTES_PER_ELEMENT
  const bytes = toBytes(chunk)
  if (width === 1) return bytes
  const split = new Uint8Array(bytes.length)
  for (let byte = 0, index = 0; byte < width; byte++) {
    for (let from = byte; from < bytes.length; from += width) split[index++] = bytes[from]
  }
  return split
}

/*
 * Each width has a separate decoder, because a loop over several array classes is four times
 * slower. The first `stride` elements are differences from 0.
 */

function decodeDeltas8(split: Uint8Array, target: Uint8Array, stride: number): void {
  for (let index = 0; index < target.length; index++) {
    const difference = (split[index] >>> 1) ^ -(split[index] & 1)
    target[index] = index < stride ? difference : target[index - stride] + difference
  }
}

function decodeDeltas16(split: Uint8Array, target: Uint16Array, stride: number): void {
  const count = target.length
  const high = split.subarray(count)
  for (let index = 0; index < count; index++) {
    const value = split[index] | (high[index] << 8)
    const difference = (value >>> 1) ^ -(value & 1)
    target[index] = index < stride ? difference : target[index - stride] + difference
  }
}

function decodeDeltas32(split: Uint8Array, target: Int32Array, stride: number): void {
  const count = target.length
  const secondBytes = split.subarray(count)
  const thirdBytes = split.subarray(2 * count)
  const fourthBytes = split.subarray(3 * count)
  for (let index = 0; index < count; index++) {
    const value = split[index] | (secondBytes[index] << 8) | (thirdBytes[index] << 16) | (fourthBytes[index] << 24)
    const difference = (value >>> 1) ^ -(value & 1)
    target[index] = index < stride ? difference : target[index - stride] + difference
  }
}
