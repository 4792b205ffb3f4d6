import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiCall } from '../../state/calls.ts'
import { createThrottledRequest } from './follow.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const call = (path: string): ApiCall => ({ method: 'GET', path })

/** Replies after a delay, and records each request and its time. */
function slowAsking(tookMs: number) {
  const asked: (readonly [string, number])[] = []
  const ask = (question: ApiCall) => {
    asked.push([question.path, Date.now()])
    return new Promise<void>((resolve) => setTimeout(resolve, tookMs))
  }
  return { asked, asking: { send: ask, clear() {}, state: signal({ isWaiting: false }) } }
}

test('sends at most four requests per second while dragging, and always requests the last position', async () => {
  const { asked, asking } = slowAsking(20)
  const follower = createThrottledRequest(asking, Date.now)
  for (let step = 0; step < 100; step++) {
    follower.sendSoon(call(String(step)))
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked.length).toBeLessThanOrEqual(6)
  expect(asked.at(-1)?.[0]).toBe('99')
  asked.slice(1).forEach(([, at], index) => {
    expect(at - (asked[index]?.[1] ?? 0)).toBeGreaterThanOrEqual(250)
  })
})

test('waits for a slow reply: otherwise a long drag would never show one', async () => {
  const { asked, asking } = slowAsking(900)
  const follower = createThrottledRequest(asking, Date.now)
  for (let step = 0; step < 100; step++) {
    follower.sendSoon(call(String(step)))
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(asked.length).toBe(3)
})

test('sends a request immediately on release, and ignores older replies', async () => {
  const { asked, asking } = slowAsking(900)
  const follower = createThrottledRequest(asking, Date.now)
  follower.sendSoon(call('1'))
  follower.sendSoon(call('2'))
  follower.sendNow(call('3'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked.map(([path]) => path)).toEqual(['1', '3'])
})
