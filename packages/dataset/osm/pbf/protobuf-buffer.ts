/** Writes protocol buffers into a growing buffer. Supports integers from -2^53 to 2^53. */
export class ProtobufBuffer {
  private buffer = Buffer.allocUnsafe(128)
  length = 0

  finish(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  writeNumber(field: number, value: number): this {
    return this.pushVarint(field * 8).pushVarint(value)
  }
  writeString(field: number, value: string): this {
    return this.writeBytes(field, Buffer.from(value))
  }
  /** Writes a message field. Omits empty messages, as proto2 writers do. */
  writeMessage(field: number, message: ProtobufBuffer): this {
    return message.length === 0 ? this : this.writeBytes(field, message.finish())
  }
  writeBytes(field: number, content: Buffer): this {
    this.pushVarint(field * 8 + 2).pushVarint(content.length)
    this.reserve(content.length)
    this.length += content.copy(this.buffer, this.length)
    return this
  }

  pushVarint(value: number): this {
    if (value < 0) return this.pushNegative(value)
    this.reserve(10)
    let remainingValue = value
    for (; remainingValue > 127; remainingValue = Math.floor(remainingValue / 128))
      this.buffer[this.length++] = (remainingValue % 128) | 128
    this.buffer[this.length++] = remainingValue
    return this
  }
  /** Appends a number in zigzag encoding. */
  pushSigned(value: number): this {
    return this.pushVarint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** Appends a negative number as a ten-byte varint of its 64-bit two's complement. */
  private pushNegative(value: number): this {
    this.reserve(10)
    let remainingValue = BigInt.asUintN(64, BigInt(value))
    for (; remainingValue > 127n; remainingValue >>= 7n)
      this.buffer[this.length++] = Number(remainingValue & 127n) | 128
    this.buffer[this.length++] = Number(remainingValue)
    return this
  }
  private reserve(addedBytes: number): void {
    if (this.length + addedBytes <= this.buffer.length) return
    const largerBuffer = Buffer.allocUnsafe(2 * (this.length + addedBytes))
    this.buffer.copy(largerBuffer, 0, 0, this.length)
    this.buffer = largerBuffer
  }
}
