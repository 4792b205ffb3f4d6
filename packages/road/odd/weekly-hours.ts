import { oddDays, type WeeklyHours } from './model.ts'

const DAY_MINUTES = 1440
export const WEEK_MINUTES = 7 * DAY_MINUTES

interface Span {
  readonly from: number
  readonly until: number
}

/** Weekly hours as spans in minutes since Monday 0:00. */
export class WeekSpans {
  /** Disjoint spans in ascending order. No two spans touch. The last span may extend into the next week. */
  readonly spans: readonly Span[]

  constructor(weekly: readonly WeeklyHours[]) {
    const spans = weekly.flatMap(({ days, fromMinute, untilMinute }) =>
      days.map((day) => {
        const from = oddDays.indexOf(day) * DAY_MINUTES + fromMinute
        const length = untilMinute > fromMinute ? untilMinute - fromMinute : untilMinute + DAY_MINUTES - fromMinute
        return { from, until: from + length }
      }),
    )
    this.spans = mergeSpans(spans)
  }

  /**
   * Returns the time from a given minute of the week until closing, in minutes. The result is 0 outside the hours, and
   * Infinity if the hours never end.
   */
  minutesUntilClosing(minute: number): number {
    for (const { from, until } of this.spans) {
      if (until - from >= WEEK_MINUTES) return Number.POSITIVE_INFINITY
      for (const weekMinute of [minute, minute + WEEK_MINUTES])
        if (weekMinute >= from && weekMinute < until) return until - weekMinute
    }
    return 0
  }
}

/** Merges spans that touch, including those across the end of the week. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  const mergedSpans: { from: number; until: number }[] = []
  for (const { from, until } of sorted) {
    const last = mergedSpans.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else mergedSpans.push({ from, until })
  }
  // A span that extends into the next week may overlap the first spans of the week.
  for (let first = mergedSpans[0]; first && mergedSpans.length > 1; first = mergedSpans[0]) {
    const last = mergedSpans[mergedSpans.length - 1]
    if (first.from + WEEK_MINUTES > last.until) break
    last.until = Math.max(last.until, first.until + WEEK_MINUTES)
    mergedSpans.shift()
  }
  const [onlySpan] = mergedSpans
  if (mergedSpans.length === 1 && onlySpan && onlySpan.until - onlySpan.from >= WEEK_MINUTES)
    return [{ from: 0, until: WEEK_MINUTES }]
  return mergedSpans
}

/** Returns the minute of the week in local time for the given UTC offset, including the fraction. */
export function minuteOfWeek(instantMs: number, utcOffsetSeconds: number): number {
  const minutes = (instantMs / 1000 + utcOffsetSeconds) / 60
  // January 1, 1970, was a Thursday.
  return (((minutes + 3 * DAY_MINUTES) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES
}
