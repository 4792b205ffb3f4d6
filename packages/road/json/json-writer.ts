import { maxPolylineBytes, type PolylinePrecision, writePolyline } from '@fairway/geo'
import { type Literal, WORD_BYTES, writeLiteral } from './ascii.ts'
import { type Decimals, MAX_NUMBER_BYTES, writeDegrees, writeFixed, writeInteger, writeTenths } from './digits.ts'
import { MAX_INSTANT_BYTES, writeInstant } from './instants.ts'
import { MAX_POINT_BYTES, writePoint, writePoints } from './points.ts'
import { MAX_BYTES_PER_CODE_UNIT, writeString } from './text.ts'

const QUOTE = 34
const MAX_BYTES_PER_UTF16_UNIT = 3
const encoder = new TextEncoder()
const INITIAL_CAPACITY = 64 * 1024

/**
 * Maximum size of a buffer that is kept for the next response. Without this limit, the memory of a large matrix would
 * never be released.
 */
const MAX_RETAINED_CAPACITY = 4 * 1024 * 1024

/** Maximum size for which a loop is faster than `set` with a view. */
const MAX_LOOP_COPY_BYTES = 32

/**
 * Writes a response as JSON bytes and formats numbers directly from the engine's integers. The caller writes brackets,
 * keys and commas as constants made with `asciiLiteral`. One writer produces many responses and allocates memory only
 * to grow. Numbers have no trailing zeros.
 */
export class JsonWriter {
  private bytes = new Uint8Array(INITIAL_CAPACITY)
  private dataView = new DataView(this.bytes.buffer)
  private end = 0

  literal(literal: Literal): this {
    this.end = writeLiteral(this.ensureView(literal.length), this.end, literal)
    return this
  }

  /** Writes bytes that are already JSON. */
  raw(bytes: Uint8Array, from = 0, to = bytes.length): this {
    const target = this.ensureCapacity(to - from)
    if (to - from > MAX_LOOP_COPY_BYTES) target.set(bytes.subarray(from, to), this.end)
    else for (let i = from, targetIndex = this.end; i < to; i++, targetIndex++) target[targetIndex] = bytes[i]
    this.end += to - from
    return this
  }

  /** Writes text that is already JSON. */
  rawText(text: string): this {
    const target = this.ensureCapacity(text.length * MAX_BYTES_PER_UTF16_UNIT)
    this.end += encoder.encodeInto(text, target.subarray(this.end)).written
    return this
  }

  /** Writes bytes of a string table, which are JSON without the quotes. */
  rawString(bytes: Uint8Array, from: number, to: number): this {
    return this.byte(QUOTE).raw(bytes, from, to).byte(QUOTE)
  }

  string(value: string): this {
    this.end = writeString(this.ensureCapacity(value.length * MAX_BYTES_PER_CODE_UNIT + 2), this.end, value)
    return this
  }

  integer(value: number): this {
    this.end = writeInteger(this.ensureView(MAX_NUMBER_BYTES), this.end, value)
    return this
  }

  /** Writes `value` / 10^`decimals`. */
  fixed(value: number, decimals: Decimals): this {
    this.end = writeFixed(this.ensureView(MAX_NUMBER_BYTES), this.end, value, decimals)
    return this
  }

  /** Writes a timestamp in milliseconds since 1970 as a string. */
  timestamp(ms: number): this {
    this.end = writeInstant(this.ensureView(MAX_INSTANT_BYTES), this.end, ms)
    return this
  }

  /** Writes `value` / 10. */
  tenths(value: number): this {
    this.end = writeTenths(this.ensureView(MAX_NUMBER_BYTES), this.end, value)
    return this
  }

  degrees(microdegrees: number): this {
    this.end = writeDegrees(this.ensureView(MAX_NUMBER_BYTES), this.end, microdegrees)
    return this
  }

  /** Writes `[latitude,longitude]` in degrees, from microdegrees. */
  point(latitude: number, longitude: number): this {
    this.end = writePoint(this.ensureView(MAX_POINT_BYTES), this.end, latitude, longitude)
    return this
  }

  /** Writes `[[latitude,longitude],…]` with the points from `from` to `to - 1`. For GeoJSON, pass longitudes first. */
  points(latitude: Int32Array, longitude: Int32Array, from = 0, to = latitude.length): this {
    const target = this.ensureView((to - from) * MAX_POINT_BYTES + 2)
    this.end = writePoints(target, this.end, latitude, longitude, from, to)
    return this
  }

  /** Writes the points from `from` to `to - 1` as an encoded polyline. */
  polyline(
    precision: PolylinePrecision,
    latitude: Int32Array,
    longitude: Int32Array,
    from = 0,
    to = latitude.length,
  ): this {
    this.byte(QUOTE)
    const target = this.ensureCapacity(maxPolylineBytes(to - from))
    this.end = writePolyline(target, this.end, latitude, longitude, from, to, precision, true)
    return this.byte(QUOTE)
  }

  /** Returns the current position, for a later `reset` that discards unneeded output. */
  position(): number {
    return this.end
  }

  /** Discards all output after `position`. Without an argument, all output is discarded to begin the next response. */
  reset(position = 0): void {
    this.end = position
    if (position === 0 && this.bytes.length > MAX_RETAINED_CAPACITY)
      this.replaceBuffer(new Uint8Array(INITIAL_CAPACITY))
  }

  toString(): string {
    return new TextDecoder().decode(this.view())
  }

  /** Returns the output without copying. The result is valid until the writer is used again. */
  view(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.end)
  }

  /**
   * Reserves the given number of bytes at the current position for many small writes with the low-level functions. Call
   * `advance` afterward.
   */
  reserve(bytes: number): DataView {
    return this.ensureView(bytes)
  }

  advance(end: number): void {
    this.end = end
  }

  private byte(byte: number): this {
    this.ensureCapacity(1)[this.end++] = byte
    return this
  }

  private ensureCapacity(addedBytes: number): Uint8Array<ArrayBuffer> {
    const neededBytes = this.end + addedBytes
    if (neededBytes > this.bytes.length) {
      const largerBuffer = new Uint8Array(Math.max(neededBytes, this.bytes.length * 2))
      largerBuffer.set(this.bytes.subarray(0, this.end))
      this.replaceBuffer(largerBuffer)
    }
    return this.bytes
  }

  private ensureView(addedBytes: number): DataView {
    // Literals and numbers are stored several bytes at a time, partly beyond their end.
    this.ensureCapacity(addedBytes + WORD_BYTES)
    return this.dataView
  }

  private replaceBuffer(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes
    this.dataView = new DataView(bytes.buffer)
  }
}
