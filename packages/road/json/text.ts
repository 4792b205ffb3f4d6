/** These functions write strings as JSON in UTF-8. */

const QUOTE = 34
const BACKSLASH = 92

/** Maximum size of an encoded UTF-16 unit, which is reached by a control character such as \u001f. */
export const MAX_BYTES_PER_CODE_UNIT = 6

/** 1 for characters that are written unchanged in one byte. */
const isUnescaped = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 32 && code !== QUOTE && code !== BACKSLASH ? 1 : 0,
)

/** The letter after the backslash, or 0 for characters that are written as four hexadecimal digits. */
const escapeLetters = new Uint8Array(128)
for (const [code, letter] of [
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [12, 'f'],
  [13, 'r'],
  [QUOTE, '"'],
  [BACKSLASH, '\\'],
] as const)
  escapeLetters[code] = letter.charCodeAt(0)

const HEX_DIGITS = '0123456789abcdef'

/** Writes the string with quotes and returns the offset after them. The caller must ensure sufficient room. */
export function writeString(bytes: Uint8Array, offset: number, value: string): number {
  let position = offset
  bytes[position++] = QUOTE
  for (let i = 0; i < value.length; i++) {
    const codeUnit = value.charCodeAt(i)
    if (codeUnit < 128 && isUnescaped[codeUnit] === 1) {
      bytes[position++] = codeUnit
    } else if (codeUnit < 128) {
      position = writeEscaped(bytes, position, codeUnit)
    } else if (codeUnit < 0xd800 || codeUnit > 0xdfff) {
      position = writeUtf8(bytes, position, codeUnit)
    } else {
      const code = value.codePointAt(i) ?? 0
      // A lone surrogate is not a character and has no UTF-8 encoding.
      position = writeUtf8(bytes, position, code > 0xffff ? code : 0xfffd)
      if (code > 0xffff) i++
    }
  }
  bytes[position++] = QUOTE
  return position
}

function writeEscaped(bytes: Uint8Array, offset: number, unit: number): number {
  bytes[offset] = BACKSLASH
  const letter = escapeLetters[unit]
  if (letter !== 0) {
    bytes[offset + 1] = letter
    return offset + 2
  }
  bytes[offset + 1] = 117 // u
  bytes[offset + 2] = 48
  bytes[offset + 3] = 48
  bytes[offset + 4] = HEX_DIGITS.charCodeAt(unit >> 4)
  bytes[offset + 5] = HEX_DIGITS.charCodeAt(unit & 15)
  return offset + 6
}

function writeUtf8(bytes: Uint8Array, offset: number, code: number): number {
  let position = offset
  if (code < 0x800) {
    bytes[position++] = 0xc0 | (code >> 6)
  } else {
    if (code < 0x10000) {
      bytes[position++] = 0xe0 | (code >> 12)
    } else {
      bytes[position++] = 0xf0 | (code >> 18)
      bytes[position++] = 0x80 | ((code >> 12) & 63)
    }
    bytes[position++] = 0x80 | ((code >> 6) & 63)
  }
  bytes[position++] = 0x80 | (code & 63)
  return position
}
