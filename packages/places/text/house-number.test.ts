import { expect, test } from 'vitest'
import { getRangeEnd, parseHouseNumber } from './house-number.ts'

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
  expect(getRangeEnd({ number: 112, suffix: '-34' })).toBe(112)
  expect(getRangeEnd({ number: 12, suffix: 'a' })).toBe(12)
})
