import { formatTimeOfDay } from '../../../ui/format.ts'
import type { ScheduledTour } from './tour-schedule.ts'

/** Span of the timeline, in minutes after the departure. */
export interface TimeScale {
  readonly from: number
  readonly to: number
}

const MIN_SPAN = 30
/** Margin for the first and the last block, as a fraction of the track width. */
const MARGIN_SHARE = 0.03

/**
 * Returns the span from the first departure to the last arrival. If the timeline showed the whole shift, the stops of a
 * short day would be squeezed together.
 */
export function toScale(tours: readonly ScheduledTour[]): TimeScale {
  const usedTours = tours.filter(({ visits }) => visits.length > 0)
  const from = usedTours.length === 0 ? 0 : Math.min(...usedTours.map(({ leaves }) => leaves))
  const to = Math.max(...usedTours.map(({ ends }) => ends), from + MIN_SPAN)
  const margin = (to - from) * MARGIN_SHARE
  return { from: from - margin, to: to + margin }
}

export function toShare({ from, to }: TimeScale, minute: number): number {
  return (minute - from) / (to - from)
}

const TICK_STEPS = [10, 15, 30, 60, 120, 180, 360, 720]
const MAX_TICKS = 11

interface Tick {
  readonly minute: number
  readonly label: string
}

/**
 * Lists ticks at full hours, or at fractions of an hour on short days, in the time zone of the browser. Wider labels
 * leave room for fewer ticks.
 */
export function listTicks({ from, to }: TimeScale, departAt: string, width = 1): readonly Tick[] {
  const step = TICK_STEPS.find((candidate) => (to - from) / candidate <= MAX_TICKS / width) ?? 1_440
  const departure = new Date(departAt)
  const minuteOfDay = departure.getHours() * 60 + departure.getMinutes() + departure.getSeconds() / 60
  const first = Math.ceil((from + minuteOfDay) / step) * step - minuteOfDay
  const ticks: Tick[] = []
  for (let minute = first; minute <= to; minute += step) {
    const clock = Math.round(minute + minuteOfDay + 1_440 * 2) % 1_440
    ticks.push({ minute, label: formatTimeOfDay(clock) })
  }
  return ticks
}
