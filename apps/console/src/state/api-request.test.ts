import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApiRequest } from './api-request.ts'
import { apiKey } from './key.ts'

const call = { method: 'GET', path: '/v1/geocode' } as const

describe('request while the service is unavailable', () => {
  let calls = 0
  let isUnreachable = true
  beforeEach(() => {
    calls = 0
    isUnreachable = true
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async () => {
      calls += 1
      if (isUnreachable) throw new TypeError('nobody there')
      return new Response('{"results":[]}')
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('is retried indefinitely, at last every ten seconds, and completes when the service is back', async () => {
    const asking = createApiRequest()
    await asking.send(call)
    expect(asking.state.value.retry?.atMs).toBe(Date.now() + 1_000)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toBeGreaterThan(60)
    const before = calls
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls - before).toBe(60)
    isUnreachable = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asking.state.value).toEqual({ answer: { results: [] }, call, isWaiting: false })
    const last = calls
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toBe(last)
  })

  test('is retried immediately on demand, and only once', async () => {
    const asking = createApiRequest()
    await asking.send(call)
    await vi.advanceTimersByTimeAsync(100_000)
    isUnreachable = false
    const before = calls
    asking.state.value.retry?.retryNow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls - before).toBe(1)
    expect(asking.state.value.answer).toEqual({ results: [] })
  })

  test('is not retried after it was canceled', async () => {
    const asking = createApiRequest()
    await asking.send(call)
    asking.clear()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toBe(1)
    expect(asking.state.value).toEqual({ isWaiting: false })
  })

  test('has an error message that does not repeat the page', async () => {
    const asking = createApiRequest()
    await asking.send(call)
    expect(asking.state.value.failure?.message).toBe('The service is not responding. Your entries are kept.')
    asking.clear()
  })

  test('keeps the reply to the same request, and drops the reply to another request', async () => {
    isUnreachable = false
    const asking = createApiRequest((one, other) => one.path === other.path)
    await asking.send(call)
    isUnreachable = true
    await asking.send(call)
    expect(asking.state.value.answer).toEqual({ results: [] })
    await asking.send({ ...call, path: '/v1/reverse' })
    expect(asking.state.value.failure?.status).toBe(0)
    expect(asking.state.value.answer).toBeUndefined()
    asking.clear()
  })
})

test('is sent again without the key, or with another one, after the key was rejected', async () => {
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) =>
    headers['x-api-key'] === 'wrong' ? new Response('{}', { status: 401 }) : new Response('{"results":[]}'),
  )
  const asking = createApiRequest()
  apiKey.value = 'wrong'
  await asking.send(call)
  expect(asking.state.value.failure?.status).toBe(401)
  apiKey.value = ''
  await expect.poll(() => asking.state.value.answer).toEqual({ results: [] })
  vi.unstubAllGlobals()
})
