/** Limits the rate by spacing calls evenly. A caller that is too early gets the time to wait. */
export class RequestPacer {
  private readonly intervalMs: number
  private nextMs = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.intervalMs = 1000 / perSecond
  }

  /** Returns how long to wait. Returns undefined and reserves nothing when that exceeds `mostMs`. */
  reserveSlot(nowMs: number, maxWaitMs: number): number | undefined {
    const atMs = Math.max(nowMs, this.nextMs)
    if (atMs - nowMs > maxWaitMs) return undefined
    this.nextMs = atMs + this.intervalMs
    return atMs - nowMs
  }
}
