/**
 * Generic cell rate algorithm (ITU-T I.371), a token bucket that is stored as one number. The number is the theoretical
 * arrival time, at which the bucket is full again. A single number is cheap to share between threads.
 */

export interface Rate {
  readonly perSecond: number
  /** Number of requests that may arrive at once after a pause. */
  readonly burst: number
}

/** Rate limit for the object that a request refers to, such as an asset. The name is unique across all accounts. */
export interface NamedRate {
  readonly name: string
  readonly rate: Rate
}

export interface RateVerdict {
  readonly isAllowed: boolean
  /** Number of requests that would pass now. */
  readonly remaining: number
  /** Time until the full burst is available again, in milliseconds. */
  readonly resetMs: number
  /** Time until the next request passes, in milliseconds. Zero if this request passed. */
  readonly retryAfterMs: number
}

/** Rounding tolerance in microseconds. A request exactly at the Retry-After time must pass. */
const ROUNDING_MICROS = 1

/** Returns the new arrival time of the bucket, or undefined if the request must wait. */
export function computeNextArrival(arrivalMicros: number, nowMicros: number, rate: Rate): number | undefined {
  const interval = 1e6 / rate.perSecond
  const earliestMicros = Math.max(arrivalMicros, nowMicros)
  return earliestMicros - nowMicros <= (rate.burst - 1) * interval + ROUNDING_MICROS
    ? earliestMicros + interval
    : undefined
}

export function toRateVerdict(isAllowed: boolean, arrivalMicros: number, nowMicros: number, rate: Rate): RateVerdict {
  const interval = 1e6 / rate.perSecond
  const aheadMicros = Math.max(0, arrivalMicros - nowMicros)
  return {
    isAllowed,
    // The tolerance is the same as above. Otherwise, the RateLimit-Remaining header would be off by one request.
    remaining: isAllowed
      ? Math.min(rate.burst, Math.floor(rate.burst - (aheadMicros - ROUNDING_MICROS) / interval))
      : 0,
    resetMs: aheadMicros / 1000,
    retryAfterMs: isAllowed ? 0 : Math.max(0, aheadMicros - (rate.burst - 1) * interval) / 1000,
  }
}
