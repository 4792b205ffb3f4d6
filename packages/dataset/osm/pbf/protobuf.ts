/** Error for a malformed message. The position is the byte offset within the message. */
export class MalformedProtobuf extends Error {
  readonly position: number
  constructor(problem: string, position: number) {
    super(problem)
    this.position = position
  }
}

const MAX_VARINT_BYTES = 10

const WIRE_VARINT = 0
const WIRE_FIXED64 = 1
const WIRE_BYTES = 2
const WIRE_FIXED32 = 5

/**
 * Reads protocol buffers field by field without creating objects. Libraries that create objects are three to five times
 * slower on the long runs of small numbers in OSM files. Every read checks that it does not pass the end of the
 * message.
 */
export class ProtobufReader {
  private readonly bytes: Uint8Array
  position: number
  end: number
  /** Number and wire type of the current field. */
  field = 0
  wireType = 0

  constructor(bytes: Uint8Array, position = 0, end = bytes.length) {
    this.bytes = bytes
    this.position = position
    this.end = end
  }

  /** Moves to the next field. Returns false at the end of the message. */
  nextField(): boolean {
    if (this.position >= this.end) return false
    const key = this.readVarint()
    this.field = Math.floor(key / 8)
    this.wireType = key & 7
    if (this.field === 0) throw new MalformedProtobuf('a field has the number 0', this.position)
    return true
  }

  /** Reads an integer from -2^53 to 2^53. OSM does not use larger integers. */
  readVarint(): number {
    const { bytes } = this
    let position = this.position
    let byte = bytes[position++]
    let value = byte & 0x7f
    for (let factor = 128; byte >= 0x80; factor *= 128) {
      byte = bytes[position++]
      value += (byte & 0x7f) * factor
      // A negative number takes ten bytes, and its unsigned value does not fit into a double.
      if (position - this.position === MAX_VARINT_BYTES) return this.readLongVarint()
    }
    // Past the end of the array, bytes are undefined, which ends the loop above.
    if (position > this.end) throw new MalformedProtobuf('the data ends in the middle of a number', this.position)
    this.position = position
    return value
  }

  private readLongVarint(): number {
    const end = this.position + MAX_VARINT_BYTES
    if (end > this.end) throw new MalformedProtobuf('the data ends in the middle of a number', this.position)
    if (this.bytes[end - 1] >= 0x80) throw new MalformedProtobuf('a number has more than ten bytes', this.position)
    let value = 0n
    for (let index = MAX_VARINT_BYTES - 1; index >= 0; index--) {
      value = (value << 7n) | BigInt(this.bytes[this.position + index] & 0x7f)
    }
    this.position = end
    return Number(BigInt.asIntN(64, value))
  }

  /** Reads a number in zigzag encoding, which stores small positive and negative numbers in few bytes. */
  readSignedVarint(): number {
    const value = this.readVarint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** Reads a float or a double, depending on the wire type. */
  readFloat(): number {
    const length = this.wireType === WIRE_FIXED32 ? 4 : 8
    if (this.wireType !== WIRE_FIXED32 && this.wireType !== WIRE_FIXED64) {
      throw new MalformedProtobuf(`field ${this.field} has the wrong type`, this.position)
    }
    const begin = this.position
    this.position += length
    if (this.position > this.end) throw new MalformedProtobuf('the data ends in the middle of a number', begin)
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + begin, length)
    return length === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true)
  }

  /** Moves to the first byte of the current length-delimited field and returns the end of the field. */
  enterMessage(): number {
    if (this.wireType !== WIRE_BYTES)
      throw new MalformedProtobuf(`field ${this.field} has the wrong type`, this.position)
    const length = this.readVarint()
    const end = this.position + length
    if (length < 0 || end > this.end) throw new MalformedProtobuf('a field is longer than its container', this.position)
    return end
  }

  /** Returns the bytes of the field without copying. */
  readBytes(): Uint8Array {
    const end = this.enterMessage()
    const view = this.bytes.subarray(this.position, end)
    this.position = end
    return view
  }

  skipField(): void {
    if (this.wireType === WIRE_VARINT) this.readVarint()
    else if (this.wireType === WIRE_BYTES) this.position = this.enterMessage()
    else if (this.wireType === WIRE_FIXED64) this.position += 8
    else if (this.wireType === WIRE_FIXED32) this.position += 4
    else throw new MalformedProtobuf(`wire type ${this.wireType} does not exist`, this.position)
    if (this.position > this.end) throw new MalformedProtobuf('the data ends in the middle of a field', this.end)
  }
}
