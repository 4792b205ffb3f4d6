import type { Position } from './earth.ts'

/**
 * Encoded polylines (https://developers.google.com/maps/documentation/utilities/polylinealgorithm). Coordinate
 * differences are split into five-bit groups, lowest first, and each group is a printable character. This module
 * encodes microdegrees without intermediate strings and treats input as untrusted.
 */

/** Number of decimal digits: 5 for Google, and 6 for OSRM and Valhalla. */
export type PolylinePrecision = 5 | 6

/** Coordinates in microdegrees, with one element per point. */
export interface Coordinates {
  readonly latitude: Int32Array<ArrayBuffer>
  readonly longitude: Int32Array<ArrayBuffer>
}

/**
 * Maximum size of a point in bytes. A coordinate has up to six characters, and the last character may need a backslash
 * before it.
 */
const MAX_BYTES_PER_POINT = 14

const FIRST_CHARACTER = 63
const LAST_CHARACTER = 126
const CONTINUATION_BIT = 32
const BACKSLASH = 92
/** Largest number in the lookup table. Its encoding consists of three groups. */
const MAX_SHORT_NUMBER = (1 << 15) - 1
/** Quarter turn in microdegrees. */
const QUARTER_TURN = 90_000_000
/** Shared encoder, because creating one takes longer than converting a short line. */
const encoder = new TextEncoder()
const decoder = new TextDecoder('latin1')

/** Returns the maximum size of a polyline in bytes. */
export function maxPolylineBytes(pointCount: number): number {
  return pointCount * MAX_BYTES_PER_POINT
}

/**
 * Writes the points from `from` up to `to` and returns the end offset of the polyline. The buffer needs room for the
 * number of bytes that `maxPolylineBytes` returns, and its content beyond the end of the polyline is undefined. With
 * `inJson`, backslashes are doubled for a JSON string. Quotes and control characters do not occur.
 */
export function writePolyline(
  bytes: Uint8Array,
  offset: number,
  latitude: Int32Array,
  longitude: Int32Array,
  from: number,
  to: number,
  precision: PolylinePrecision,
  inJson = false,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const shortNumbers = getShortNumbers(inJson)
  const hasFiveDecimals = precision === 5
  let writeOffset = offset | 0
  let lastLatitude = 0
  let lastLongitude = 0
  for (let i = from; i < to; i++) {
    let nextLatitude = latitude[i]
    let nextLongitude = longitude[i]
    if (hasFiveDecimals) {
      nextLatitude = roundToTenth(nextLatitude)
      nextLongitude = roundToTenth(nextLongitude)
    }
    const first = encodeZigzag((nextLatitude - lastLatitude) | 0)
    const second = encodeZigzag((nextLongitude - lastLongitude) | 0)
    lastLatitude = nextLatitude
    lastLongitude = nextLongitude
    const firstEncoded = shortNumbers[first & MAX_SHORT_NUMBER]
    const secondEncoded = shortNumbers[second & MAX_SHORT_NUMBER]
    if ((first | second) > MAX_SHORT_NUMBER || (firstEncoded | secondEncoded) < 0) {
      writeOffset = writeLongNumber(view, writeOffset, first, inJson)
      writeOffset = writeLongNumber(view, writeOffset, second, inJson)
      continue
    }
    // Each write stores four bytes, and the next number overwrites the unused bytes.
    view.setInt32(writeOffset, firstEncoded, true)
    writeOffset = (writeOffset + (firstEncoded >> 24)) | 0
    view.setInt32(writeOffset, secondEncoded, true)
    writeOffset = (writeOffset + (secondEncoded >> 24)) | 0
  }
  return writeOffset
}

/** Encodes a difference with the sign in the lowest bit, so that small differences become small numbers. */
function encodeZigzag(difference: number): number {
  return (difference << 1) ^ (difference >> 31)
}

/** Rounds half away from zero, as common polyline encoders do. */
function roundToTenth(microdegrees: number): number {
  return ((microdegrees + (microdegrees < 0 ? -5 : 5)) / 10) | 0
}

function writeLongNumber(view: DataView, offset: number, value: number, inJson: boolean): number {
  let writeOffset = offset
  let remainingValue = value
  for (; remainingValue >= CONTINUATION_BIT; remainingValue >>= 5)
    view.setUint8(writeOffset++, (CONTINUATION_BIT | (remainingValue & 31)) + FIRST_CHARACTER)
  const last = remainingValue + FIRST_CHARACTER
  view.setUint8(writeOffset++, last)
  // Only the last character of a number can be a backslash, because the other characters have higher codes.
  if (inJson && last === BACKSLASH) view.setUint8(writeOffset++, BACKSLASH)
  return writeOffset
}

/**
 * Builds the encodings of numbers below 2^15, with up to three characters and their count in the highest byte. Along a
 * road, nearly all numbers are in this range, with unpredictable lengths of one to three characters. A loop would
 * mispredict a branch each time and take 50 % longer. Entries that need a fourth byte are negative.
 */
function buildShortNumberTable(inJson: boolean): Int32Array {
  const view = new DataView(new ArrayBuffer(8))
  const table = new Int32Array(MAX_SHORT_NUMBER + 1)
  for (let value = 0; value <= MAX_SHORT_NUMBER; value++) {
    const count = writeLongNumber(view, 0, value, inJson)
    view.setUint8(3, count)
    table[value] = count > 3 ? -1 : view.getInt32(0, true)
  }
  return table
}

