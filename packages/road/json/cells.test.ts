import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { MAX_CELL_BYTES, writeCells } from './cells.ts'
import { writeFixed } from './digits.ts'

const edges = [0, 1, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 999_999, 1_000_000, 9_999_999, 10_000_000, 2 ** 31 - 1]

test.each([3, 4] as const)('writes numbers with %i decimals like writeFixed', (decimals) => {
  const random = seededRandom(11)
  const drawn = Array.from({ length: 5000 }, () => Math.floor(10 ** (9.3 * random())))
  const numbers = Int32Array.from([...edges, ...drawn, -1, 5, -1])
  const view = new DataView(new ArrayBuffer(numbers.length * MAX_CELL_BYTES))
  const end = writeCells(view, 0, numbers, 0, numbers.length, decimals)
  const singleView = new DataView(new ArrayBuffer(64))
  const expected = Array.from(numbers, (value) => {
    return value < 0 ? 'null' : Buffer.from(singleView.buffer, 0, writeFixed(singleView, 0, value, decimals)).toString()
  })
  expect(Buffer.from(view.buffer, 0, end).toString()).toBe(expected.map((text) => `${text},`).join(''))
})

test('writes nothing for an empty range', () => {
  expect(writeCells(new DataView(new ArrayBuffer(8)), 3, Int32Array.of(1), 1, 1, 3)).toBe(3)
})
