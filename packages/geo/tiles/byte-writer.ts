const EMPTY = new Uint8Array(0)
const MIN_CAPACITY = 1024
/** Maximum number of bytes of a number that a geometry or a length contains. */
export const MAX_VARINT_BYTES = 8
/** Below this size, copying byte by byte is faster than calling `set`. */
const MIN_SET_BYTES = 32
const MAX_ASCII = 127

const encoder = new TextEncoder()

/** Writes protocol buffer bytes into a reusable buffer. */
export class ByteWriter {
  bytes: Uint8Array = EMPTY
  length = 0

  clear(): void {
    this.length = 0
  }

  varint(value: number): void {
    this.reserve(MAX_VARINT_BYTES)
    this.length = putVarint(this.bytes, this.length, value)
  }

  /** Writes a signed integer. Small values take few bytes. */
  zigzag(value: number): void {
    this.varint(toZigzag(value))
  }

  double(value: number): void {
    this.reserve(8)
    new DataView(this.bytes.buffer, this.bytes.byteOffset).setFloat64(this.length, value, true)
    this.length += 8
  }

  append(bytes: Uint8Array, length = bytes.length): void {
    this.reserve(length)
    if (length < MIN_SET_BYTES) {
      const { bytes: target, length: start } = this
      for (let i = 0; i < length; i++) target[start + i] = bytes[i]
    } else this.bytes.set(length === bytes.length ? bytes : bytes.subarray(0, length), this.length)
    this.length += length
  }

  /** Writes a length-delimited field, such as a string, a message or packed numbers. */
  field(number: number, bytes: Uint8Array): void {
    this.varint((number << 3) | 2)
    this.varint(bytes.length)
    this.append(bytes)
  }

  textField(number: number, text: string): void {
    const { length } = text
    this.reserve(length + 2 * MAX_VARINT_BYTES)
    const { bytes } = this
    let offset = putVarint(bytes, putVarint(bytes, this.length, (number << 3) | 2), length)
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code > MAX_ASCII) return this.field(number, encoder.encode(text))
      bytes[offset++] = code
    }
    this.length = offset
  }

  /** Returns the bytes written so far, valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  /** Ensures that this many bytes can be written directly into `bytes`. */
  reserve(extraBytes: number): void {
    const requiredBytes = this.length + extraBytes
    if (requiredBytes <= this.bytes.length) return
    const largerBuffer = new Uint8Array(Math.max(MIN_CAPACITY, this.bytes.length * 2, requiredBytes))
    largerBuffer.set(this.view())
    this.bytes = largerBuffer
  }
}

export function toZigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}

/** Writes a number into a buffer with enough space. Returns the offset of the next byte. */
export function putVarint(bytes: Uint8Array, offset: number, value: number): number {
  let next = offset
  let remainingValue = value
  while (remainingValue > 0x7f) {
    bytes[next++] = (remainingValue & 0x7f) | 0x80
    remainingValue = remainingValue > 0x7fffffff ? Math.floor(remainingValue / 128) : remainingValue >>> 7
  }
  bytes[next++] = remainingValue
  return next
}

export function varintSize(value: number): number {
  let size = 1
  for (let limit = 128; value >= limit; limit *= 128) size++
  return size
}
