import {
  type ArcSpeeds,
  ArcTimes,
  ArcTraffic,
  type Copies,
  noEvents,
  type RoadEvents,
  type RoadNetwork,
  type TrafficState,
  type TripStart,
  type TypicalSpeeds,
} from '@fairway/road'
import type { Incident } from '../regions/handles.ts'
import { buildEvents } from './build-events.ts'
import type { LocatedFeed } from './locate-feed.ts'

/** Feed that is matched to the roads of the map. The weight of the feed falls from 1 to 0 as the feed ages. */
export interface WeightedFeed {
  readonly located: LocatedFeed
  readonly strength: number
  /** Time that the feed describes. Undefined if the feed does not age. */
  readonly asOfMs?: number | undefined
}

export interface BuiltState {
  readonly state: TrafficState
  readonly incidents: readonly Incident[]
  /** Hash that stays the same while the same roads are closed at the same times. */
  readonly closuresHash: string
}

/**
 * Combines all feeds of one map at an instant. If several feeds have a speed for a road, the freshest feed wins. Among
 * equally fresh feeds, the last feed wins.
 */
export function buildState(
  network: RoadNetwork,
  copies: Copies,
  feeds: readonly WeightedFeed[],
  typicalSpeeds: TypicalSpeeds | undefined,
  start: TripStart,
): BuiltState {
  const { count } = network.arcs
  const reportedEvents = feeds.flatMap(({ located, asOfMs }) => located.events.map((event) => ({ ...event, asOfMs })))
  const { events, incidents } = buildEvents(network, copies, reportedEvents, start.departMs)
  const live = new Uint32Array(new SharedArrayBuffer(4 * count))
  const flags = new Uint8Array(new SharedArrayBuffer(count))
  const typicalState = { takenAtMs: start.departMs, live, flags, typical: typicalSpeeds, events: noEvents() }
  const times = new ArcTimes(network, typicalState, start)
  for (const { located: feed, strength } of feeds.toSorted((a, b) => a.strength - b.strength)) {
    if (feed.speeds && strength > 0) addSpeeds(times, feed.speeds, strength, live, flags)
  }
  for (const arc of events.sectionArc) flags[arc] = (flags[arc] ?? 0) | ArcTraffic.event
  return { state: { ...typicalState, events }, incidents, closuresHash: hashClosures(flags, events, incidents) }
}

/** Adds the speeds of a feed. Old speeds fade into the typical speeds. */
function addSpeeds(times: ArcTimes, speeds: ArcSpeeds, strength: number, live: Uint32Array, flags: Uint8Array): void {
  const { duration, closed } = speeds
  for (let arc = 0; arc < duration.length; arc++) {
    const reportedCs = duration[arc] ?? 0
    if (closed[arc] === 1) flags[arc] = ArcTraffic.closed
    if (reportedCs === 0) continue
    flags[arc] = ArcTraffic.live
    live[arc] =
      strength >= 1
        ? reportedCs
        : Math.max(1, Math.round(reportedCs * strength + times.getTypicalDuration(arc, 0) * (1 - strength)))
  }
}

/**
 * Returns a hash of all closures. The assumed end of an event without an end time moves with every state, so the hash
 * does not include it.
 */
function hashClosures(
  flags: Uint8Array,
  { closes, startsAtMs, endsAtMs, sectionArc, sectionEvent }: RoadEvents,
  incidents: readonly Incident[],
): string {
  let hash = 0x811c9dc5
  const addToHash = (value: number): void => {
    hash = Math.imul(hash ^ value, 0x01000193)
  }
  for (let arc = 0; arc < flags.length; arc++) if (((flags[arc] ?? 0) & ArcTraffic.closed) !== 0) addToHash(arc + 1)
  for (let index = 0; index < sectionArc.length; index++) {
    const event = sectionEvent[index] ?? 0
    if (closes[event] !== 1) continue
    addToHash(sectionArc[index] ?? 0)
    addToHash(Math.round((startsAtMs[event] ?? 0) / 1000))
    addToHash(incidents[event]?.ends_at === undefined ? 0 : Math.round((endsAtMs[event] ?? 0) / 1000))
  }
  return (hash >>> 0).toString(36)
}

/** Returns the next time at which an event starts or ends, or infinity if there is none. */
export function getNextEventChangeMs({ startsAtMs, endsAtMs }: RoadEvents, nowMs: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const times of [startsAtMs, endsAtMs]) {
    for (const time of times) if (time > nowMs && time < next) next = time
  }
  return next
}
