/**
 * The generic cell rate algorithm (ITU-T I.371): a token bucket that needs a single number, the theoretical arrival
 * time at which the bucket would be full again. One number is what makes it cheap to share between threads.
 */

export interface Rate {
  readonly perSecond: number
  /** Requests that may come at once after a pause. */
  readonly burst: number
}

export interface RateVerdict {
  readonly allowed: boolean
  /** Requests that would pass right now. */
  readonly remaining: number
  /** Until the whole burst is available again. */
  readonly resetMs: number
  /** Until the next request passes; 0 when this one did. */
  readonly retryAfterMs: number
}

/** Floating-point dust: a request that comes exactly when Retry-After said must pass. */
const DUST_MICROS = 1

/** The bucket's new arrival time, or undefined when the request must wait. */
export function nextArrival(arrivalMicros: number, nowMicros: number, rate: Rate): number | undefined {
  const interval = 1e6 / rate.perSecond
  const base = Math.max(arrivalMicros, nowMicros)
  return base - nowMicros <= (rate.burst - 1) * interval + DUST_MICROS ? base + interval : undefined
}

export function verdict(allowed: boolean, arrivalMicros: number, nowMicros: number, rate: Rate): RateVerdict {
  const interval = 1e6 / rate.perSecond
  const ahead = Math.max(0, arrivalMicros - nowMicros)
  return {
    allowed,
    // The same dust as above, or the header would promise one request more or less than passes.
    remaining: allowed ? Math.min(rate.burst, Math.floor(rate.burst - (ahead - DUST_MICROS) / interval)) : 0,
    resetMs: ahead / 1000,
    retryAfterMs: allowed ? 0 : Math.max(0, ahead - (rate.burst - 1) * interval) / 1000,
  }
}
