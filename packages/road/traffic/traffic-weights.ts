import type { RoadNetwork } from '../network/network.ts'
import { ArcTimes, FADE_MS, type TripStart } from './arc-times.ts'
import { ArcTraffic, type TrafficState } from './traffic-state.ts'

/** What a metric is made of under traffic. */
export interface TrafficDurations {
  /** Hundredths of a second for every arc, by one who sets out there at departure. */
  readonly duration: Uint32Array
  /** 1 where it is closed then. */
  readonly closed: Uint8Array
}

/** `forced` are events that count in any case: the trip comes there when they hold. */
export function trafficDurations(
  network: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  forced: readonly number[] = [],
): TrafficDurations {
  const { arcs } = network
  const times = new ArcTimes(network, state, { ...start, forced: new Set(forced) })
  const duration = new Uint32Array(arcs.count)
  const closed = new Uint8Array(arcs.count)
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
    if ((isSeen && (flags & ArcTraffic.closed) !== 0) || times.closedBy(arc, 0) >= 0) closed[arc] = 1
  }
  return { duration, closed }
}
