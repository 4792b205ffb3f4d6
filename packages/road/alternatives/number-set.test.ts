import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { NumberSet } from './number-set.ts'

const seed = Number(process.env.SEED ?? 20260616)

test(`behaves like a Set while it grows and after it is cleared (seed ${seed})`, () => {
  const random = seededRandom(seed)
  const numbers = new NumberSet()
  for (const [count, range] of [
    [10, 20],
    [3000, 2000],
    [5000, 0xffffffff],
    [200, 100],
  ] as const) {
    const expected = new Set<number>()
    numbers.clear()
    for (let i = 0; i < count; i++) {
      const number = Math.floor(random() * range)
      expect(numbers.add(number)).toBe(!expected.has(number))
      expected.add(number)
      const other = Math.floor(random() * range)
      expect(numbers.has(other)).toBe(expected.has(other))
    }
    for (const number of expected) expect(numbers.has(number)).toBe(true)
  }
})
