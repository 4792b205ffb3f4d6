import { expect, test } from 'vitest'
import { hilbertIndex } from './hilbert.ts'

const LAST = 0xffff

test('moves to a neighboring cell at every step', () => {
  // The curve fills a corner of 64 × 64 cells before it continues.
  const cells: [number, number][] = []
  for (let x = 0; x < 64; x++) for (let y = 0; y < 64; y++) cells[hilbertIndex(x, y)] = [x, y]
  expect(cells).toHaveLength(64 * 64)
  for (let index = 1; index < cells.length; index++) {
    const [x0 = 0, y0 = 0] = cells[index - 1] ?? []
    const [x1 = 0, y1 = 0] = cells[index] ?? []
    expect(Math.abs(x1 - x0) + Math.abs(y1 - y0), `step ${index}`).toBe(1)
  }
})

test('begins in one corner of the square and ends in an adjacent corner', () => {
  expect(hilbertIndex(0, 0)).toBe(0)
  const corners = [hilbertIndex(LAST, 0), hilbertIndex(0, LAST), hilbertIndex(LAST, LAST)]
  expect(corners).toContain(2 ** 32 - 1)
})
