import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForRate } from './rate-wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fakes a service that rejects the first requests. */
function refuse(times: number, retryAfter: string | undefined, status = 429) {
  const sentAt: number[] = []
  const send = async () => {
    sentAt.push(Date.now())
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    return sentAt.length <= times ? new Response('{}', { status, headers }) : new Response('{}')
  }
  return { sentAt, send }
}

test('sends a rejected request again after the pause that the service requests', async () => {
  const { sentAt, send } = refuse(2, '1')
  const startMs = Date.now()
  const reply = waitForRate(send)
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await reply).status).toBe(200)
  expect(sentAt.map((ms) => ms - startMs)).toEqual([0, 1_000, 2_000])
})

test.each<[string, string | undefined, number, number]>([
  ['a longer pause', '3', 429, 1],
  ['no pause', undefined, 429, 1],
  ['a date', 'Tue, 17 Nov 2026 00:00:00 GMT', 429, 1],
  ['a pause for another reason', '1', 503, 1],
  ['the longest pause', '2', 429, 2],
])('with %s (%s, status %i), sends it %i times', async (_title, retryAfter, status, count) => {
  const { sentAt, send } = refuse(1, retryAfter, status)
  const reply = waitForRate(send)
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await reply).status).toBe(count === 1 ? status : 200)
  expect(sentAt).toHaveLength(count)
})

test('gives up after eight pauses', async () => {
  const { sentAt, send } = refuse(100, '1')
  const reply = waitForRate(send)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await reply).status).toBe(429)
  expect(sentAt).toHaveLength(9)
})

test('stops waiting when the request is canceled', async () => {
  const controller = new AbortController()
  const { sentAt, send } = refuse(1, '2')
  const reply = waitForRate(async () => {
    controller.signal.throwIfAborted()
    return await send()
  }, controller.signal)
  const outcome = expect(reply).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(500)
  controller.abort()
  await outcome
  expect(sentAt).toHaveLength(1)
})
