import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('spaces requests evenly, and reserves no slot for a request that would wait too long', () => {
  const pace = new Pace(2)
  expect(pace.take(1000, 3000)).toBe(0)
  expect(pace.take(1000, 3000)).toBe(500)
  expect(pace.take(1100, 3000)).toBe(900)
  expect(pace.take(1100, 1399)).toBeUndefined()
  expect(pace.take(1100, 1400)).toBe(1400)
})

test('accumulates no credit while idle', () => {
  const pace = new Pace(1)
  expect([pace.take(0, 5000), pace.take(60_000, 5000), pace.take(60_000, 5000)]).toEqual([0, 0, 1000])
})
