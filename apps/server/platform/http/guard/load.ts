import type { Caller } from './caller.ts'

const SAMPLE_MS = 50
/** Time and number of samples for which the delay must be high before load is shed. */
const SUSTAINED_MS = 1000
const MIN_SAMPLES = 3
/**
 * Minimum number of requests in a sample. With fewer requests, the delay is caused by slow requests and not by a queue,
 * so shedding would not reduce it.
 */
const MIN_QUEUED_REQUESTS = 3

interface DelaySample {
  readonly at: number
  readonly delayMs: number
}

/**
 * Measures the event loop delay, and how long requests wait for their turn, and decides which callers to serve. Callers without a key are shed first, then callers
 * with a key, and accounts with a phone number last. As in CoDel (Nichols and Jacobson 2012), the smallest delay within
 * an interval counts. One slow request delays a single sample, but overload delays all of them.
 */
export class LoadMonitor {
  private readonly thresholdMs: number
  private timer: NodeJS.Timeout | undefined
  private lastTick = performance.now()
  private smoothedDelayMs = 0
  private sustainedDelayMs = 0
  private requestCount = 0
  private shortestWaitMs = Number.POSITIVE_INFINITY
  private samples: DelaySample[] = []

  constructor(thresholdMs: number) {
    this.thresholdMs = thresholdMs
  }

  /** Starts sampling. Call this method when the thread is ready, because module loading would count as load. */
  start(now = performance.now()): void {
    if (this.thresholdMs === 0) return
    this.lastTick = now
    this.timer = setInterval(() => this.tick(performance.now()), SAMPLE_MS)
    this.timer.unref()
  }

  tick(now: number): void {
    const delayMs = Math.max(0, now - this.lastTick - SAMPLE_MS)
    this.lastTick = now
    this.smoothedDelayMs =
      delayMs > this.smoothedDelayMs
        ? this.smoothedDelayMs * 0.6 + delayMs * 0.4
        : this.smoothedDelayMs * 0.3 + delayMs * 0.7
    const hasQueue = this.requestCount >= MIN_QUEUED_REQUESTS
    this.samples.push({ at: now, delayMs: hasQueue ? delayMs + this.shortestWaitMs : 0 })
    this.requestCount = 0
    this.shortestWaitMs = Number.POSITIVE_INFINITY
    this.sustainedDelayMs = this.findSustainedDelay(now)
  }

  /** Smoothed event loop delay for metrics, in milliseconds. */
  get delayMs(): number {
    return this.smoothedDelayMs
  }

  /**
   * Returns whether to shed this request, which has waited this long for its turn. Call this method once per request.
   * The shortest wait counts, because long waits of only some callers do not affect others.
   */
  mustShed(caller: Caller, waitedMs = 0): boolean {
    this.requestCount++
    if (waitedMs < this.shortestWaitMs) this.shortestWaitMs = waitedMs
    if (this.thresholdMs === 0 || this.sustainedDelayMs <= this.thresholdMs) return false
    if (caller.kind === 'anonymous') return true
    return this.sustainedDelayMs > this.thresholdMs * (caller.hasPhone ? 4 : 2)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  /** Returns the smallest delay since the newest sample that is old enough, or 0 if no sample is old enough. */
  private findSustainedDelay(now: number): number {
    const newestOldEnoughIndex = this.samples.findLastIndex(({ at }) => at <= now - SUSTAINED_MS)
    const first = Math.min(newestOldEnoughIndex, this.samples.length - MIN_SAMPLES)
    if (first < 0) return 0
    this.samples = this.samples.slice(first)
    return Math.min(...this.samples.map(({ delayMs }) => delayMs))
  }
}
