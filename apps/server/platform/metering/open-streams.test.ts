import { expect, test } from 'vitest'
import { createStreamCounts, OpenStreams } from './open-streams.ts'

test('allows the maximum per account across all threads, and frees a slot when one ends', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new OpenStreams(counts, 0), new OpenStreams(counts, 1)]
  expect([a.open(7, 3), b.open(7, 3), b.open(7, 3)]).toEqual([true, true, true])
  expect([a.open(7, 3), b.open(7, 3)]).toEqual([false, false])
  expect(a.open(8, 3)).toBe(true)
  b.close(7)
  expect([a.open(7, 3), a.open(7, 3)]).toEqual([true, false])
})

test('releases the streams of a failed thread when it is replaced', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new OpenStreams(counts, 0), new OpenStreams(counts, 1)]
  expect([a.open(1, 2), b.open(1, 2), b.open(1, 2)]).toEqual([true, true, false])
  const again = new OpenStreams(counts, 0)
  expect([again.open(1, 2), again.open(1, 2)]).toEqual([true, false])
})

test('counts accounts with large numbers like all others', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new OpenStreams(counts, 0), new OpenStreams(counts, 1)]
  const account = 1_000_000
  expect([a.open(account, 1), b.open(account, 1), b.open(account, 2)]).toEqual([true, false, true])
})
