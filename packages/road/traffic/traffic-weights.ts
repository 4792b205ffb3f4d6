import type { RoadNetwork } from '../network/network.ts'
import { ArcTimes, LIVE_FADE_MS, type TripStart } from './arc-times.ts'
import { ArcTraffic, type TrafficState } from './traffic-state.ts'

/** Traffic data for a metric. */
export interface TrafficDurations {
  /** Duration of every arc in hundredths of a second if the arc is entered at departure. */
  readonly duration: Uint32Array
  /** 1 if the arc is closed at departure. */
  readonly closed: Uint8Array
}

/**
 * Computes durations and closures at departure. `forcedEvents` are events that always apply, because they are active
 * when the trip reaches them.
 */
export function trafficDurations(
  network: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  forcedEvents: readonly number[] = [],
): TrafficDurations {
  const { arcs } = network
  const arcTimes = new ArcTimes(network, state, { ...start, forced: new Set(forcedEvents) })
  const duration = new Uint32Array(arcs.count)
  const isArcClosed = new Uint8Array(arcs.count)
  // A closure without times is a current observation, so it applies only as long as live speeds do.
  const isLivePeriod = start.aheadMs < LIVE_FADE_MS
  for (let arc = 0; arc < arcs.count; arc++) {
    const flags = state.flags[arc]
    // Most arcs of most maps have no traffic data.
    if (flags === 0 && !state.typical) {
      duration[arc] = arcs.duration[arc]
      continue
    }
    duration[arc] = Math.max(1, Math.round(arcTimes.duration(arc, 0)))
    if ((isLivePeriod && (flags & ArcTraffic.closed) !== 0) || arcTimes.findClosingEvent(arc, 0) >= 0)
      isArcClosed[arc] = 1
  }
  return { duration, closed: isArcClosed }
}
