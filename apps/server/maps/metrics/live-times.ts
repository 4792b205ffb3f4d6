import {
  FADE_MS,
  fadingTimes,
  type RoadNetwork,
  type RoadTimes,
  type TrafficState,
  type TripStart,
} from '@fairway/road'

const MS_PER_CS = 10
/** Events that begin or end so long after departure are looked at: longer than live speeds count for. */
export const EVENTS_MS = 2 * FADE_MS

/** How long arcs take for those who depart from an instant on, as straight lines over the time at which they come there. */
export interface LiveTimes extends RoadTimes {
  /** So long after departure the lines are straight. */
  readonly fadeCs: number
  /** From this instant on the roads are others. */
  readonly untilMs: number
}

/**
 * What trips take, and whether they are the trips that a route would be: one that comes by where something begins or ends
 * may be led around it, so such arcs have no duration (NaN), and neither has any path over them. `sinceMs` is when the
 * metric was made: what has begun or ended since is a surprise to it. What changes later than `markedMs` after departure
 * marks no arc, but is the end of all this: good for trips that are over by then, wherever they lead.
 */
export function liveTimes(
  network: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  sinceMs: number,
  markedMs = EVENTS_MS,
): LiveTimes {
  const { departMs } = start
  const mostMarkedCs = markedMs < EVENTS_MS ? markedMs / MS_PER_CS : undefined
  const { arcDurationCs, arcGrowth, regularForCs } = fadingTimes(network, state, start, mostMarkedCs)
  let untilMs = departMs + Math.min(EVENTS_MS, state.typical ? regularForCs * MS_PER_CS : EVENTS_MS)
  const { events } = state
  const markedUntilMs = Math.min(untilMs, departMs + markedMs)
  events.placeArc.forEach((arc, place) => {
    const event = events.placeEvent[place] ?? 0
    for (const at of [events.startsAtMs[event] ?? 0, events.endsAtMs[event] ?? 0]) {
      if (at <= sinceMs) continue
      if (at <= markedUntilMs) arcDurationCs[arc] = Number.NaN
      else untilMs = Math.min(untilMs, at)
    }
  })
  const fadingCs = (FADE_MS - start.aheadMs) / MS_PER_CS
  return { arcDurationCs, arcGrowth, fadeCs: fadingCs > 0 ? fadingCs : Number.POSITIVE_INFINITY, untilMs }
}
