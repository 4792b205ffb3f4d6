import type { RateVerdict } from './rate.ts'

/**
 * At most so many within any stretch of time of this length, wherever it begins. Unlike a token bucket, which lets a
 * whole burst through and then its rate as well, it never lets more pass in a second than it says.
 */
export interface RateWindow {
  readonly most: number
  readonly windowMs: number
}

/** The longest windows are a few seconds, so that a pause is never long. */
const MOST_SECONDS = 10

/**
 * A rate as a window: whole numbers within one second, 2.5 per second as five in two seconds, and less than one per
 * second as one in as long as that takes.
 */
export function windowOf(perSecond: number): RateWindow {
  if (perSecond <= 1) return { most: 1, windowMs: 1000 / perSecond }
  for (let seconds = 1; seconds < MOST_SECONDS; seconds++) {
    const most = Math.round(perSecond * seconds)
    if (Math.abs(perSecond * seconds - most) < 1e-9 * most) return { most, windowMs: 1000 * seconds }
  }
  const most = Math.floor(perSecond * MOST_SECONDS)
  return { most, windowMs: (1000 * most) / perSecond }
}

/** Floating-point dust: a request that comes exactly when Retry-After said must pass. */
export const DUST_MICROS = 1

/** What a window tells when so many of it are used, the first of them this long ago and the last this long. */
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
