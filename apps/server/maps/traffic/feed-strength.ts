/** Live speeds count in full until they are so old, and then less and less until they are twice as old. */
export function strengthAt(asOfMs: number | undefined, nowMs: number, maxAgeMs: number): number {
  if (asOfMs === undefined || maxAgeMs === 0) return 1
  const over = nowMs - asOfMs - maxAgeMs
  return Math.max(0, Math.min(1, 1 - over / maxAgeMs))
}

/** Growing old goes in steps: each one makes a new snapshot. */
const FADE_STEPS = 10

/** When it will count less than now; infinite when it never will. */
export function nextFade(asOfMs: number | undefined, nowMs: number, maxAgeMs: number): number {
  if (asOfMs === undefined || maxAgeMs === 0) return Number.POSITIVE_INFINITY
  const step = maxAgeMs / FADE_STEPS
  const begins = asOfMs + maxAgeMs
  if (nowMs < begins) return begins + step
  const next = begins + (Math.floor((nowMs - begins) / step) + 1) * step
  return next > begins + maxAgeMs ? Number.POSITIVE_INFINITY : next
}

/** When it will count for nothing; undefined when it never grows old. */
export function deadAt(asOfMs: number | undefined, maxAgeMs: number): number | undefined {
  return asOfMs === undefined || maxAgeMs === 0 ? undefined : asOfMs + 2 * maxAgeMs
}
