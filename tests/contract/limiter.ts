import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Limiter, LoadUsedUnits } from '../../apps/server/platform/metering/limiter.ts'
import type { RateVerdict } from '../../apps/server/platform/metering/rate.ts'
import { FakeClock } from '../support/servers/fake-clock.ts'
import { type ExactRate, pauses, TokenBucket, toRate } from './token-bucket.ts'

/** Opens an empty limiter that uses the given clock. */
export type OpenLimiter = (clock: FakeClock, loadUsed: LoadUsedUnits) => Promise<Limiter>

/**
 * Generates rates of at most one request every ten seconds. Redis expires a full bucket by its own clock, and a slow
 * test machine must not reach that point while the fake clock is frozen.
 */
const slowRates: fc.Arbitrary<ExactRate> = fc
  .constantFrom([1, 10], [1, 30], [7, 100], [3, 70], [5, 3600])
  .chain(([requests = 1, seconds = 10]) =>
    fc.integer({ min: 1, max: 12 }).map((burst) => ({ requests, seconds, burst })),
  )
const slow = { perSecond: 0.1, burst: 5 }
const NOVEMBER = '2026-11'

/** Tests the guarantees of every limiter: counts are exact for every caller and under any concurrency. */
export function describeLimiter(name: string, open: OpenLimiter): void {
  describe(`${name}: rates`, () => {
    let clock: FakeClock
    let limiter: Limiter
    beforeEach(async () => {
      clock = new FakeClock(1_000_000)
      limiter = await open(clock, async () => 0)
    })
    afterEach(() => limiter.close())

    const passes = async (pass: () => RateVerdict | Promise<RateVerdict>, count: number): Promise<number> => {
      const verdicts = await Promise.all(Array.from({ length: count }, pass))
      return verdicts.filter((verdict) => verdict.isAllowed).length
    }

    test('passes the whole burst at once, and not one request more', async () => {
      expect(await passes(() => limiter.checkAccountRate(1, slow), 200)).toBe(5)
      expect(await passes(() => limiter.checkIpRate('192.0.2.1', slow), 200)).toBe(5)
    })

    test('refills one request at a time, each to the millisecond, and never beyond the burst', async () => {
      await passes(() => limiter.checkAccountRate(1, slow), 5)
      for (let turn = 0; turn < 3; turn++) {
        clock.advance(9_999)
        expect(await limiter.checkAccountRate(1, slow)).toMatchObject({ isAllowed: false, retryAfterMs: 1 })
        clock.advance(1)
        expect(await passes(() => limiter.checkAccountRate(1, slow), 3)).toBe(1)
      }
      clock.advance(86_400_000)
      expect(await passes(() => limiter.checkAccountRate(1, slow), 20)).toBe(5)
    })

    test('reports the remainder, the reset time and the wait', async () => {
      expect(await limiter.checkAccountRate(1, slow)).toEqual({
        isAllowed: true,
        remaining: 4,
        resetMs: 10_000,
        retryAfterMs: 0,
      })
      await passes(() => limiter.checkAccountRate(1, slow), 4)
      clock.advance(2_500)
      expect(await limiter.checkAccountRate(1, slow)).toEqual({
        isAllowed: false,
        remaining: 0,
        resetMs: 47_500,
        retryAfterMs: 7_500,
      })
    })

    test('matches a token bucket on every arrival', async () => {
      let account = 0
      const visits = slowRates.chain((rate) => fc.record({ rate: fc.constant(rate), gaps: pauses(rate, 60) }))
      await fc.assert(
        fc.asyncProperty(visits, async ({ rate, gaps }) => {
          const fresh = ++account
          const oracle = new TokenBucket(rate)
          for (const gap of gaps) {
            clock.advance(gap / 1000)
            const now = Math.round(clock.monotonicMicros())
            const given = await limiter.checkAccountRate(fresh, toRate(rate))
            expect(given.isAllowed).toBe(oracle.pass(now))
            expect(given.remaining).toBe(oracle.remaining())
            expect(given.resetMs).toBeCloseTo(oracle.microsUntilFull() / 1000, 2)
          }
        }),
        { numRuns: 40 },
      )
    })

    test('passes after the reported wait, and not a millisecond earlier', async () => {
      const rate = { perSecond: 0.07, burst: 3 }
      await passes(() => limiter.checkIpRate('2001:db8::1', rate), 3)
      for (let turn = 0; turn < 20; turn++) {
        const { retryAfterMs } = await limiter.checkIpRate('2001:db8::1', rate)
        clock.advance(retryAfterMs - 1)
        expect((await limiter.checkIpRate('2001:db8::1', rate)).isAllowed).toBe(false)
        clock.advance(1)
        expect((await limiter.checkIpRate('2001:db8::1', rate)).isAllowed).toBe(true)
      }
    })

    test('counts IP addresses and accounts separately, even with the same name', async () => {
      const once = { perSecond: 0.001, burst: 1 }
      const names = ['1', '2', 'account:1', '10.0.0.1', '10.0.0.11', '::1', 'sign-in a@b.example']
      for (const name of names) expect((await limiter.checkIpRate(name, once)).isAllowed).toBe(true)
      for (const account of [1, 2, 10]) expect((await limiter.checkAccountRate(account, once)).isAllowed).toBe(true)
      for (const name of names) expect((await limiter.checkIpRate(name, once)).isAllowed).toBe(false)
      for (const account of [1, 2, 10]) expect((await limiter.checkAccountRate(account, once)).isAllowed).toBe(false)
    })

    test('applies a raised rate from the next request', async () => {
      await passes(() => limiter.checkAccountRate(1, slow), 5)
      expect((await limiter.checkAccountRate(1, slow)).isAllowed).toBe(false)
      expect((await limiter.checkAccountRate(1, { perSecond: 0.1, burst: 10 })).isAllowed).toBe(true)
    })
  })

  describe(`${name}: windows`, () => {
    let clock: FakeClock
    let limiter: Limiter
    beforeEach(async () => {
      clock = new FakeClock(1_000_000)
      limiter = await open(clock, async () => 0)
    })
    afterEach(() => limiter.close())
    /** Long window, because Redis expires entries by its own clock (see above). */
    const window = { limit: 10, windowMs: 60_000 }
    const passed = async (count: number) => {
      const verdicts = await Promise.all(Array.from({ length: count }, () => limiter.checkWindowRate('push:1', window)))
      return verdicts.filter(({ isAllowed }) => isAllowed).length
    }

    test('passes ten at once, and the next ones when each of them has left the window', async () => {
      expect(await passed(200)).toBe(10)
      clock.advance(59_999)
      expect(await limiter.checkWindowRate('push:1', window)).toMatchObject({ isAllowed: false, retryAfterMs: 1 })
      clock.advance(1)
      expect(await passed(200)).toBe(10)
    })

    test('passes ten one by one, and never eleven within the window', async () => {
      for (let turn = 0; turn < 10; turn++) {
        expect(await limiter.checkWindowRate('push:1', window)).toMatchObject({ isAllowed: true, remaining: 9 - turn })
        clock.advance(1000)
      }
      for (let turn = 0; turn < 10; turn++) {
        const { isAllowed, retryAfterMs, resetMs } = await limiter.checkWindowRate('push:1', window)
        expect([isAllowed, Math.round(retryAfterMs), Math.round(resetMs)]).toEqual([
          false,
          turn === 0 ? 50_000 : 1000,
          turn === 0 ? 59_000 : 60_000,
        ])
        clock.advance(retryAfterMs)
        expect(await passed(5)).toBe(1)
      }
    })

    test('matches a full list of passed requests on every arrival', async () => {
      let name = 0
      const gaps = fc.array(fc.constantFrom(0, 0, 0, 1, 400, 2500, 9_000, 30_000), { minLength: 1, maxLength: 80 })
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 32 }), gaps, async (most, pausesMs) => {
          const fresh = `live:${++name}`
          const times: number[] = []
          for (const gap of pausesMs) {
            clock.advance(gap)
            const now = clock.monotonicMicros() / 1000
            const within = times.filter((time) => now - time < 20_000)
            const given = await limiter.checkWindowRate(fresh, { limit: most, windowMs: 20_000 })
            expect(given.isAllowed).toBe(within.length < most)
            if (given.isAllowed) times.push(now)
            else expect(given.retryAfterMs).toBeCloseTo(20_000 - (now - (within[0] ?? 0)), 2)
          }
        }),
        { numRuns: 40, seed: 18 },
      )
    })

    test('never passes more than allowed of hundreds, and passes the maximum at once', async () => {
      const wide = { limit: 500, windowMs: 30_000 }
      const times: number[] = []
      for (let second = 0; second < 90; second++) {
        const verdicts = await Promise.all(Array.from({ length: 40 }, () => limiter.checkWindowRate('wide', wide)))
        for (const { isAllowed } of verdicts) if (isAllowed) times.push(second)
        expect(times.filter((time) => second - time < 30).length).toBeLessThanOrEqual(500)
        clock.advance(1000)
      }
      expect(times.length).toBeGreaterThan(1400)
      const atOnce = await Promise.all(Array.from({ length: 600 }, () => limiter.checkWindowRate('another', wide)))
      expect(atOnce.filter(({ isAllowed }) => isAllowed)).toHaveLength(500)
    })

    test('counts names separately, and separately from rates', async () => {
      expect(await passed(11)).toBe(10)
      expect((await limiter.checkWindowRate('push:2', window)).isAllowed).toBe(true)
      expect((await limiter.checkNamedRate('push:1', slow)).isAllowed).toBe(true)
    })

    test('applies a widened or narrowed window from the next request', async () => {
      await passed(10)
      expect((await limiter.checkWindowRate('push:1', { ...window, limit: 200 })).isAllowed).toBe(true)
      expect((await limiter.checkWindowRate('push:1', { ...window, limit: 2 })).isAllowed).toBe(false)
    })
  })

  describe(`${name}: quotas`, () => {
    let limiter: Limiter
    const openWith = async (loadUsed: LoadUsedUnits): Promise<Limiter> => {
      limiter = await open(new FakeClock(1_000_000), loadUsed)
      return limiter
    }
    afterEach(() => limiter.close())

    test('1,000 concurrent requests consume exactly the quota', async () => {
      await openWith(async () => 0)
      const verdicts = await Promise.all(Array.from({ length: 1000 }, () => limiter.reserve(1, NOVEMBER, 1, 700)))
      expect(verdicts.filter((verdict) => verdict.isAllowed).length).toBe(700)
      expect(Math.max(...verdicts.map((verdict) => verdict.usedUnits))).toBe(700)
      expect(await limiter.getUsedUnits(1, NOVEMBER)).toBe(700)
    })

    test('requests of different size never exceed the quota, and each allowed one counts in full', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60, size: 'max' }),
          fc.integer({ min: 0, max: 600 }),
          async (sizes, quota) => {
            await limiter?.close()
            await openWith(async () => 0)
            const verdicts = await Promise.all(sizes.map((units) => limiter.reserve(1, NOVEMBER, units, quota)))
            const taken = sizes.filter((_, index) => verdicts[index]?.isAllowed).reduce((sum, units) => sum + units, 0)
            const used = await limiter.getUsedUnits(1, NOVEMBER)
            expect(used).toBe(taken)
            expect(used).toBeLessThanOrEqual(quota)
            for (const [index, units] of sizes.entries()) {
              if (!verdicts[index]?.isAllowed) expect(used + units).toBeGreaterThan(quota)
            }
          },
        ),
        { numRuns: 25 },
      )
    })

    test('a rejected request consumes nothing, so that a smaller one still fits', async () => {
      await openWith(async () => 0)
      expect(await limiter.reserve(1, NOVEMBER, 8, 10)).toEqual({ isAllowed: true, usedUnits: 8 })
      expect(await limiter.reserve(1, NOVEMBER, 3, 10)).toEqual({ isAllowed: false, usedUnits: 8 })
      expect(await limiter.reserve(1, NOVEMBER, 2, 10)).toEqual({ isAllowed: true, usedUnits: 10 })
      expect(await limiter.reserve(1, NOVEMBER, 0, 10)).toEqual({ isAllowed: true, usedUnits: 10 })
    })

    test('a refund can be used again, once', async () => {
      await openWith(async () => 0)
      await limiter.reserve(1, NOVEMBER, 10, 10)
      limiter.refund(1, NOVEMBER, 4)
      expect(await limiter.getUsedUnits(1, NOVEMBER)).toBe(6)
      expect((await limiter.reserve(1, NOVEMBER, 5, 10)).isAllowed).toBe(false)
      expect((await limiter.reserve(1, NOVEMBER, 4, 10)).isAllowed).toBe(true)
    })

    test('a refund never exceeds the quota', async () => {
      await openWith(async () => 0)
      await limiter.reserve(1, NOVEMBER, 1, 10)
      limiter.refund(1, NOVEMBER, 1)
      limiter.refund(1, NOVEMBER, 5)
      expect(await limiter.getUsedUnits(1, NOVEMBER)).toBe(0)
      expect((await limiter.reserve(1, NOVEMBER, 11, 10)).isAllowed).toBe(false)
    })

    test('a refund to lost counters does not hide the count of the database', async () => {
      await openWith(async () => 9)
      limiter.refund(1, NOVEMBER, 1)
      expect(await limiter.getUsedUnits(1, NOVEMBER)).toBe(9)
      expect((await limiter.reserve(1, NOVEMBER, 2, 10)).isAllowed).toBe(false)
    })

    test('a new month starts at zero, and a late refund of the old one does not affect it', async () => {
      await openWith(async () => 0)
      await limiter.reserve(1, NOVEMBER, 10, 10)
      expect(await limiter.reserve(1, '2026-12', 10, 10)).toEqual({ isAllowed: true, usedUnits: 10 })
      limiter.refund(1, NOVEMBER, 10)
      expect(await limiter.getUsedUnits(1, '2026-12')).toBe(10)
      expect((await limiter.reserve(1, '2027-01', 1, 10)).usedUnits).toBe(1)
    })

    test('accounts are counted separately', async () => {
      await openWith(async () => 0)
      await limiter.reserve(1, NOVEMBER, 10, 10)
      expect(await limiter.getUsedUnits(11, NOVEMBER)).toBe(0)
      expect((await limiter.reserve(2, NOVEMBER, 10, 10)).isAllowed).toBe(true)
    })

    test('counting starts from the database once, regardless of the number of concurrent requests', async () => {
      const asked: string[] = []
      // Later replies are larger, so the test would detect their use.
      await openWith(async (account, month) => 40 + 100 * asked.push(`${account} ${month}`) - 100)
      const verdicts = await Promise.all(Array.from({ length: 300 }, () => limiter.reserve(7, NOVEMBER, 1, 100)))
      expect(verdicts.filter((verdict) => verdict.isAllowed).length).toBe(60)
      expect(await limiter.getUsedUnits(7, NOVEMBER)).toBe(100)
      expect(new Set(asked)).toEqual(new Set([`7 ${NOVEMBER}`]))

      const askedSoFar = asked.length
      await limiter.reserve(7, NOVEMBER, 1, 1000)
      await limiter.getUsedUnits(7, NOVEMBER)
      expect(asked.length).toBe(askedSoFar)
    })

    test('reading the usage starts from the database and consumes nothing', async () => {
      await openWith(async () => 123)
      expect([await limiter.getUsedUnits(3, NOVEMBER), await limiter.getUsedUnits(3, NOVEMBER)]).toEqual([123, 123])
      expect(await limiter.reserve(3, NOVEMBER, 1, 124)).toEqual({ isAllowed: true, usedUnits: 124 })
    })

    test('consumes nothing when the database does not respond, and the next request starts correctly', async () => {
      let away = true
      await openWith(async () => {
        if (away) throw new Error('away')
        return 50
      })
      await expect(limiter.reserve(4, NOVEMBER, 1, 100)).rejects.toThrow('away')
      away = false
      expect(await limiter.reserve(4, NOVEMBER, 1, 100)).toEqual({ isAllowed: true, usedUnits: 51 })
    })

    test('responds to a ping', async () => {
      await openWith(async () => 0)
      await expect(limiter.ping()).resolves.toBeUndefined()
    })
  })
}
