/**
 * These functions write numbers as JSON directly from integers. A double would have to be divided, formatted and
 * copied. Three digits are looked up and stored at once, as four bytes. The next write overwrites the fourth byte. All
 * functions return the offset after their output and require room for MAX_NUMBER_BYTES.
 */

/** Maximum size of a number: sign, sixteen digits, decimal point, and the overwritten bytes. */
export const MAX_NUMBER_BYTES = 24

const MINUS = 45
const DECIMAL_POINT = 46
const DIGIT_ZERO = 48

/** The strings "000", "001", … "999", with the first digit in the lowest byte. */
const paddedGroups = Int32Array.from({ length: 1000 }, (_, value) => packAsInt32(String(value).padStart(3, '0')))

/** The strings "0.", "1.", … "999.". */
const groupsWithPoint = Int32Array.from({ length: 1000 }, (_, value) => packAsInt32(`${value}.`))

/** Number of digits in a three-digit group without trailing zeros. The group 000 has length 0. */
const trimmedLengths = Uint8Array.from(
  { length: 1000 },
  (_, value) => String(value).padStart(3, '0').replace(/0+$/, '').length,
)

const powersOfTen = Int32Array.of(1, 10, 100, 1000, 10_000, 100_000, 1_000_000)

function packAsInt32(characters: string): number {
  return [...characters].reduce((result, character, i) => result | (character.charCodeAt(0) << (8 * i)), 0)
}

/** Writes an integer whose absolute value is below 2^53. */
export function writeInteger(view: DataView, offset: number, value: number): number {
  if (value >= 0 && value < 1000 && (value | 0) === value) return writeBelowThousand(view, offset, value)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`)
  if (value >= 0) return writeUnsigned(view, offset, value)
  view.setUint8(offset, MINUS)
  return writeUnsigned(view, offset + 1, -value)
}

export type Decimals = 0 | 1 | 2 | 3 | 4 | 5 | 6

/**
 * Writes `value` / 10^`decimals` without trailing zeros. For example, 1500 with 3 decimals becomes
 * 1.5.
 */
export function writeFixed(view: DataView, offset: number, value: number, decimals: Decimals): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`)
  const absoluteValue = Math.abs(value)
  const scale = powersOfTen[decimals]
  const integerPart = Math.floor(absoluteValue / scale)
  const fraction = (absoluteValue - integerPart * scale) * powersOfTen[6 - decimals]
  view.setUint8(offset, MINUS)
  const endOffset = writeUnsigned(view, value < 0 ? offset + 1 : offset, integerPart)
  if (fraction === 0) return endOffset
  view.setUint8(endOffset, DECIMAL_POINT)
  return writeFraction(view, endOffset + 1, fraction)
}

/** Writes `value` / 10, like `writeFixed`. Most numbers in steps have this format. */
export function writeTenths(view: DataView, offset: number, value: number): number {
  if (!(value >= 0 && value < 2 ** 31 && (value | 0) === value)) return writeFixed(view, offset, value, 1)
  const integerPart = (value / 10) | 0
  const endOffset =
    integerPart < 1000 ? writeBelowThousand(view, offset, integerPart) : writeUnsigned(view, offset, integerPart)
  const tenth = value - integerPart * 10
  if (tenth === 0) return endOffset
  view.setInt16(endOffset, DECIMAL_POINT | ((DIGIT_ZERO + tenth) << 8), true)
  return endOffset + 2
}

/**
 * Writes microdegrees as degrees. The code is branch-free except for rare cases, because coordinates make up most of a
 * response.
 */
export function writeDegrees(view: DataView, offset: number, microdegrees: number): number {
  const sign = microdegrees >> 31
  const size = ((microdegrees ^ sign) - sign) | 0
  const integerPart = (size / 1_000_000) | 0
  const fraction = (size - integerPart * 1_000_000) | 0
  if (fraction === 0 || size > 999_999_999 || size < 0) return writeFixed(view, offset, microdegrees, 6)
  view.setUint8(offset, MINUS)
  const start = (offset - sign) | 0
  view.setInt32(start, groupsWithPoint[integerPart], true)
  const digitCount = (1 + ((9 - integerPart) >>> 31) + ((99 - integerPart) >>> 31)) | 0
  return writeFraction(view, (start + digitCount + 1) | 0, fraction)
}

function writeUnsigned(view: DataView, offset: number, value: number): number {
  if (value >= 1000) {
    const thousands = Math.floor(value / 1000)
    const endOffset = writeUnsigned(view, offset, thousands)
    view.setInt32(endOffset, paddedGroups[value - thousands * 1000], true)
    return endOffset + 3
  }
  return writeBelowThousand(view, offset, value)
}

/** Writes an integer below 1,000. */
function writeBelowThousand(view: DataView, offset: number, value: number): number {
  view.setInt32(offset, groupsWithPoint[value], true)
  return offset + 1 + ((9 - value) >>> 31) + ((99 - value) >>> 31)
}

/** Writes the fractional digits, at least one of which is nonzero. */
function writeFraction(view: DataView, offset: number, millionths: number): number {
  const thousandths = (millionths / 1000) | 0
  const remainder = (millionths - thousandths * 1000) | 0
  view.setInt32(offset, paddedGroups[thousandths], true)
  if (remainder === 0) return offset + trimmedLengths[thousandths]
  view.setInt32(offset + 3, paddedGroups[remainder], true)
  return (offset + 3 + trimmedLengths[remainder]) | 0
}
