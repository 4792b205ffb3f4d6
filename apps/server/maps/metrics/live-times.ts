import {
  FADE_MS,
  fadingTimes,
  type RoadNetwork,
  type RoadTimes,
  type TrafficState,
  type TripStart,
} from '@fairway/road'

const MS_PER_CS = 10
/**
 * Time after departure during which the starts and ends of events are considered. Live speeds apply for a shorter time.
 */
const EVENT_HORIZON_MS = 2 * FADE_MS

/** Arc durations for departures at or after an instant, as linear functions of the arrival time at the arc. */
export interface LiveArcTimes extends RoadTimes {
  /** Time after departure during which the functions are linear, in hundredths of a second. */
  readonly fadeCs: number
  /** Instant at which the network changes. */
  readonly validUntilMs: number
}

/**
 * Computes arc durations in live traffic, and marks arcs where a trip might differ from the returned route. A trip that
 * reaches an arc while an event starts or ends may be routed around the arc. Marked arcs, and all paths over them, have
 * no duration (NaN). `metricBuiltMs` is the time when the metric was built, and the metric does not include later
 * changes. A change later than `markWithinMs` after departure marks no arc but ends the validity period. The result is
 * valid for all trips that finish before that change.
 */
export function computeLiveArcTimes(
  network: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  metricBuiltMs: number,
  markWithinMs = EVENT_HORIZON_MS,
): LiveArcTimes {
  const { departMs } = start
  const maxMarkedCs = markWithinMs < EVENT_HORIZON_MS ? markWithinMs / MS_PER_CS : undefined
  const { arcDurationCs, arcGrowth, regularForCs } = fadingTimes(network, state, start, maxMarkedCs)
  let validUntilMs = departMs + Math.min(EVENT_HORIZON_MS, state.typical ? regularForCs * MS_PER_CS : EVENT_HORIZON_MS)
  const { events } = state
  const markedUntilMs = Math.min(validUntilMs, departMs + markWithinMs)
  events.sectionArc.forEach((arc, index) => {
    const event = events.sectionEvent[index] ?? 0
    for (const timeMs of [events.startsAtMs[event] ?? 0, events.endsAtMs[event] ?? 0]) {
      if (timeMs <= metricBuiltMs) continue
      if (timeMs <= markedUntilMs) arcDurationCs[arc] = Number.NaN
      else validUntilMs = Math.min(validUntilMs, timeMs)
    }
  })
  const fadingCs = (FADE_MS - start.aheadMs) / MS_PER_CS
  return { arcDurationCs, arcGrowth, fadeCs: fadingCs > 0 ? fadingCs : Number.POSITIVE_INFINITY, validUntilMs }
}
