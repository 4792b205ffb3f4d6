import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'AC R\nAN Zürich Süd\n'
const latin1 = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const wide = (isLittle: boolean, mark: boolean) => {
  const codes = [...(mark ? [0xfeff] : []), ...Array.from(text, (letter) => letter.charCodeAt(0))]
  return Uint8Array.from(codes.flatMap((code) => (isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255])))
}

test('UTF-8 is read without a word, with or without its mark', () => {
  expect(decodeText(new TextEncoder().encode(text))).toEqual({ text })
  expect(decodeText(new TextEncoder().encode(`\uFEFF${text}`))).toEqual({ text })
  expect(decodeText(new Uint8Array())).toEqual({ text: '' })
})

test('Latin-1 keeps its letters, and it is said that it was assumed', () => {
  const warning = 'is no UTF-8; it was read as Latin-1 (Windows-1252): check the letters with accents'
  expect(decodeText(latin1)).toEqual({ text, warning })
})

test.each([
  ['UTF-16LE', true],
  ['UTF-16BE', false],
])('%s is read, with or without its mark', (name, isLittle) => {
  const warning = `is no UTF-8; it was read as ${name}`
  expect(decodeText(wide(isLittle, true))).toEqual({ text, warning })
  expect(decodeText(wide(isLittle, false))).toEqual({ text, warning })
})
