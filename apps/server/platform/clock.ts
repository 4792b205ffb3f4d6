/** Source of time for all code, so that tests can control it. */
export interface Clock {
  /** Returns the Unix time in milliseconds. */
  now(): number
  /** Returns monotonic microseconds, which are comparable between all threads of the process. */
  monotonicMicros(): number
}

export const systemClock: Clock = {
  now: Date.now,
  monotonicMicros() {
    const [seconds, nanos] = process.hrtime()
    return seconds * 1e6 + nanos / 1e3
  },
}

/** Shared memory with two values in milliseconds: how far this machine's clock is ahead, and the applied correction. */
export type SharedClock = SharedArrayBuffer

export function createSharedClock(): SharedClock {
  return new SharedArrayBuffer(16)
}

/**
 * Clock of this machine, corrected to match the database clock. Servers that share a database must agree on which data
 * is newer. `process/main/clock-watch.ts` compares the two clocks.
 */
export class CorrectedClock implements Clock {
  /** Shared values of 8 bytes each, which are written atomically. */
  private readonly sharedValues: Float64Array

  constructor(sharedClock: SharedClock) {
    this.sharedValues = new Float64Array(sharedClock)
  }

  now = (): number => Date.now() - this.correctionMs
  monotonicMicros = systemClock.monotonicMicros

  /** Difference from the database clock in milliseconds. Negative if this machine's clock is behind. */
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

  /** Returns the status for operators, which is 'ok' if no correction is needed. */
  health = (): string => (this.correctionMs === 0 ? 'ok' : `${describeClockDifference(this.correctionMs)}, corrected`)
}

/** Returns a description such as '3.2 s ahead of the database clock'. */
export function describeClockDifference(aheadMs: number): string {
  const seconds = Math.abs(aheadMs / 1000).toFixed(1)
  return `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database clock`
}

/** UTC date such as '2026-11-15'. Quotas and statistics are counted per day. */
export type Day = string
/** UTC month such as '2026-11'. */
export type Month = string

export function toDay(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10)
}
export function toMonth(day: Day): Month {
  return day.slice(0, 7)
}
/** Returns the start of the UTC month after `ms`, when quotas reset. */
export function getNextMonthStart(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
