import { setImmediate } from 'node:timers/promises'
import type { Triangles } from '@fairway/road'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectGarbage } from '../../platform/collect-garbage.ts'
import { TriangleCache } from './triangle-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Opens a cache whose triangles take `buildMs` to build. */
function openCache(buildMs: number) {
  const events: string[] = []
  const build = (): Triangles => {
    events.push('build')
    vi.advanceTimersByTime(buildMs)
    return { count: events.length } as Triangles
  }
  return { events, cache: new TriangleCache({ build, onRelease: () => events.push('release') }) }
}

test.each([
  { buildMs: 1, idleMs: 1000 },
  { buildMs: 300, idleMs: 3000 },
  { buildMs: 5000, idleMs: 10_000 },
])('releases triangles that took $buildMs ms to build after $idleMs ms without use', async ({ buildMs, idleMs }) => {
  const { cache, events } = openCache(buildMs)
  expect(events).toEqual([])
  const first = cache.get()
  vi.advanceTimersByTime(idleMs - 1)
  expect(cache.get()).toBe(first)
  vi.advanceTimersByTime(idleMs - 1)
  expect(events).toEqual(['build'])
  vi.advanceTimersByTime(1)
  await setImmediate()
  expect(events).toEqual(['build', 'release'])
  vi.advanceTimersByTime(10 * idleMs)
  await setImmediate()
  expect(events).toHaveLength(2)
})

test('returns released triangles that are still referenced', async () => {
  const { cache, events } = openCache(1)
  const held = cache.get()
  vi.advanceTimersByTime(1000)
  await setImmediate()
  expect(cache.get()).toBe(held)
  vi.advanceTimersByTime(1000)
  await setImmediate()
  expect(events).toEqual(['build', 'release', 'release'])
})

test('garbage collection on release frees the triangles', async () => {
  let triangles: WeakRef<Triangles> | undefined
  const build = (): Triangles => {
    const built = { count: 1 } as Triangles
    triangles = new WeakRef(built)
    return built
  }
  const cache = new TriangleCache({ build, onRelease: collectGarbage })
  cache.get()
  await setImmediate()
  collectGarbage()
  await setImmediate()
  expect(triangles?.deref()).toEqual({ count: 1 })
  await setImmediate()
  vi.advanceTimersByTime(1000)
  await setImmediate()
  expect(triangles?.deref()).toBeUndefined()
})
