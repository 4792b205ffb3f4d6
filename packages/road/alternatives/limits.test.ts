import { expect, test } from 'vitest'
import { limitsFor, MAX_STRETCH } from './limits.ts'

const MINUTE = 6000

test('change at ten minutes and at one hour', () => {
  const [short, middle, long] = [limitsFor(0), limitsFor(30 * MINUTE), limitsFor(120 * MINUTE)]
  expect(limitsFor(10 * MINUTE - 1)).toEqual(short)
  expect(limitsFor(10 * MINUTE)).toEqual(middle)
  expect(limitsFor(60 * MINUTE - 1)).toEqual(middle)
  expect(limitsFor(60 * MINUTE)).toEqual(long)
  expect([short.stretch, middle.stretch, long.stretch]).toEqual([0.5, 0.35, 0.25])
})

test('never allow more than the search covers', () => {
  for (const minutes of [0, 9, 10, 59, 60, 10_000]) {
    expect(limitsFor(minutes * MINUTE).stretch).toBeLessThanOrEqual(MAX_STRETCH)
  }
})
