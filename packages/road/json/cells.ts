import { type Decimals, MAX_NUMBER_BYTES, writeFixed } from './digits.ts'

/**
 * Matrix rows: numbers with a trailing comma, directly from integers. A response may have a million cells, so each
 * takes two lookups and two stores without branches.
 */

/** A number, its comma, and the bytes that the next one overwrites. */
export const MAX_CELL_BYTES = MAX_NUMBER_BYTES + 8

const COMMA = 44
/** "null," without padding. */
const NONE = packed('null,')
const NONE_BYTES = 5

/** "0", "1", … "999" as four bytes, and their lengths. */
const wholes = Int32Array.from({ length: 1000 }, (_, value) => firstFour(String(value)))

/** The fraction and the comma: ".05," for 50 of 1,000, "," for 0. As the bits of doubles. */
function fractionsOf(decimals: 3 | 4): { readonly text: Float64Array; readonly length: Uint8Array } {
  const texts = Array.from({ length: 10 ** decimals }, (_, value) => {
    const digits = String(value).padStart(decimals, '0').replace(/0+$/, '')
    return digits === '' ? ',' : `.${digits},`
  })
  return { text: Float64Array.from(texts, packed), length: Uint8Array.from(texts, (text) => text.length) }
}

const thousandths = fractionsOf(3)
const tenThousandths = fractionsOf(4)

/**
 * Writes the numbers from `begin` to before `end`, / 10^`decimals`, each with a trailing comma; null for negative ones.
 * Returns the offset after the last.
 */
export function writeCells(
  view: DataView,
  offset: number,
  numbers: Int32Array,
  begin: number,
  end: number,
  decimals: 3 | 4,
): number {
  return decimals === 3
    ? writeThousandths(view, offset, numbers, begin, end)
    : writeTenThousandths(view, offset, numbers, begin, end)
}

/** Duplicated with a constant divisor, because division by a variable would take as long as everything else. */
function writeThousandths(view: DataView, offset: number, numbers: Int32Array, begin: number, end: number): number {
  const { text, length } = thousandths
  let at = offset
  for (let i = begin; i < end; i++) {
    const value = numbers[i]
    const whole = (value / 1000) | 0
    if (value >= 0 && whole < 1000) {
      const fraction = (value - Math.imul(whole, 1000)) | 0
      view.setInt32(at, wholes[whole], true)
      at = (at + 1 + ((9 - whole) >>> 31) + ((99 - whole) >>> 31)) | 0
      view.setFloat64(at, text[fraction], true)
      at = (at + length[fraction]) | 0
    } else at = writeRare(view, at, value, 3)
  }
  return at
}

function writeTenThousandths(view: DataView, offset: number, numbers: Int32Array, begin: number, end: number): number {
  const { text, length } = tenThousandths
  let at = offset
  for (let i = begin; i < end; i++) {
    const value = numbers[i]
    const whole = (value / 10_000) | 0
    if (value >= 0 && whole < 1000) {
      const fraction = (value - Math.imul(whole, 10_000)) | 0
      view.setInt32(at, wholes[whole], true)
      at = (at + 1 + ((9 - whole) >>> 31) + ((99 - whole) >>> 31)) | 0
      view.setFloat64(at, text[fraction], true)
      at = (at + length[fraction]) | 0
    } else at = writeRare(view, at, value, 4)
  }
  return at
}

/** Negative, or 1,000 and more. */
function writeRare(view: DataView, offset: number, value: number, decimals: Decimals): number {
  if (value < 0) {
    view.setFloat64(offset, NONE, true)
    return offset + NONE_BYTES
  }
  const at = writeFixed(view, offset, value, decimals)
  view.setUint8(at, COMMA)
  return at + 1
}

/** Up to eight characters as the bits of a double, the first in the lowest byte. No ASCII string forms a NaN. */
function packed(text: string): number {
  const view = new DataView(new ArrayBuffer(8))
  for (let i = 0; i < text.length; i++) view.setUint8(i, text.charCodeAt(i))
  return view.getFloat64(0, true)
}

function firstFour(text: string): number {
  return [...text].reduce((bits, letter, i) => bits | (letter.charCodeAt(0) << (8 * i)), 0)
}
