import type { RoadNetwork } from '../network/network.ts'
import { ArcTimes, FADE_MS, type TripStart } from './arc-times.ts'
import { ArcTraffic, firstPlaceOn, type TrafficState } from './traffic-state.ts'

/** What a metric is made of under traffic. */
export interface TrafficDurations {
  /** Hundredths of a second for every arc, by one who sets out there at departure. */
  readonly duration: Uint32Array
  /** 1 where it is closed then. */
  readonly closed: Uint8Array
}

/** `forced` are events whose closures count in any case: the trip comes there when they hold. */
export function trafficDurations(
  network: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  forced: readonly number[] = [],
): TrafficDurations {
  const { arcs } = network
  const times = new ArcTimes(network, state, start)
  const duration = new Uint32Array(arcs.count)
  const closed = new Uint8Array(arcs.count)
  const isForced = new Set(forced)
  // A closure without times is what somebody sees now: it fades as speeds do.
  const isSeen = start.aheadMs < FADE_MS
  for (let arc = 0; arc < arcs.count; arc++) {
    const flags = state.flags[arc]
    // Most arcs of most maps: nobody knows anything about them.
    if (flags === 0 && !state.typical) {
      duration[arc] = arcs.duration[arc]
      continue
    }
    duration[arc] = Math.max(1, Math.round(times.duration(arc, 0)))
    if (
      (isSeen && (flags & ArcTraffic.closed) !== 0) ||
      times.closedBy(arc, 0) >= 0 ||
      isClosedBy(state, arc, isForced)
    ) {
      closed[arc] = 1
    }
  }
  return { duration, closed }
}

function isClosedBy({ events, flags }: TrafficState, arc: number, forced: ReadonlySet<number>): boolean {
  if (forced.size === 0 || (flags[arc] & ArcTraffic.event) === 0) return false
  for (let place = firstPlaceOn(events, arc); events.placeArc[place] === arc; place++) {
    if (events.closes[events.placeEvent[place]] === 1 && forced.has(events.placeEvent[place])) return true
  }
  return false
}
