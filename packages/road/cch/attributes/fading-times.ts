import type { RoadNetwork } from '../../network/network.ts'
import { ArcTimes, LIVE_FADE_MS, type TripStart } from '../../traffic/arc-times.ts'
import { ArcTraffic, firstSectionOn, isActiveAt, type TrafficState } from '../../traffic/traffic-state.ts'
import { WEEK_SLOTS } from '../../traffic/typical/week-slots.ts'
import type { RoadTimes } from './path-attributes.ts'

const MS_PER_CS = 10
const FADE_CS = LIVE_FADE_MS / MS_PER_CS
/**
 * An arc is marked with NaN if an event begins or ends on it within this time after departure. An arc on which events
 * begin or end only later is not marked, because trips that are long enough to be affected are computed individually.
 */
const DEFAULT_MAX_MARKED_CS = 6 * 360_000
const SLOT_SECONDS = (7 * 86_400) / WEEK_SLOTS

/**
 * Arc durations in traffic for one departure time. These durations equal those of ArcTimes as long as ArcTimes is
 * linear in the elapsed time. Live traffic at departure fades linearly to typical traffic.
 */
export interface FadingTimes extends RoadTimes {
  /**
   * Duration of every arc, in hundredths of a second. NaN marks an arc whose duration does not stay linear, because an
   * event begins or ends or a different event dominates as traffic fades. A cell whose path uses a marked arc is also
   * NaN and must be computed individually.
   */
  readonly arcDurationCs: Float64Array
  readonly arcGrowth: Float64Array
  /**
   * Time after departure for which the durations are valid, or Infinity. Longer trips must be computed individually.
   */
  readonly regularForCs: number
}

/**
 * Builds the durations for one departure time. Arcs with an event that begins or ends within `maxMarkedCs` are marked.
 */
export function fadingTimes(
  network: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  maxMarkedCs = DEFAULT_MAX_MARKED_CS,
): FadingTimes {
  const { count } = network.arcs
  const times = new ArcTimes(network, state, start)
  const steadyForCs = steadyFor(state, start)
  const markedForCs = Math.min(steadyForCs, maxMarkedCs)
  let regularForCs = steadyForCs
  const arcDurationCs = new Float64Array(new SharedArrayBuffer(8 * count))
  const arcGrowth = new Float64Array(new SharedArrayBuffer(8 * count))
  for (let arc = 0; arc < count; arc++) {
    arcDurationCs[arc] = times.duration(arc, 0)
    if (times.isLive(arc, 0)) arcGrowth[arc] = (times.getTypicalDuration(arc, 0) - times.getLiveDuration(arc)) / FADE_CS
    if (!times.hasEvents(arc)) continue
    const changesInCs = nextChange(state, start, arc)
    if (changesInCs <= markedForCs) arcDurationCs[arc] = Number.NaN
    else {
      regularForCs = Math.min(regularForCs, changesInCs)
      if (times.isLive(arc, 0)) applyMinDuration(times, arc, steadyForCs, { arcDurationCs, arcGrowth })
    }
  }
  return { arcDurationCs, arcGrowth, regularForCs }
}

/** Returns the time until live traffic has faded or the next quarter-hour of typical speeds begins. */
function steadyFor({ flags, typical }: TrafficState, { departMs, aheadMs, utcOffsetSeconds }: TripStart): number {
  const fadingCs = (LIVE_FADE_MS - aheadMs) / MS_PER_CS
  const hasFadingArcs = fadingCs > 0 && flags.some((flag) => (flag & ArcTraffic.live) !== 0)
  const localSeconds = departMs / 1000 + utcOffsetSeconds
  const slotCs = (Math.floor(localSeconds / SLOT_SECONDS + 1) * SLOT_SECONDS - localSeconds) * 100
  return Math.min(hasFadingArcs ? fadingCs : Number.POSITIVE_INFINITY, typical ? slotCs : Number.POSITIVE_INFINITY)
}

/** Returns the time from departure until the next slowdown event on an arc starts or ends. */
function nextChange({ events }: TrafficState, { departMs, forced }: TripStart, arc: number): number {
  let nextMs = Number.POSITIVE_INFINITY
  for (let section = firstSectionOn(events, arc); events.sectionArc[section] === arc; section++) {
    const event = events.sectionEvent[section]
    if (forced?.has(event) || (events.sectionMinArcCs[section] === 0 && events.sectionDelayCs[section] === 0)) continue
    const changesAtMs = isActiveAt(events, event, departMs) ? events.endsAtMs[event] : events.startsAtMs[event]
    if (changesAtMs > departMs) nextMs = Math.min(nextMs, changesAtMs)
  }
  return (nextMs - departMs) / MS_PER_CS
}

/**
 * Applies an event that imposes a minimum duration. The duration of an arc with live traffic is then the longer of two
 * times, and which of the two is longer may change during the trip.
 */
function applyMinDuration(
  times: ArcTimes,
  arc: number,
  forCs: number,
  { arcDurationCs, arcGrowth }: Pick<FadingTimes, 'arcDurationCs' | 'arcGrowth'>,
): void {
  const currentDurationCs = arcDurationCs[arc]
  const endCs = Math.min(forCs, FADE_CS)
  const isLinear = (growth: number): boolean => {
    const halfCs = endCs / 2
    const isCloseAt = (atCs: number): boolean => {
      const expectedDurationCs = currentDurationCs + growth * atCs
      return (
        Math.abs(times.duration(arc, atCs) - expectedDurationCs) <=
        1e-9 * (Math.abs(expectedDurationCs) + times.getLiveDuration(arc) + 1)
      )
    }
    return isCloseAt(halfCs) && isCloseAt(endCs * (1 - 1e-9))
  }
  // The maximum of a constant and a line bends at most once. If it bends, its value at the middle or at the end differs
  // both from the line and from the constant.
  if (isLinear(arcGrowth[arc])) return
  if (isLinear(0)) arcGrowth[arc] = 0
  else arcDurationCs[arc] = Number.NaN
}
