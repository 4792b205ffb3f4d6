import fc from 'fast-check'
import type { Rate } from '../../apps/server/platform/metering/rate.ts'

/** Rate as a fraction, so that the reference implementation needs no rounding. */
export interface ExactRate {
  readonly requests: number
  readonly seconds: number
  readonly burst: number
}

export function toRate({ requests, seconds, burst }: ExactRate): Rate {
  return { perSecond: requests / seconds, burst }
}

/**
 * Reference token bucket in integers. Unlike the limiter, which stores a single instant, this bucket stores its level.
 * A request that is one microsecond early counts as on time, as the limiter guarantees.
 */
export class TokenBucket {
  private readonly rate: ExactRate
  private readonly token: bigint
  private level: bigint
  private lastMicros = 0

  constructor(rate: ExactRate) {
    this.rate = rate
    this.token = BigInt(rate.seconds) * 1_000_000n
    this.level = this.token * BigInt(rate.burst)
  }

  pass(nowMicros: number): boolean {
    this.drip(nowMicros)
    if (this.levelOrDust() < this.token) return false
    this.level -= this.token
    return true
  }

  /** Returns the number of whole tokens. */
  remaining(): number {
    return Number(this.levelOrDust() / this.token)
  }
  microsUntilFull(): number {
    return this.microsUntil(this.token * BigInt(this.rate.burst))
  }
  microsUntilNext(): number {
    return this.microsUntil(this.token)
  }

  private drip(nowMicros: number): void {
    const full = this.token * BigInt(this.rate.burst)
    const dripped = this.level + BigInt(nowMicros - this.lastMicros) * BigInt(this.rate.requests)
    this.level = full
    if (dripped < full) this.level = dripped
    this.lastMicros = nowMicros
  }
  private levelOrDust(): bigint {
    return this.level + BigInt(this.rate.requests)
  }
  private microsUntil(level: bigint): number {
    return Math.max(0, Number(level - this.level) / this.rate.requests)
  }
}

/**
 * Generates pauses between requests in microseconds: none, about the interval of the rate, and long enough to fill the
 * bucket.
 */
export function pauses(rate: ExactRate, maxLength: number): fc.Arbitrary<number[]> {
  const pace = (rate.seconds * 1e6) / rate.requests
  const tens = (micros: number) => 10 * Math.round(micros / 10)
  return fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }).map((fifths) => tens((pace * fifths) / 5)) },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 0, max: 12 }).map((tenths) => tens((pace * rate.burst * tenths) / 10)),
      },
    ),
    { minLength: 1, maxLength, size: 'max' },
  )
}
