import type { Caller } from './caller.ts'

const SAMPLE_MS = 50

/**
 * How late this thread's event loop runs, and whom it can still serve. Those without a key are turned away first, then
 * keys, and accounts with a phone last.
 */
export class LoadGauge {
  private readonly thresholdMs: number
  private timer: NodeJS.Timeout | undefined
  private lastTick = performance.now()
  private delay = 0

  constructor(thresholdMs: number) {
    this.thresholdMs = thresholdMs
  }

  /** To be called when the thread is ready: loading its modules is no load. */
  start(): void {
    if (this.thresholdMs === 0) return
    this.lastTick = performance.now()
    this.timer = setInterval(() => this.tick(performance.now()), SAMPLE_MS)
    this.timer.unref()
  }

  /** Smoothed, so that one slow request sheds nobody, and quick to fall, so that service returns with the calm. */
  tick(now: number): void {
    const late = Math.max(0, now - this.lastTick - SAMPLE_MS)
    this.lastTick = now
    this.delay = late > this.delay ? this.delay * 0.6 + late * 0.4 : this.delay * 0.3 + late * 0.7
  }

  get delayMs(): number {
    return this.delay
  }

  mustShed(caller: Caller): boolean {
    if (this.thresholdMs === 0 || this.delay <= this.thresholdMs) return false
    if (caller.kind === 'anonymous') return true
    return this.delay > this.thresholdMs * (caller.hasPhone ? 4 : 2)
  }

  stop(): void {
    clearInterval(this.timer)
  }
}
