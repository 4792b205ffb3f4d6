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
