/** Limits the rate by spacing calls evenly. A caller that is too early gets the remaining wait time. */
export class RequestPacer {
  private readonly intervalMs: number
  private nextSlotMs = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.intervalMs = 1000 / perSecond
  }

  /**
   * Reserves a slot and returns the time to wait in milliseconds. Returns undefined and reserves nothing if the wait
   * exceeds `maxWaitMs`.
   */
  reserveSlot(nowMs: number, maxWaitMs: number): number | undefined {
    const slotMs = Math.max(nowMs, this.nextSlotMs)
    if (slotMs - nowMs > maxWaitMs) return undefined
    this.nextSlotMs = slotMs + this.intervalMs
    return slotMs - nowMs
  }
}
