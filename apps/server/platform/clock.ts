/** Time comes from here, so that tests can turn the clock. */
export interface Clock {
  /** Milliseconds since 1970, as people and databases count. */
  now(): number
  /** Microseconds that never run backwards, the same in all threads of the process. */
  monotonicMicros(): number
}

export const systemClock: Clock = {
  now: Date.now,
  monotonicMicros() {
    const [seconds, nanos] = process.hrtime()
    return seconds * 1e6 + nanos / 1e3
  },
}

/** Shared by all threads: by how many milliseconds the clock of this machine is ahead, and how many of them are taken off. */
export type ClockShare = SharedArrayBuffer

export function createClockShare(): ClockShare {
  return new SharedArrayBuffer(16)
}

/**
 * The clock of this machine, by the clock of the database: servers that share one must agree on what is newer. Who
 * compares the two is `threads/clock-watch.ts`.
 */
export class CorrectedClock implements Clock {
  /** Each is written whole: it is one number of eight bytes. */
  private readonly share: Float64Array

  constructor(share: ClockShare) {
    this.share = new Float64Array(share)
  }

  now = (): number => Date.now() - this.correctionMs
  monotonicMicros = systemClock.monotonicMicros

  /** Negative: behind. */
  get aheadMs(): number {
    return this.share[0] ?? 0
  }
  get correctionMs(): number {
    return this.share[1] ?? 0
  }

  set(aheadMs: number, correctionMs: number): void {
    this.share[0] = aheadMs
    this.share[1] = Math.round(correctionMs)
  }

  /** For people; ok as long as nothing needs to be corrected. */
  health = (): string => (this.correctionMs === 0 ? 'ok' : `${describeAhead(this.correctionMs)}, and corrected`)
}

/** '3.2 s ahead of the clock of the database' */
export function describeAhead(aheadMs: number): string {
  const seconds = Math.abs(aheadMs / 1000).toFixed(1)
  return `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the database`
}

/** '2026-11-15', in UTC: quotas and statistics are counted by it. */
export type Day = string
/** '2026-11' */
export type Month = string

export function dayOf(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10)
}
export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}
/** The instant at which the month after the one of `ms` begins, in UTC: quotas are whole again. */
export function nextMonthStart(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
