import type { Caller } from './caller.ts'

const SAMPLE_MS = 50

/**
 * Measures event loop delay and decides which callers to serve. Callers without a key are shed first, then callers with
 * a key, and accounts with a phone number last.
 */
export class LoadMonitor {
  private readonly thresholdMs: number
  private timer: NodeJS.Timeout | undefined
  private lastTick = performance.now()
  private smoothedDelayMs = 0

  constructor(thresholdMs: number) {
    this.thresholdMs = thresholdMs
  }

  /** Call this when the thread is ready, because module loading would count as load. */
  start(): void {
    if (this.thresholdMs === 0) return
    this.lastTick = performance.now()
    this.timer = setInterval(() => this.tick(performance.now()), SAMPLE_MS)
    this.timer.unref()
  }

  /**
   * Smoothed, so that one slow request does not trigger load shedding. It falls quickly, so that service recovers as
   * soon as load drops.
   */
  tick(now: number): void {
    const delayMs = Math.max(0, now - this.lastTick - SAMPLE_MS)
    this.lastTick = now
    this.smoothedDelayMs =
      delayMs > this.smoothedDelayMs
        ? this.smoothedDelayMs * 0.6 + delayMs * 0.4
        : this.smoothedDelayMs * 0.3 + delayMs * 0.7
  }

  get delayMs(): number {
    return this.smoothedDelayMs
  }

  mustShed(caller: Caller): boolean {
    if (this.thresholdMs === 0 || this.smoothedDelayMs <= this.thresholdMs) return false
    if (caller.kind === 'anonymous') return true
    return this.smoothedDelayMs > this.thresholdMs * (caller.hasPhone ? 4 : 2)
  }

  stop(): void {
    clearInterval(this.timer)
  }
}
