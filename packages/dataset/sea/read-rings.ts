import type { CoastRings } from '@fairway/sea'

const QUOTE = 34
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const MINUS = 45
const DIGIT_ZERO = 48
const DIGIT_NINE = 57
const DECIMAL_POINT = 46

/**
 * Reads all rings of a GeoJSON text at any nesting level. Parsing the text into objects would take ten times the
 * memory, because every position would be an array.
 */
export function readRings(bytes: Uint8Array): CoastRings {
  let latitude = new Int32Array(1 << 20)
  let longitude = new Int32Array(1 << 20)
  let count = 0
  const ringEnd: number[] = []
  let numberCount = 0
  let first = 0
  let second = 0
  let hasClosedPosition = false
  for (let offset = 0; offset < bytes.length; offset++) {
    const byte = bytes[offset]
    if (byte === QUOTE) {
      offset = bytes.indexOf(QUOTE, offset + 1)
    } else if (byte === OPEN_BRACKET) {
      numberCount = 0
    } else if (byte === CLOSE_BRACKET) {
      if (numberCount >= 2) {
        if (count === latitude.length) {
          latitude = growArray(latitude)
          longitude = growArray(longitude)
        }
        longitude[count] = first
        latitude[count++] = second
        hasClosedPosition = true
      } else if (hasClosedPosition) {
        ringEnd.push(count)
        hasClosedPosition = false
      }
      numberCount = 0
    } else if (byte === MINUS || (byte >= DIGIT_ZERO && byte <= DIGIT_NINE)) {
      const end = findNumberEnd(bytes, offset)
      const value = parseMicrodegrees(bytes, offset, end)
      if (numberCount++ === 0) first = value
      else second = value
      offset = end - 1
    }
  }
  return {
    latitude: latitude.slice(0, count),
    longitude: longitude.slice(0, count),
    ringEnd: Uint32Array.from(ringEnd),
  }
}

function findNumberEnd(bytes: Uint8Array, start: number): number {
  let offset = start + 1
  // Skip digits, the decimal point, and an exponent with its sign.
  for (; offset < bytes.length; offset++) {
    const byte = bytes[offset]
    const isNumberByte =
      (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) || byte === DECIMAL_POINT || byte === 101 || byte === 69 || byte === 43
    if (!isNumberByte && byte !== MINUS) break
  }
  return offset
}

/** Parses a coordinate digit by digit, because creating three million strings would dominate the total time. */
function parseMicrodegrees(bytes: Uint8Array, start: number, end: number): number {
  let digitCount = 0
  let decimals = -1
  for (let offset = bytes[start] === MINUS ? start + 1 : start; offset < end; offset++) {
    const byte = bytes[offset]
    if (byte === DECIMAL_POINT) {
      decimals = 0
    } else if (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) {
      digitCount = digitCount * 10 + byte - DIGIT_ZERO
      if (decimals >= 0) decimals++
    } else {
      return Math.round(Number(String.fromCharCode(...bytes.subarray(start, end))) * 1e6)
    }
  }
  const value = Math.round(digitCount * 10 ** (6 - Math.max(0, decimals)))
  return bytes[start] === MINUS ? -value : value
}

function growArray(array: Int32Array): Int32Array<ArrayBuffer> {
  const largerArray = new Int32Array(array.length * 2)
  largerArray.set(array)
  return largerArray
}
