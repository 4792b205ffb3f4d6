import { expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { BoundedCache, type CacheLimits } from './bounded-cache.ts'

const clock = new FakeClock()
function cacheWith(limits: Partial<CacheLimits<string>> = {}): BoundedCache<string> {
  return new BoundedCache(
    { maxEntries: 3, maxBytes: 100, ttlMs: 1000, estimateBytes: (text) => text.length, ...limits },
    clock,
  )
}

test('returns a value until it expires, and then frees its memory', () => {
  const cache = cacheWith()
  cache.set('a', 'apple')
  clock.advance(999)
  expect(cache.find('a')).toBe('apple')
  clock.advance(1)
  expect(cache.find('a')).toBeUndefined()
  expect([cache.size, cache.bytes]).toEqual([0, 0])
})

test('does not extend the lifetime of a value on a hit', () => {
  const cache = cacheWith()
  cache.set('a', 'apple')
  clock.advance(600)
  cache.find('a')
  clock.advance(600)
  expect(cache.find('a')).toBeUndefined()
})

test('evicts the least recently used entry above the entry limit', () => {
  const cache = cacheWith()
  for (const key of ['a', 'b', 'c']) cache.set(key, key)
  cache.find('a')
  cache.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key))).toEqual(['a', undefined, 'c', 'd'])
})

test('evicts as many entries as necessary above the byte limit', () => {
  const cache = cacheWith()
  cache.set('a', 'x'.repeat(40))
  cache.set('b', 'x'.repeat(40))
  cache.set('c', 'x'.repeat(90))
  expect([cache.size, cache.bytes]).toEqual([1, 90])
  expect(cache.find('c')).toBeDefined()
})

test('does not store a value larger than the limit, and evicts nothing for it', () => {
  const cache = cacheWith()
  cache.set('a', 'apple')
  cache.set('b', 'x'.repeat(101))
  expect([cache.find('a'), cache.find('b')]).toEqual(['apple', undefined])
})

test('counts a replaced value once', () => {
  const cache = cacheWith()
  cache.set('a', 'apple')
  cache.set('a', 'fig')
  expect([cache.find('a'), cache.size, cache.bytes]).toEqual(['fig', 1, 3])
})

test('stores nothing with a lifetime of zero', () => {
  const cache = cacheWith({ ttlMs: 0 })
  cache.set('a', 'apple')
  expect(cache.size).toBe(0)
})
