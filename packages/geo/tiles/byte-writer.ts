/** Writes protocol buffer bytes into a reusable buffer. */
export class ByteWriter {
  bytes = new Uint8Array(1024)
  length = 0

  clear(): void {
    this.length = 0
  }

  varint(value: number): void {
    this.reserve(8)
    let remainingValue = value
    while (remainingValue > 0x7f) {
      this.bytes[this.length++] = (remainingValue & 0x7f) | 0x80
      remainingValue = remainingValue > 0x7fffffff ? Math.floor(remainingValue / 128) : remainingValue >>> 7
    }
    this.bytes[this.length++] = remainingValue
  }

  /** Writes a signed integer. Small values take few bytes. */
  zigzag(value: number): void {
    this.varint(((value << 1) ^ (value >> 31)) >>> 0)
  }

  double(value: number): void {
    this.reserve(8)
    new DataView(this.bytes.buffer).setFloat64(this.length, value, true)
    this.length += 8
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Writes a length-delimited field, such as a string, a message or packed numbers. */
  field(number: number, bytes: Uint8Array): void {
    this.varint((number << 3) | 2)
    this.varint(bytes.length)
    this.append(bytes)
  }

  /** Returns the bytes written so far, valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  private reserve(extraBytes: number): void {
    if (this.length + extraBytes <= this.bytes.length) return
    const largerBuffer = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extraBytes))
    largerBuffer.set(this.view())
    this.bytes = largerBuffer
  }
}
