import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDelayMs } from './backoff.ts'

const seed = Number(process.env.SEED ?? 20260616)

test('doubles each time, within the upper half of the range', () => {
  expect([1, 2, 3, 4].map((failures) => computeDelayMs(failures, undefined, 1))).toEqual([250, 500, 1000, 2000])
  expect([1, 2, 3, 4].map((failures) => computeDelayMs(failures, undefined, 0))).toEqual([125, 250, 500, 1000])
})

test('is capped at 30 seconds, and for streams starts at the retry time of the service', () => {
  expect(computeDelayMs(60, undefined, 1)).toBe(30_000)
  expect(computeDelayMs(1, undefined, 1, 2000)).toBe(2000)
})

test(`is never earlier than the service requests, and not much later (seed ${seed})`, () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.nat(20), fc.double({ min: 0, max: 1e6, noNaN: true }), random, (failures, seconds, chance) => {
      const delay = computeDelayMs(failures, seconds, chance)
      expect(delay).toBeGreaterThanOrEqual(1000 * seconds)
      expect(delay).toBeLessThanOrEqual(1000 * seconds + 1000)
    }),
    { seed },
  )
})
