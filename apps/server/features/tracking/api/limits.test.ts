import { describe, expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans, type LiveRateScope } from '../../../platform/config/plans.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { toProblem } from '../../../platform/http/problem.ts'
import { createLimitMemory } from '../../../platform/metering/limit-memory.ts'
import { MemoryLimiter } from '../../../platform/metering/memory-limiter.ts'
import { trackingProblems } from './failures.ts'
import { type Channel, consumePoll, consumePush } from './limits.ts'

/** Returns functions that push and poll for an account whose plan allows the given push rate. */
function pushing(gpsPushPerSecond: number) {
  const clock = new FakeClock(1_000_000)
  const limiter = new MemoryLimiter(createLimitMemory(1), clock, async () => 0)
  const { pro } = defaultPlans(7)
  const terms = { ...pro, live: { ...pro.live, gpsPushPerSecond } }
  const caller: AccountCaller = { kind: 'account', account: 1, accountId: 'ac', plan: 'pro', terms, hasPhone: false }
  return {
    clock,
    push: (assetId = 'as_1', liveRateScope: LiveRateScope = 'asset') =>
      consumePush({ limiter, liveRateScope }, caller, assetId),
    poll: (channel: Channel, assetId: string | undefined, liveRateScope: LiveRateScope = 'asset') =>
      consumePoll({ limiter, liveRateScope }, caller, channel, assetId),
  }
}

describe('plan rate', () => {
  test.each([
    [10, 10, 1000, '10 per second'],
    [2.5, 5, 2000, '5 in 2 s'],
    [1, 1, 1000, '1 per second'],
    [0.5, 1, 2000, 'one every 2 s'],
    [0.2, 1, 5000, 'one every 5 s'],
  ])('of %d allows %i within any %i ms, and reports it', async (perSecond, most, windowMs, words) => {
    const { clock, push } = pushing(perSecond)
    for (let window = 0; window < 3; window++) {
      for (let count = 0; count < most; count++) expect((await push()).ok).toBe(true)
      clock.advance(windowMs / 2)
      const refused = await push()
      if (refused.ok) throw new Error('one too many')
      const { retryAfterSeconds, body, rateLimit } = toProblem(trackingProblems, refused.failure)
      expect(retryAfterSeconds).toBe(Math.ceil(windowMs / 2000))
      expect(body.detail).toContain(
        `are limited to ${words} for this asset; the next one will be accepted in ${windowMs / 2} ms`,
      )
      expect(rateLimit).toEqual({ burst: most, remaining: 0, resetMs: windowMs / 2 })
      clock.advance(windowMs / 2 - 1)
      expect((await push()).ok).toBe(false)
      clock.advance(1)
    }
  })
})

describe('scope of live rates', () => {
  test('asset: each asset has its own pushes and polls, and a stream of all assets its own turns', async () => {
    const { push, poll } = pushing(1)
    for (const asset of ['as_1', 'as_2']) {
      expect([(await push(asset)).ok, (await push(asset)).ok]).toEqual([true, false])
      for (const channel of ['web', 'api'] as const) {
        expect((await poll(channel, asset)).ok).toBe(true)
        expect((await poll(channel, asset)).ok).toBe(true)
        expect((await poll(channel, asset)).ok).toBe(false)
      }
    }
    expect((await poll('api', undefined)).ok).toBe(true)
    expect((await poll('api', undefined)).ok).toBe(true)
    expect((await poll('api', undefined)).ok).toBe(false)
  })

  test('account: all assets share one rate, and the message states it', async () => {
    const { push, poll } = pushing(1)
    expect((await push('as_1', 'account')).ok).toBe(true)
    const refused = await push('as_2', 'account')
    if (refused.ok) throw new Error('one too many')
    expect(toProblem(trackingProblems, refused.failure).body.detail).toBe(
      'Position pushes on the pro plan are limited to 1 per second for the whole account; the next one will be accepted in 1000 ms',
    )
    expect((await poll('api', 'as_1', 'account')).ok).toBe(true)
    expect((await poll('api', 'as_2', 'account')).ok).toBe(true)
    expect((await poll('api', 'as_3', 'account')).ok).toBe(false)
    expect((await poll('web', 'as_3', 'account')).ok).toBe(true)
  })
})