let unescapedShortNumbers: Int32Array | undefined
let escapedShortNumbers: Int32Array | undefined

/** Builds a table at its first use, because most threads and commands write no polylines. */
function getShortNumbers(inJson: boolean): Int32Array {
  if (inJson) {
    escapedShortNumbers ??= buildShortNumberTable(true)
    return escapedShortNumbers
  }
  unescapedShortNumbers ??= buildShortNumberTable(false)
  return unescapedShortNumbers
}

export function encodePolyline(points: readonly Position[], precision: PolylinePrecision): string {
  const { latitude, longitude, bytes } = getScratch(points.length)
  const unitsPerDegree = precision === 6 ? 1e6 : 1e5
  for (let i = 0; i < points.length; i++) {
    const point = points[i]
    latitude[i] = toUnits(point[0], unitsPerDegree)
    longitude[i] = toUnits(point[1], unitsPerDegree)
  }
  // Precision 6 writes the values unchanged, because they are already in whole units. Rounding twice would sometimes be
  // off by one.
  const end = writePolyline(bytes, 0, latitude, longitude, 0, points.length, 6)
  return decoder.decode(bytes.subarray(0, end))
}

interface Scratch extends Coordinates {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Maximum number of points of a line that uses shared buffers. Allocating buffers takes longer than encoding a short
 * line.
 */
const MAX_SCRATCH_POINTS = 4096
let sharedScratch: Scratch | undefined

function getScratch(pointCount: number): Scratch {
  if (pointCount > MAX_SCRATCH_POINTS) return createScratch(pointCount)
  sharedScratch ??= createScratch(MAX_SCRATCH_POINTS)
  return sharedScratch
}

function createScratch(pointCount: number): Scratch {
  const bytes = new Uint8Array(maxPolylineBytes(pointCount))
  return { latitude: new Int32Array(pointCount), longitude: new Int32Array(pointCount), bytes }
}

function toUnits(degrees: number, unitsPerDegree: number): number {
  return degrees < 0 ? -Math.round(-degrees * unitsPerDegree) : Math.round(degrees * unitsPerDegree)
}

/**
 * Parses a polyline. Returns undefined if the text is not a polyline of valid coordinates. Longitudes beyond 180° are
 * normalized.
 */
export function parsePolyline(polyline: string, precision: PolylinePrecision): Coordinates | undefined {
  const differences = parseNumbers(encoder.encode(polyline))
  if (differences === undefined || differences.length % 2 === 1) return undefined
  const latitude = new Int32Array(differences.length / 2)
  const longitude = new Int32Array(differences.length / 2)
  const microdegreesPerUnit = precision === 6 ? 1 : 10
  let lastLatitude = 0
  let lastLongitude = 0
  for (let i = 0; i < latitude.length; i++) {
    lastLatitude += differences[2 * i] * microdegreesPerUnit
    lastLongitude += differences[2 * i + 1] * microdegreesPerUnit
    if (Math.abs(lastLatitude) > QUARTER_TURN || Math.abs(lastLongitude) > 4 * QUARTER_TURN) return undefined
    latitude[i] = lastLatitude
    longitude[i] = normalizeLongitude(lastLongitude)
  }
  return { latitude, longitude }
}

function parseNumbers(bytes: Uint8Array): Int32Array | undefined {
  const count = countNumbers(bytes)
  if (count === undefined) return undefined
  const numbers = new Int32Array(count)
  for (let i = 0, charIndex = 0; i < count; i++) {
    let bits = 0
    let shift = 0
    let group: number
    do {
      group = bytes[charIndex++] - FIRST_CHARACTER
      bits |= (group & 31) << shift
      shift += 5
    } while (group >= CONTINUATION_BIT)
    // Seven groups have three bits more than any difference needs. A larger shift would wrap around.
    if (shift > 35 || (shift === 35 && group > 3)) return undefined
    numbers[i] = (bits >>> 1) ^ -(bits & 1)
  }
  return numbers
}

function normalizeLongitude(longitude: number): number {
  if (longitude > 2 * QUARTER_TURN) return longitude - 4 * QUARTER_TURN
  return longitude < -2 * QUARTER_TURN ? longitude + 4 * QUARTER_TURN : longitude
}

export function parsePolylinePoints(polyline: string, precision: PolylinePrecision): [number, number][] | undefined {
  const parsed = parsePolyline(polyline, precision)
  if (parsed === undefined) return undefined
  const { latitude, longitude } = parsed
  const points: [number, number][] = []
  for (let i = 0; i < latitude.length; i++) points.push([latitude[i] / 1e6, longitude[i] / 1e6])
  return points
}

/**
 * Counts the numbers in a polyline. Returns undefined if the text contains invalid characters or the last number is
 * incomplete.
 */
function countNumbers(bytes: Uint8Array): number | undefined {
  let count = 0
  let invalidBits = 0
  for (let i = 0; i < bytes.length; i++) {
    // Sign bits replace conditions, because branches at the ends of numbers are unpredictable.
    invalidBits |= (bytes[i] - FIRST_CHARACTER) | (LAST_CHARACTER - bytes[i])
    count += (bytes[i] - FIRST_CHARACTER - CONTINUATION_BIT) >>> 31
  }
  const last = bytes.at(-1) ?? FIRST_CHARACTER
  return invalidBits < 0 || last >= FIRST_CHARACTER + CONTINUATION_BIT ? undefined : count
}
