const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 30_000
/**
 * Maximum jitter added to Retry-After, as a fraction and in milliseconds. Jitter keeps clients that were rejected at
 * the same time from retrying at the same time.
 */
const JITTER_FRACTION = 0.1
const MAX_JITTER_MS = 1000

/**
 * Returns the delay before the next attempt. The delay is never shorter than Retry-After. Without Retry-After, the
 * delay doubles each time, with jitter in its upper half. `random` ranges from 0 to 1.
 */
export function computeDelayMs(
  failures: number,
  retryAfterS: number | undefined,
  random: number,
  firstMs = FIRST_DELAY_MS,
): number {
  if (retryAfterS !== undefined) {
    const requestedMs = 1000 * retryAfterS
    return requestedMs + random * Math.min(requestedMs * JITTER_FRACTION, MAX_JITTER_MS)
  }
  const maxMs = Math.min(MAX_DELAY_MS, firstMs * 2 ** (failures - 1))
  return maxMs / 2 + (random * maxMs) / 2
}
