import { expect, test } from 'vitest'
import { formatHouseNumber, getRangeEnd, parseHouseNumber, toSuffixKey } from './house-number.ts'

test.each([
  ['12', 12, ''],
  ['12a', 12, 'a'],
  ['12 A', 12, 'a'],
  ['12 bis', 12, 'bis'],
  ['12-14', 12, '-14'],
  ['12 – 14', 12, '-14'],
  ['112-34', 112, '-34'],
  ['12/3', 12, '/3'],
  ['12/3a', 12, '/3a'],
  ['１２', 12, ''],
  ['12к2', 12, 'к2'],
  ['12 корп. 2 стр. 1', 12, 'к2с1'],
  ['12С1', 12, 'с1'],
  ['12 к. 2', 12, 'к2'],
  ['104 1676', 104, ' 1676'],
  ['5б', 5, 'б'],
  ['12 a 3', 12, 'a3'],
  ['12 à 14', 12, '-14'],
  ['12‑14', 12, '-14'],
  ['12 bis - 14', 12, 'bis-14'],
])('%s', (text, number, suffix) => {
  expect(parseHouseNumber(text)).toEqual({ number, suffix })
})

test.each(['', 'a', 's/n', 'Block 4 of the old factory', '12345678', '-5'])(
  'rejects "%s" as a house number',
  (text) => {
    expect(parseHouseNumber(text)).toBeUndefined()
  },
)

test('reads an ascending range as such; in Queens 112-34 is one house', () => {
  expect(getRangeEnd({ number: 12, suffix: '-18' })).toBe(18)
  expect(getRangeEnd({ number: 12, suffix: 'bis-18' })).toBe(18)
  expect(getRangeEnd({ number: 112, suffix: '-34' })).toBe(112)
  expect(getRangeEnd({ number: 12, suffix: 'a' })).toBe(12)
})

test('keeps the blank between two numbers', () => {
  expect(formatHouseNumber(parseHouseNumber('104 1676') ?? { number: 0, suffix: '' })).toBe('104 1676')
})

test.each([
  ['к2с1', 'korp2str1'],
  ['к2', 'k2'],
  [' 1676', '/1676'],
])('reads %s and %s as the same suffix', (a, b) => {
  expect(toSuffixKey(a)).toBe(toSuffixKey(b))
})
