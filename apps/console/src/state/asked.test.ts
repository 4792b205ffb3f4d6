import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAsking } from './asked.ts'

const call = { method: 'GET', path: '/v1/geocode' } as const

describe('a question while the service is away', () => {
  let calls = 0
  let isAway = true
  beforeEach(() => {
    calls = 0
    isAway = true
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async () => {
      calls += 1
      if (isAway) throw new TypeError('nobody there')
      return new Response('{"results":[]}')
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('is asked for ever, every ten seconds in the end, and answered when the service is back', async () => {
    const asking = createAsking()
    await asking.ask(call)
    expect(asking.state.value.again?.atMs).toBe(Date.now() + 1_000)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toBeGreaterThan(60)
    const before = calls
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls - before).toBe(60)
    isAway = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asking.state.value).toEqual({ answer: { results: [] }, call, isWaiting: false })
    const last = calls
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toBe(last)
  })

  test('is asked at once by who does not want to wait, and only once', async () => {
    const asking = createAsking()
    await asking.ask(call)
    await vi.advanceTimersByTimeAsync(100_000)
    isAway = false
    const before = calls
    asking.state.value.again?.now()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls - before).toBe(1)
    expect(asking.state.value.answer).toEqual({ results: [] })
  })

  test('is not asked again when it was taken back', async () => {
    const asking = createAsking()
    await asking.ask(call)
    asking.clear()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toBe(1)
    expect(asking.state.value).toEqual({ isWaiting: false })
  })

  test('its failure says nothing that the page says beside it', async () => {
    const asking = createAsking()
    await asking.ask(call)
    expect(asking.state.value.failure?.message).toBe('The service does not answer. What you entered is kept.')
    asking.clear()
  })
})
