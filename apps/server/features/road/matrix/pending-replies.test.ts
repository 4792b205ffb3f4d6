import { expect, test } from 'vitest'
import { PendingReplyLimiter } from './pending-replies.ts'

test('grants up to the limit, and again after a release', () => {
  const limiter = new PendingReplyLimiter(10)
  const first = limiter.acquire('a', 5)
  expect(limiter.acquire('b', 6)).toBeUndefined()
  expect(limiter.acquire('b', 5)).toBeDefined()
  expect(limiter.acquire('c', 1)).toBeUndefined()
  first?.()
  first?.()
  expect(limiter.acquire('c', 6)).toBeUndefined()
  expect(limiter.acquire('c', 5)).toBeDefined()
})

test('limits one owner to half', () => {
  const limiter = new PendingReplyLimiter(10)
  const first = limiter.acquire('a', 4)
  expect(limiter.acquire('a', 2)).toBeUndefined()
  expect(limiter.acquire('a', 1)).toBeDefined()
  expect(limiter.acquire('b', 5)).toBeDefined()
  first?.()
  expect(limiter.acquire('a', 4)).toBeDefined()
})

test('grants any size to a request that is alone', () => {
  const limiter = new PendingReplyLimiter(10)
  const large = limiter.acquire('a', 1000)
  expect(large).toBeDefined()
  expect(limiter.acquire('b', 1)).toBeUndefined()
  large?.()
  expect(limiter.acquire('b', 1)).toBeDefined()
})
