import type { RateVerdict } from './rate.ts'

/**
 * Maximum number of requests in any period of the given length. A token bucket allows a full burst in addition to its
 * rate, but a window never exceeds its limit.
 */
export interface RateWindow {
  readonly limit: number
  readonly windowMs: number
}

/** Maximum length of a window in seconds, so that waits stay short. */
const MAX_WINDOW_SECONDS = 10

/**
 * Converts a rate to a window. Integer rates use one second, 2.5 per second becomes five in two seconds, and rates
 * below one become one request in the corresponding time.
 */
export function toRateWindow(perSecond: number): RateWindow {
  if (perSecond <= 1) return { limit: 1, windowMs: 1000 / perSecond }
  for (let seconds = 1; seconds < MAX_WINDOW_SECONDS; seconds++) {
    const limit = Math.round(perSecond * seconds)
    if (Math.abs(perSecond * seconds - limit) < 1e-9 * limit) return { limit, windowMs: 1000 * seconds }
  }
  const limit = Math.floor(perSecond * MAX_WINDOW_SECONDS)
  return { limit, windowMs: (1000 * limit) / perSecond }
}

/** Rounding tolerance in microseconds. A request exactly at the Retry-After time must pass. */
export const ROUNDING_MICROS = 1

/** Returns the verdict for a window, from its number of requests and the ages of the first and last request. */
export function toWindowVerdict(
  isAllowed: boolean,
  { limit, windowMs }: RateWindow,
  usage: { readonly count: number; readonly firstMicros: number; readonly lastMicros: number },
): RateVerdict {
  const toRemainingMs = (elapsedMicros: number) => Math.max(0, windowMs - elapsedMicros / 1000)
  return {
    isAllowed,
    remaining: isAllowed ? Math.max(0, limit - usage.count) : 0,
    resetMs: usage.count === 0 ? 0 : toRemainingMs(usage.lastMicros),
    retryAfterMs: isAllowed ? 0 : toRemainingMs(usage.firstMicros),
  }
}
