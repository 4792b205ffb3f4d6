import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('one after the other, evenly; who would wait too long takes no turn', () => {
  const pace = new Pace(2)
  expect(pace.take(1000, 3000)).toBe(0)
  expect(pace.take(1000, 3000)).toBe(500)
  expect(pace.take(1100, 3000)).toBe(900)
  expect(pace.take(1100, 1399)).toBeUndefined()
  expect(pace.take(1100, 1400)).toBe(1400)
})

test('a pause gives no credit', () => {
  const pace = new Pace(1)
  expect([pace.take(0, 5000), pace.take(60_000, 5000), pace.take(60_000, 5000)]).toEqual([0, 0, 1000])
})
