import type { Triangles } from '@fairway/road'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TriangleCache } from './triangle-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openCache() {
  const events: string[] = []
  const build = (): Triangles => {
    events.push('build')
    return { count: events.length } as Triangles
  }
  return { events, cache: new TriangleCache({ build, onRelease: () => events.push('release'), maxIdleMs: 100 }) }
}

test('builds the triangles on first use, and releases them when they are idle', () => {
  const { cache, events } = openCache()
  expect(events).toEqual([])
  const first = cache.get()
  vi.advanceTimersByTime(99)
  expect(cache.get()).toBe(first)
  vi.advanceTimersByTime(99)
  expect(events).toEqual(['build'])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['build', 'release'])
  vi.advanceTimersByTime(1000)
  expect(events).toHaveLength(2)
})

test('returns released triangles that are still referenced', () => {
  const { cache, events } = openCache()
  const held = cache.get()
  vi.advanceTimersByTime(100)
  expect(cache.get()).toBe(held)
  vi.advanceTimersByTime(100)
  expect(events).toEqual(['build', 'release', 'release'])
})
