/** Returns the weight of a feed. Live speeds have full weight up to `maxAgeMs`, and fade to zero at twice this age. */
export function getFeedWeight(asOfMs: number | undefined, nowMs: number, maxAgeMs: number): number {
  if (asOfMs === undefined || maxAgeMs === 0) return 1
  const overdueMs = nowMs - asOfMs - maxAgeMs
  return Math.max(0, Math.min(1, 1 - overdueMs / maxAgeMs))
}

/** Number of fade steps. Speeds fade in steps, because each step creates a new snapshot. */
const FADE_STEPS = 10

/** Returns the time at which the weight of the feed next decreases, or infinity if it never does. */
export function getNextFadeMs(asOfMs: number | undefined, nowMs: number, maxAgeMs: number): number {
  if (asOfMs === undefined || maxAgeMs === 0) return Number.POSITIVE_INFINITY
  const stepMs = maxAgeMs / FADE_STEPS
  const fadeStartMs = asOfMs + maxAgeMs
  if (nowMs < fadeStartMs) return fadeStartMs + stepMs
  const nextFadeMs = fadeStartMs + (Math.floor((nowMs - fadeStartMs) / stepMs) + 1) * stepMs
  return nextFadeMs > fadeStartMs + maxAgeMs ? Number.POSITIVE_INFINITY : nextFadeMs
}

/** Returns the time at which the weight of the feed reaches zero. Returns undefined if the feed does not age. */
export function getExpiryMs(asOfMs: number | undefined, maxAgeMs: number): number | undefined {
  return asOfMs === undefined || maxAgeMs === 0 ? undefined : asOfMs + 2 * maxAgeMs
}
