import { type Decimals, MAX_NUMBER_BYTES, writeFixed } from './digits.ts'

/**
 * These functions write matrix rows as numbers with a trailing comma, directly from integers. A response may have a
 * million cells, so each cell takes two lookups and two stores without branches.
 */

/** Maximum size of a number, its comma, and the bytes that the next number overwrites. */
export const MAX_CELL_BYTES = MAX_NUMBER_BYTES + 8

const COMMA = 44
/** The string "null," without padding. */
const NULL_CELL = packAsDouble('null,')
const NULL_CELL_BYTES = 5

/** The strings "0", "1", … "999" as four bytes each, and their lengths. */
const integerParts = Int32Array.from({ length: 1000 }, (_, value) => packAsInt32(String(value)))

/**
 * Builds a table of fractions with their commas, as the bits of doubles. For 3 decimals, 50 becomes ".05," and 0
 * becomes ",".
 */
function buildFractionTable(decimals: 3 | 4): { readonly encoded: Float64Array; readonly length: Uint8Array } {
  const strings = Array.from({ length: 10 ** decimals }, (_, value) => {
    const digits = String(value).padStart(decimals, '0').replace(/0+$/, '')
    return digits === '' ? ',' : `.${digits},`
  })
  return {
    encoded: Float64Array.from(strings, packAsDouble),
    length: Uint8Array.from(strings, (encoded) => encoded.length),
  }
}

const thousandths = buildFractionTable(3)
const tenThousandths = buildFractionTable(4)

/**
 * Writes the numbers from `start` to `end - 1`, each divided by 10^`decimals` and followed by a comma. Negative numbers
 * become null. Returns the offset after the last number.
 */
export function writeCells(
  view: DataView,
  offset: number,
  numbers: Int32Array,
  start: number,
  end: number,
  decimals: 3 | 4,
): number {
  return decimals === 3
    ? writeThousandths(view, offset, numbers, start, end)
    : writeTenThousandths(view, offset, numbers, start, end)
}

/**
 * Writes cells with three decimals. The loop is duplicated with a constant divisor, because division by a variable
 * would double its time.
 */
function writeThousandths(view: DataView, offset: number, numbers: Int32Array, start: number, end: number): number {
  const { encoded, length } = thousandths
  let position = offset
  for (let i = start; i < end; i++) {
    const value = numbers[i]
    const integerPart = (value / 1000) | 0
    if (value >= 0 && integerPart < 1000) {
      const fraction = (value - Math.imul(integerPart, 1000)) | 0
      view.setInt32(position, integerParts[integerPart], true)
      position = (position + 1 + ((9 - integerPart) >>> 31) + ((99 - integerPart) >>> 31)) | 0
      view.setFloat64(position, encoded[fraction], true)
      position = (position + length[fraction]) | 0
    } else position = writeUncommonCell(view, position, value, 3)
  }
  return position
}

function writeTenThousandths(view: DataView, offset: number, numbers: Int32Array, start: number, end: number): number {
  const { encoded, length } = tenThousandths
  let position = offset
  for (let i = start; i < end; i++) {
    const value = numbers[i]
    const integerPart = (value / 10_000) | 0
    if (value >= 0 && integerPart < 1000) {
      const fraction = (value - Math.imul(integerPart, 10_000)) | 0
      view.setInt32(position, integerParts[integerPart], true)
      position = (position + 1 + ((9 - integerPart) >>> 31) + ((99 - integerPart) >>> 31)) | 0
      view.setFloat64(position, encoded[fraction], true)
      position = (position + length[fraction]) | 0
    } else position = writeUncommonCell(view, position, value, 4)
  }
  return position
}

/** Writes a number that is negative or at least 1,000. */
function writeUncommonCell(view: DataView, offset: number, value: number, decimals: Decimals): number {
  if (value < 0) {
    view.setFloat64(offset, NULL_CELL, true)
    return offset + NULL_CELL_BYTES
  }
  const endOffset = writeFixed(view, offset, value, decimals)
  view.setUint8(endOffset, COMMA)
  return endOffset + 1
}

/**
 * Packs up to eight characters into the bits of a double, with the first character in the lowest byte. No ASCII string
 * forms a NaN.
 */
function packAsDouble(characters: string): number {
  const view = new DataView(new ArrayBuffer(8))
  for (let i = 0; i < characters.length; i++) view.setUint8(i, characters.charCodeAt(i))
  return view.getFloat64(0, true)
}

function packAsInt32(characters: string): number {
  return [...characters].reduce((result, letter, i) => result | (letter.charCodeAt(0) << (8 * i)), 0)
}
