import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'AC R\nAN Zürich Süd\n'
const latin1 = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const wide = (isLittle: boolean, mark: boolean) => {
  const codes = [...(mark ? [0xfeff] : []), ...Array.from(text, (letter) => letter.charCodeAt(0))]
  return Uint8Array.from(codes.flatMap((code) => (isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255])))
}

test('reads UTF-8 without a warning, with or without a byte order mark', () => {
  expect(decodeText(new TextEncoder().encode(text))).toEqual({ text })
  expect(decodeText(new TextEncoder().encode(`\uFEFF${text}`))).toEqual({ text })
  expect(decodeText(new Uint8Array())).toEqual({ text: '' })
})

test('reads Latin-1 with a warning that it was assumed', () => {
  const warning = 'is not UTF-8; it was read as Latin-1 (Windows-1252): check the accented letters'
  expect(decodeText(latin1)).toEqual({ text, warning })
})

test.each([
  ['UTF-16LE', true],
  ['UTF-16BE', false],
])('reads %s, with or without a byte order mark', (name, isLittle) => {
  const warning = `is not UTF-8; it was read as ${name}`
  expect(decodeText(wide(isLittle, true))).toEqual({ text, warning })
  expect(decodeText(wide(isLittle, false))).toEqual({ text, warning })
})
