/** Limits the rate by spacing calls evenly. A caller that is too early gets the remaining wait time. */
export class RequestPacer {
  private readonly intervalMs: number
  private nextSlotMs = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.intervalMs = 1000 / perSecond
  }

  /** Returns how long to wait. Returns undefined and reserves nothing when that exceeds `mostMs`. */
  reserveSlot(nowMs: number, maxWaitMs: number): number | undefined {
    const slotMs = Math.max(nowMs, this.nextSlotMs)
    if (slotMs - nowMs > maxWaitMs) return undefined
    this.nextSlotMs = slotMs + this.intervalMs
    return slotMs - nowMs
  }
}
