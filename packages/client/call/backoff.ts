const FIRST_MS = 250
const MOST_MS = 30_000
/** Of what the service asked to wait, at most: those that were refused together shall not come back together. */
const LATER = 0.1
const MOST_LATER_MS = 1000

/**
 * How long to wait before another attempt. Never less than the service asked for; without its word twice as long each
 * time, somewhere in the upper half. `random` runs from 0 to 1.
 */
export function delayMs(failures: number, retryAfterS: number | undefined, random: number, firstMs = FIRST_MS): number {
  if (retryAfterS !== undefined) {
    const asked = 1000 * retryAfterS
    return asked + random * Math.min(asked * LATER, MOST_LATER_MS)
  }
  const most = Math.min(MOST_MS, firstMs * 2 ** (failures - 1))
  return most / 2 + (random * most) / 2
}
