import type { RateVerdict } from './rate.ts'

/**
 * At most this many requests in any period of this length. A token bucket allows a full burst plus its rate; a window
 * never allows more per second than stated.
 */
export interface RateWindow {
  readonly most: number
  readonly windowMs: number
}

/** Windows are limited to a few seconds, so that waits stay short. */
const MAX_SECONDS = 10

/**
 * Converts a rate to a window: whole numbers within one second, 2.5 per second as five in two seconds, and less than
 * one per second as one in the corresponding time.
 */
export function windowOf(perSecond: number): RateWindow {
  if (perSecond <= 1) return { most: 1, windowMs: 1000 / perSecond }
  for (let seconds = 1; seconds < MAX_SECONDS; seconds++) {
    const most = Math.round(perSecond * seconds)
    if (Math.abs(perSecond * seconds - most) < 1e-9 * most) return { most, windowMs: 1000 * seconds }
  }
  const most = Math.floor(perSecond * MAX_SECONDS)
  return { most, windowMs: (1000 * most) / perSecond }
}

/** Rounding tolerance: a request exactly at the Retry-After time must pass. */
export const DUST_MICROS = 1

/** The verdict for a window with this many used requests, given the ages of the first and the last. */
export function windowVerdict(
  allowed: boolean,
  { most, windowMs }: RateWindow,
  used: { readonly count: number; readonly firstMicros: number; readonly lastMicros: number },
): RateVerdict {
  const left = (sinceMicros: number) => Math.max(0, windowMs - sinceMicros / 1000)
  return {
    allowed,
    remaining: allowed ? Math.max(0, most - used.count) : 0,
    resetMs: used.count === 0 ? 0 : left(used.lastMicros),
    retryAfterMs: allowed ? 0 : left(used.firstMicros),
  }
}
