import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExactRate, pauses, TokenBucket, toRate } from '../../../../tests/contract/token-bucket.ts'
import { computeNextArrival, type Rate, type RateVerdict, toRateVerdict } from './rate.ts'

/** Token bucket of a caller, in the form that the limiters store. */
class Bucket {
  private readonly rate: Rate
  private arrival = 0
  constructor(rate: Rate) {
    this.rate = rate
  }
  pass(nowMicros: number): RateVerdict {
    const next = computeNextArrival(this.arrival, nowMicros, this.rate)
    const seen = next ?? this.arrival
    this.arrival = seen
    return toRateVerdict(next !== undefined, seen, nowMicros, this.rate)
  }
  copy(): Bucket {
    const copy = new Bucket(this.rate)
    copy.arrival = this.arrival
    return copy
  }
  /** Returns the number of requests that pass at this time. */
  countPasses(nowMicros: number): number {
    const copy = this.copy()
    let passed = 0
    while (copy.pass(nowMicros).isAllowed) passed++
    return passed
  }
}

const rates: fc.Arbitrary<ExactRate> = fc
  .constantFrom(
    [1, 5],
    [1, 3],
    [5, 3600],
    [1, 2],
    [1, 1],
    [2, 1],
    [5, 2],
    [5, 1],
    [7, 1],
    [50, 1],
    [999, 10],
    [1000, 1],
  )
  .chain(([requests = 1, seconds = 1]) =>
    fc.integer({ min: 1, max: 30 }).map((burst) => ({ requests, seconds, burst })),
  )

const visits = rates.chain((rate) => fc.record({ rate: fc.constant(rate), gaps: pauses(rate, 120) }))

/** Simulates one request after each gap. The clock starts late enough to avoid special cases. */
function walk(
  rate: ExactRate,
  gaps: readonly number[],
  see: (verdict: RateVerdict, bucket: Bucket, now: number) => void,
) {
  const bucket = new Bucket(toRate(rate))
  let now = 1_000_000_000
  for (const gap of gaps) {
    now += gap
    see(bucket.pass(now), bucket, now)
  }
}

describe('rate limit', () => {
  test('passes exactly what a token bucket passes, for any rate and arrivals', () => {
    fc.assert(
      fc.property(visits, ({ rate, gaps }) => {
        const oracle = new TokenBucket(rate)
        walk(rate, gaps, (verdict, _, now) => expect(verdict.isAllowed).toBe(oracle.pass(now)))
      }),
      { numRuns: 300 },
    )
  })

  test('reports the remainder, retry time and reset time of the token bucket', () => {
    fc.assert(
      fc.property(visits, ({ rate, gaps }) => {
        const oracle = new TokenBucket(rate)
        walk(rate, gaps, ({ isAllowed, remaining, resetMs, retryAfterMs }, _, now) => {
          oracle.pass(now)
          expect(remaining).toBe(oracle.remaining())
          expect(resetMs).toBeCloseTo(oracle.microsUntilFull() / 1000, 3)
          expect(retryAfterMs).toBeCloseTo(isAllowed ? 0 : oracle.microsUntilNext() / 1000, 3)
        })
      }),
      { numRuns: 300 },
    )
  })

  test('passes exactly the reported remainder at that instant, and the burst at the reported reset', () => {
    fc.assert(
      fc.property(visits, ({ rate, gaps }) => {
        walk(rate, gaps, ({ remaining, resetMs }, bucket, now) => {
          expect(bucket.countPasses(now)).toBe(remaining)
          expect(bucket.countPasses(now + resetMs * 1000)).toBe(rate.burst)
          if (resetMs > 1) expect(bucket.countPasses(now + resetMs * 1000 - 1000)).toBeLessThan(rate.burst)
        })
      }),
      { numRuns: 100 },
    )
  })

  test('passes after the reported wait, and not a millisecond earlier', () => {
    let refusals = 0
    fc.assert(
      fc.property(visits, ({ rate, gaps }) => {
        walk(rate, gaps, ({ isAllowed, retryAfterMs }, bucket, now) => {
          if (isAllowed) return
          refusals++
          expect(bucket.copy().pass(now + retryAfterMs * 1000).isAllowed).toBe(true)
          for (const earlyMs of [1, 0.002]) {
            if (retryAfterMs < earlyMs) continue
            expect(bucket.copy().pass(now + (retryAfterMs - earlyMs) * 1000).isAllowed).toBe(false)
          }
        })
      }),
      { numRuns: 100 },
    )
    expect(refusals).toBeGreaterThan(1000)
  })

  test.each([
    { perSecond: 0.2, burst: 1, pauseMs: 5000 },
    { perSecond: 0.2, burst: 2, pauseMs: 5000 },
    { perSecond: 5, burst: 100, pauseMs: 200 },
    { perSecond: 50, burst: 500, pauseMs: 20 },
    { perSecond: 100, burst: 1000, pauseMs: 10 },
  ])('$perSecond per second and a burst of $burst allow one every $pauseMs ms once the burst is spent', (rate) => {
    const bucket = new Bucket(rate)
    for (let request = 0; request < rate.burst; request++) {
      expect(bucket.pass(1e9)).toMatchObject({ isAllowed: true, remaining: rate.burst - 1 - request })
    }
    expect(bucket.pass(1e9)).toEqual({
      isAllowed: false,
      remaining: 0,
      resetMs: rate.burst * rate.pauseMs,
      retryAfterMs: rate.pauseMs,
    })
    for (let turn = 1; turn <= 1000; turn++) {
      expect(bucket.pass(1e9 + (turn * rate.pauseMs - 1) * 1000).isAllowed).toBe(false)
      expect(bucket.pass(1e9 + turn * rate.pauseMs * 1000).isAllowed).toBe(true)
    }
  })
})
