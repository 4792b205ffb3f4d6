import { describe, expect, test } from 'vitest'
import { RedisCircuitBreaker, RedisUnavailableError } from './redis-circuit-breaker.ts'
import { isUnavailable } from './unavailable.ts'

const timedOut = () => Promise.reject(new Error('Command timed out'))

describe('Redis circuit breaker', () => {
  test('passes commands and replies through', async () => {
    const gate = new RedisCircuitBreaker({ ping: async () => 'PONG' })
    expect(await gate.run(async () => 5)).toBe(5)
    await expect(gate.run(() => Promise.reject(new Error('WRONGTYPE')))).rejects.toThrow(/^WRONGTYPE$/)
  })

  test('names Redis in the error and marks it as retryable', async () => {
    const gate = new RedisCircuitBreaker({ ping: async () => 'PONG' })
    const error = await gate.run(() => Promise.reject(new Error("Stream isn't writeable"))).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(RedisUnavailableError)
    expect(isUnavailable(error)).toBe(true)
    expect((error as Error).message).toBe("Redis: Stream isn't writeable")
    // The failure was not a timeout, so the next command is sent as usual.
    expect(await gate.run(async () => 5)).toBe(5)
  })

  test('fails other commands immediately after a timeout, until Redis responds', async () => {
    let answer = (_: 'PONG') => {}
    const pong = new Promise<'PONG'>((resolve) => {
      answer = resolve
    })
    let pings = 0
    const gate = new RedisCircuitBreaker({ ping: async () => (++pings === 1 ? await timedOut() : await pong) })
    let commandCount = 0
    const runCommand = () =>
      gate.run(async () => {
        commandCount++
        return 5
      })
    await expect(gate.run(timedOut)).rejects.toThrow(RedisUnavailableError)
    for (let turn = 0; turn < 10; turn++) await expect(runCommand()).rejects.toThrow(/^Redis: Command timed out$/)
    expect(commandCount).toBe(0)
    answer('PONG')
    await expect.poll(() => runCommand().catch(() => undefined), { interval: 5 }).toBe(5)
    expect(pings).toBe(2)
  })
})
