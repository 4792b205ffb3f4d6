import type { RoadTimes } from '@fairway/road/matrix/path-measures.ts'
import type { RoadNetwork } from '@fairway/road/network/network.ts'
import { ArcTimes, FADE_MS, type TripStart } from '@fairway/road/traffic/arc-times.ts'
import { ArcTraffic, firstPlaceOn, holdsAt, type TrafficState } from '@fairway/road/traffic/traffic-state.ts'

const MS_PER_CS = 10
/** The quarter-hours of typical speeds. */
const SLOT_MS = 900_000
/** Events that begin or end so long after departure are looked at: longer than live speeds count for. */
const EVENTS_MS = 2 * FADE_MS

/** How long arcs take for those who depart from an instant on, as straight lines over the time at which they come there. */
export interface LiveTimes extends RoadTimes {
  /** So long after departure the lines are straight. */
  readonly fadeCs: number
  /** From this instant on the roads are others. */
  readonly untilMs: number
}

/**
 * What ArcTimes tells of every arc, as a line: what was seen fades in a straight one. An arc of which that is not so has
 * no duration (NaN), and neither has any path over it. `sinceMs` is when the metric was made: an event that has begun
 * or ended since is a surprise to it.
 */
export function liveTimes(network: RoadNetwork, state: TrafficState, start: TripStart, sinceMs: number): LiveTimes {
  const { count } = network.arcs
  const times = new ArcTimes(network, state, start)
  const arcDurationCs = new Float64Array(new SharedArrayBuffer(8 * count))
  const arcGrowth = new Float64Array(new SharedArrayBuffer(8 * count))
  const isFading = start.aheadMs < FADE_MS
  for (let arc = 0; arc < count; arc++) {
    arcDurationCs[arc] = times.duration(arc, 0)
    if (!isFading || ((state.flags[arc] ?? 0) & ArcTraffic.live) === 0) continue
    arcGrowth[arc] = ((times.typical(arc, 0) - (state.live[arc] ?? 0)) * MS_PER_CS) / FADE_MS
  }
  const untilMs = start.departMs + EVENTS_MS
  bendForEvents(state, times, { ...start, untilMs, sinceMs, arcDurationCs, arcGrowth })
  return {
    arcDurationCs,
    arcGrowth,
    fadeCs: isFading ? (FADE_MS - start.aheadMs) / MS_PER_CS : Number.POSITIVE_INFINITY,
    untilMs: state.typical ? Math.min(untilMs, nextSlot(start)) : untilMs,
  }
}

interface Lines extends TripStart {
  readonly untilMs: number
  readonly sinceMs: number
  readonly arcDurationCs: Float64Array
  readonly arcGrowth: Float64Array
}

/** Where events lie, all that holds makes an arc take at least so long; what begins or ends meanwhile is no line. */
function bendForEvents({ events, flags }: TrafficState, times: ArcTimes, lines: Lines): void {
  const { arcDurationCs, arcGrowth, departMs, untilMs, sinceMs } = lines
  const changes = (at: number): boolean => at > sinceMs && at <= untilMs
  for (let place = 0; place < events.placeArc.length; ) {
    const arc = events.placeArc[place] ?? 0
    let least = 0
    let isBent = false
    for (place = firstPlaceOn(events, arc); events.placeArc[place] === arc; place++) {
      const event = events.placeEvent[place] ?? 0
      isBent ||= changes(events.startsAtMs[event] ?? 0) || changes(events.endsAtMs[event] ?? 0)
      if (holdsAt(events, event, departMs)) least = Math.max(least, events.placeLeastCs[place] ?? 0)
    }
    // Without live speeds it takes the same all the time.
    const isLive = ((flags[arc] ?? 0) & ArcTraffic.live) !== 0
    if (isLive && arcGrowth[arc] !== 0) {
      const [now, usual] = [times.duration(arc, 0), times.typical(arc, 0)]
      const isHeld = now <= least
      isBent ||= isHeld ? usual > least : usual < least
      if (isHeld) arcGrowth[arc] = 0
    }
    if (isBent) arcDurationCs[arc] = Number.NaN
  }
}

function nextSlot({ departMs, utcOffsetSeconds }: TripStart): number {
  const local = departMs + utcOffsetSeconds * 1000
  return departMs + SLOT_MS - (((local % SLOT_MS) + SLOT_MS) % SLOT_MS)
}
