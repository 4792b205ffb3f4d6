/** All code reads the time from here, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970 (Unix time). */
  now(): number
  /** Monotonic microseconds, the same in all threads of the process. */
  monotonicMicros(): number
}

export const systemClock: Clock = {
  now: Date.now,
  monotonicMicros() {
    const [seconds, nanos] = process.hrtime()
    return seconds * 1e6 + nanos / 1e3
  },
}

/**
 * Shared by all threads: how many milliseconds this machine's clock is ahead, and how many of them are subtracted.
 */
export type SharedClock = SharedArrayBuffer

export function createSharedClock(): SharedClock {
  return new SharedArrayBuffer(16)
}

/**
 * This machine's clock, corrected to match the database clock: servers that share a database must agree on which data
 * is newer. `process/main/clock-watch.ts` compares the two.
 */
export class CorrectedClock implements Clock {
  /** Each value is an 8-byte number, so it is written atomically. */
  private readonly sharedValues: Float64Array

  constructor(share: SharedClock) {
    this.sharedValues = new Float64Array(share)
  }

  now = (): number => Date.now() - this.correctionMs
  monotonicMicros = systemClock.monotonicMicros

  /** Negative: behind. */
  get aheadMs(): number {
    return this.sharedValues[0] ?? 0
  }
  get correctionMs(): number {
    return this.sharedValues[1] ?? 0
  }

  set(aheadMs: number, correctionMs: number): void {
    this.sharedValues[0] = aheadMs
    this.sharedValues[1] = Math.round(correctionMs)
  }

  /** Status for operators; 'ok' when no correction is needed. */
  health = (): string => (this.correctionMs === 0 ? 'ok' : `${describeClockDifference(this.correctionMs)}, corrected`)
}

/** Example: '3.2 s ahead of the database clock' */
export function describeClockDifference(aheadMs: number): string {
  const seconds = Math.abs(aheadMs / 1000).toFixed(1)
  return `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database clock`
}

/** A UTC date such as '2026-11-15'. Quotas and statistics are counted per day. */
export type Day = string
/** '2026-11' */
export type Month = string

export function toDay(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10)
}
export function toMonth(day: Day): Month {
  return day.slice(0, 7)
}
/** The start of the month after `ms` in UTC, when quotas reset. */
export function getNextMonthStart(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
