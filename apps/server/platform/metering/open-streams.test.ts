import { expect, test } from 'vitest'
import { createStreamCounts, OpenStreams } from './open-streams.ts'

test('all threads together open as many as an account may have, and each one that ends makes room', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new OpenStreams(counts, 0), new OpenStreams(counts, 1)]
  expect([a.open(7, 3), b.open(7, 3), b.open(7, 3)]).toEqual([true, true, true])
  expect([a.open(7, 3), b.open(7, 3)]).toEqual([false, false])
  expect(a.open(8, 3)).toBe(true)
  b.close(7)
  expect([a.open(7, 3), a.open(7, 3)]).toEqual([true, false])
})

test('streams of a thread that failed are over when another takes its place', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new OpenStreams(counts, 0), new OpenStreams(counts, 1)]
  expect([a.open(1, 2), b.open(1, 2), b.open(1, 2)]).toEqual([true, true, false])
  const again = new OpenStreams(counts, 0)
  expect([again.open(1, 2), again.open(1, 2)]).toEqual([true, false])
})

test('accounts of large numbers are counted as all others', () => {
  const counts = createStreamCounts(2)
  const [a, b] = [new OpenStreams(counts, 0), new OpenStreams(counts, 1)]
  const account = 1_000_000
  expect([a.open(account, 1), b.open(account, 1), b.open(account, 2)]).toEqual([true, false, true])
})
