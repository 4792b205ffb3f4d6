/** Live speeds have full weight up to this age, then fade and reach zero at twice this age. */
export function getFeedWeight(asOfMs: number | undefined, nowMs: number, maxAgeMs: number): number {
  if (asOfMs === undefined || maxAgeMs === 0) return 1
  const overdueMs = nowMs - asOfMs - maxAgeMs
  return Math.max(0, Math.min(1, 1 - overdueMs / maxAgeMs))
}

/** Speeds fade in steps, because each step creates a new snapshot. */
const FADE_STEPS = 10

/** When the feed's weight next decreases; infinite when it never does. */
export function getNextFadeMs(asOfMs: number | undefined, nowMs: number, maxAgeMs: number): number {
  if (asOfMs === undefined || maxAgeMs === 0) return Number.POSITIVE_INFINITY
  const stepMs = maxAgeMs / FADE_STEPS
  const fadeStartMs = asOfMs + maxAgeMs
  if (nowMs < fadeStartMs) return fadeStartMs + stepMs
  const nextFadeMs = fadeStartMs + (Math.floor((nowMs - fadeStartMs) / stepMs) + 1) * stepMs
  return nextFadeMs > fadeStartMs + maxAgeMs ? Number.POSITIVE_INFINITY : nextFadeMs
}

/** When the feed's weight reaches zero; undefined when the feed does not age. */
export function getExpiryMs(asOfMs: number | undefined, maxAgeMs: number): number | undefined {
  return asOfMs === undefined || maxAgeMs === 0 ? undefined : asOfMs + 2 * maxAgeMs
}
