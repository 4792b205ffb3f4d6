import { describe, expect, test } from 'vitest'
import { getFeedWeight, getNextFadeMs } from './feed-strength.ts'

const MAX = 900_000
const asOf = 1_000_000

describe('weight of an aging speed', () => {
  test.each([
    [-1, 1],
    [0, 1],
    [MAX - 1, 1],
    [MAX, 1],
    [MAX + 1, 1 - 1 / MAX],
    [1.5 * MAX, 0.5],
    [2 * MAX - 1, 1 / MAX],
    [2 * MAX, 0],
    [2 * MAX + 1, 0],
    [100 * MAX, 0],
  ])('at an age of %i ms: %f', (age, strength) => {
    expect(getFeedWeight(asOf, asOf + age, MAX)).toBeCloseTo(strength, 12)
  })

  test('is always full when the feed does not age or aging is disabled', () => {
    expect(getFeedWeight(undefined, 1e15, MAX)).toBe(1)
    expect(getFeedWeight(asOf, 1e15, 0)).toBe(1)
  })
})

describe('next weight change', () => {
  const step = MAX / 10
  test.each([
    [0, MAX + step],
    [MAX - 1, MAX + step],
    [MAX, MAX + step],
    [MAX + step - 1, MAX + step],
    [MAX + step, MAX + 2 * step],
    [2 * MAX - 1, 2 * MAX],
    [2 * MAX, Number.POSITIVE_INFINITY],
    [3 * MAX, Number.POSITIVE_INFINITY],
  ])('at an age of %i ms: at %f', (age, next) => {
    expect(getNextFadeMs(asOf, asOf + age, MAX)).toBe(asOf + next)
  })

  test('never comes when the feed does not age or aging is disabled', () => {
    expect(getNextFadeMs(undefined, 5, MAX)).toBe(Number.POSITIVE_INFINITY)
    expect(getNextFadeMs(asOf, 5, 0)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is never now: there are at most eleven steps, and the last one has no weight', () => {
    const times: number[] = []
    for (let at = asOf; at < Number.POSITIVE_INFINITY; at = getNextFadeMs(asOf, at, MAX)) times.push(at)
    expect(times.map((at) => getFeedWeight(asOf, at, MAX))).toEqual(
      [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0].map((s) => expect.closeTo(s, 9)),
    )
  })
})
