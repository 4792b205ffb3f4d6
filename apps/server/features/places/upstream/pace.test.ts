import { expect, test } from 'vitest'
import { RequestPacer } from './pace.ts'

test('spaces requests evenly, and reserves no slot for a request that would wait too long', () => {
  const pace = new RequestPacer(2)
  expect(pace.reserveSlot(1000, 3000)).toBe(0)
  expect(pace.reserveSlot(1000, 3000)).toBe(500)
  expect(pace.reserveSlot(1100, 3000)).toBe(900)
  expect(pace.reserveSlot(1100, 1399)).toBeUndefined()
  expect(pace.reserveSlot(1100, 1400)).toBe(1400)
})

test('accumulates no credit while idle', () => {
  const pace = new RequestPacer(1)
  expect([pace.reserveSlot(0, 5000), pace.reserveSlot(60_000, 5000), pace.reserveSlot(60_000, 5000)]).toEqual([
    0, 0, 1000,
  ])
})
