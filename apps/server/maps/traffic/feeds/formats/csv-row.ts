import { describeInvalidField } from './broken-record.ts'

/** Row of OSRM segment speeds: from node, to node, km/h. Further columns, such as a rate, are ignored. */

export const MAX_KMH = 500

const [ZERO = 0, COMMA, POINT, BLANK, TAB, QUOTE, CARRIAGE_RETURN, NEWLINE] = Buffer.from('0,. \t"\r\n')

/**
 * Maximum number of digits for which the quotient is correctly rounded. A number with 15 digits and a power of ten of
 * that size are both safe integers, so their division rounds only once.
 */
const MAX_DIGITS = 15
const powersOfTen = Float64Array.from({ length: MAX_DIGITS + 1 }, (_, digits) => 10 ** digits)

const IRREGULAR_ROW = -1

/**
 * Reads a row that contains only digits, decimal points and commas, with optional spaces and quotes. Returns the start
 * of the next row, or -1 for any other row. The function works byte by byte, because creating a string per row would
 * dominate the cost. The row must end with a newline.
 */
export function readSimpleRow(bytes: Uint8Array, start: number, row: Float64Array): number {
  let offset = start
  for (let column = 0; column < 2; column++) {
    offset = skipPadding(bytes, offset)
    const first = offset
    let id = 0
    for (let digit = (bytes[offset] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[++offset] ?? 0) - ZERO) {
      id = id * 10 + digit
    }
    if (offset === first || offset - first > MAX_DIGITS) return IRREGULAR_ROW
    offset = skipPadding(bytes, offset)
    if (bytes[offset++] !== COMMA) return IRREGULAR_ROW
    row[column] = id
  }
  offset = skipPadding(bytes, offset)
  const first = offset
  let mantissa = 0
  let decimalPointOffset = -1
  for (; ; offset++) {
    const byte = bytes[offset] ?? 0
    const digit = byte - ZERO
    if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit
    else if (byte === POINT && decimalPointOffset < 0) decimalPointOffset = offset
    else break
  }
  const digits = offset - first - (decimalPointOffset < 0 ? 0 : 1)
  if (digits === 0 || digits > MAX_DIGITS) return IRREGULAR_ROW
  const kmh = mantissa / (powersOfTen[decimalPointOffset < 0 ? 0 : offset - decimalPointOffset - 1] ?? 1)
  if (kmh > MAX_KMH) return IRREGULAR_ROW
  row[2] = kmh
  offset = skipPadding(bytes, offset)
  if (bytes[offset] === COMMA) while (bytes[offset] !== NEWLINE) offset++
  if (bytes[offset] === CARRIAGE_RETURN) offset++
  return bytes[offset] === NEWLINE ? offset + 1 : IRREGULAR_ROW
}

function skipPadding(bytes: Uint8Array, start: number): number {
  let offset = start
  for (let byte = bytes[offset]; byte === BLANK || byte === TAB || byte === QUOTE; byte = bytes[offset]) offset++
  return offset
}

/**
 * Reads an unusual row, for example with a negative id, sixteen digits or an exponent. Returns false if the row is
 * invalid.
 */
export function readIrregularRow(line: string, row: Float64Array): boolean {
  const fields = splitFields(line)
  row[0] = parseNode(fields[0])
  row[1] = parseNode(fields[1])
  row[2] = parseSpeed(fields[2])
  return !(Number.isNaN(row[0]) || Number.isNaN(row[1]) || Number.isNaN(row[2]))
}

/** Describes why a row is invalid. */
export function describeInvalidRow(line: string): string {
  const [from, to, speed] = splitFields(line)
  if (from === undefined || to === undefined || speed === undefined) {
    return 'the row has fewer than 3 columns; allowed: from_osm_node,to_osm_node,km/h'
  }
  const id = 'a whole number, the id of an OSM node'
  if (Number.isNaN(parseNode(from))) return describeInvalidField('from_osm_node', from, id)
  if (Number.isNaN(parseNode(to))) return describeInvalidField('to_osm_node', to, id)
  return describeInvalidField('km/h', speed, `0 (closed) to ${MAX_KMH}`)
}

/** Splits a row and ignores the fourth and all further columns. */
function splitFields(line: string): string[] {
  return line.split(',', 3).map((field) => field.replace(/^[\s"]+|[\s"]+$/g, ''))
}

function parseNode(text = ''): number {
  const id = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  // Adding 0 converts -0 to 0. The hash table would treat -0 as a different key.
  return Number.isSafeInteger(id) ? id + 0 : Number.NaN
}

function parseSpeed(text = ''): number {
  const kmh = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return kmh <= MAX_KMH ? kmh : Number.NaN
}

/**
 * Returns whether a line is a header. A header has no numbers and at least one known column name, because three
 * arbitrary words could be an error message.
 */
export function isHeader(line: string): boolean {
  const fields = splitFields(line)
  if (fields.length < 3 || fields.some((field) => /^[-+.]?\d/.test(field))) return false
  return fields.some((field) => /from|source|node|osm|segment|speed|km.?h/i.test(field))
}
