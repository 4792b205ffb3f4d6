import { expect, test } from 'vitest'
import { createStreamCounts, StreamLimiter } from './open-streams.ts'

test('allows the maximum per account across all threads, and frees a slot when one ends', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new StreamLimiter(counts, 0), new StreamLimiter(counts, 1)]
  expect([a.tryOpen(7, 3), b.tryOpen(7, 3), b.tryOpen(7, 3)]).toEqual([true, true, true])
  expect([a.tryOpen(7, 3), b.tryOpen(7, 3)]).toEqual([false, false])
  expect(a.tryOpen(8, 3)).toBe(true)
  b.close(7)
  expect([a.tryOpen(7, 3), a.tryOpen(7, 3)]).toEqual([true, false])
})

test('releases the streams of a failed thread when it is replaced', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new StreamLimiter(counts, 0), new StreamLimiter(counts, 1)]
  expect([a.tryOpen(1, 2), b.tryOpen(1, 2), b.tryOpen(1, 2)]).toEqual([true, true, false])
  const again = new StreamLimiter(counts, 0)
  expect([again.tryOpen(1, 2), again.tryOpen(1, 2)]).toEqual([true, false])
})

test('counts accounts with large numbers like all others', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new StreamLimiter(counts, 0), new StreamLimiter(counts, 1)]
  const account = 1_000_000
  expect([a.tryOpen(account, 1), b.tryOpen(account, 1), b.tryOpen(account, 2)]).toEqual([true, false, true])
})
