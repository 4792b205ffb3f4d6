import type { RoadNetwork } from '../network/network.ts'
import { ArcTraffic, firstSectionOn, isActiveAt, type RoadEvents, type TrafficState } from './traffic-state.ts'
import { typicalKmh } from './typical/typical-speeds.ts'
import { weekSlotAt } from './typical/week-slots.ts'

/**
 * Time from now, in milliseconds, during which live observations gradually lose influence. After this time, typical
 * speeds apply.
 */
export const LIVE_FADE_MS = 3_600_000
const MS_PER_CS = 10

export interface TripStart {
  readonly departMs: number
  /** Events that count as active at all times. */
  readonly forced?: ReadonlySet<number>
  /** Time from now until departure in milliseconds. Live observations are less reliable for later times. */
  readonly aheadMs: number
  /** UTC offset of the region at departure, in seconds. */
  readonly utcOffsetSeconds: number
}

/**
 * Durations of arcs for a departure time, in hundredths of a second. The durations depend on the elapsed time at which
 * the trip reaches the arc.
 */
export class ArcTimes {
  readonly state: TrafficState
  private readonly network: RoadNetwork
  private readonly start: TripStart

  constructor(network: RoadNetwork, state: TrafficState, start: TripStart) {
    this.network = network
    this.state = state
    this.start = start
  }

  /** Returns the duration in live traffic that fades to typical speeds, with all events active at that time. */
  duration(arc: number, elapsedCs: number): number {
    const flags = this.state.flags[arc]
    const movingCs = this.moving(arc, flags, elapsedCs)
    return (flags & ArcTraffic.event) === 0 ? movingCs : this.addEventDelays(arc, flags, movingCs, elapsedCs)
  }

  /** Returns the typical duration at that time of the week, ignoring current conditions. */
  getTypicalDuration(arc: number, elapsedCs: number): number {
    const { arcs, edges } = this.network
    const { typical } = this.state
    const defaultDurationCs = arcs.duration[arc]
    if (!typical) return defaultDurationCs
    const { departMs, utcOffsetSeconds } = this.start
    const edgeSide = arcs.edgeSide[arc]
    const slot = weekSlotAt(departMs / 1000 + elapsedCs / 100, utcOffsetSeconds)
    const kmh = typicalKmh(typical, edges.arc[edgeSide], slot)
    // At 1 km/h, one centimeter takes 3.6 hundredths of a second.
    return kmh > 0 ? this.atLeastModeled(arc, (edges.lengthCm[edgeSide >>> 1] * 3.6) / kmh) : defaultDurationCs
  }

  /** Returns the current duration of an arc that has a live speed, ignoring events. */
  getLiveDuration(arc: number): number {
    return this.atLeastModeled(arc, this.state.live[arc])
  }

  /**
   * Returns the given duration, or the duration of the profile if that is longer. A truck is never faster than its
   * profile allows, even if cars are.
   */
  private atLeastModeled(arc: number, durationCs: number): number {
    const { modeledDuration } = this.network.arcs
    return modeledDuration ? Math.max(modeledDuration[arc], durationCs) : durationCs
  }

  /** Returns true if a typical speed is known for that time of the week. */
  hasTypical(arc: number, elapsedCs: number): boolean {
    const { typical } = this.state
    if (!typical) return false
    const { arcs, edges } = this.network
    const slot = weekSlotAt(this.start.departMs / 1000 + elapsedCs / 100, this.start.utcOffsetSeconds)
    return typicalKmh(typical, edges.arc[arcs.edgeSide[arc]], slot) > 0
  }

  /** Returns true if live observations still apply at that time. */
  isLive(arc: number, elapsedCs: number): boolean {
    return (this.state.flags[arc] & ArcTraffic.live) !== 0 && this.start.aheadMs + elapsedCs * MS_PER_CS < LIVE_FADE_MS
  }

  hasEvents(arc: number): boolean {
    return (this.state.flags[arc] & ArcTraffic.event) !== 0
  }

  /**
   * Returns the extra duration of an arc that the event of a section causes at that time, or undefined if the event is
   * not active.
   */
  delayAt(section: number, elapsedCs: number): number | undefined {
    const { events } = this.state
    if (!this.isActive(events.sectionEvent[section], this.instantOf(elapsedCs))) return undefined
    const arc = events.sectionArc[section]
    const flags = this.state.flags[arc]
    const movingCs = this.moving(arc, flags, elapsedCs)
    return this.addSectionDelay(events, section, flags, movingCs) - movingCs
  }

  /** Returns the event that closes an arc at that time, or -1. */
  findClosingEvent(arc: number, elapsedCs: number): number {
    const { events, flags } = this.state
    if ((flags[arc] & ArcTraffic.event) === 0) return -1
    const instantMs = this.instantOf(elapsedCs)
    for (let section = firstSectionOn(events, arc); events.sectionArc[section] === arc; section++) {
      const event = events.sectionEvent[section]
      if (events.closes[event] === 1 && this.isActive(event, instantMs)) return event
    }
    return -1
  }

  private isActive(event: number, instantMs: number): boolean {
    return isActiveAt(this.state.events, event, instantMs) || (this.start.forced?.has(event) ?? false)
  }

  private instantOf(elapsedCs: number): number {
    return this.start.departMs + elapsedCs * MS_PER_CS
  }

  private moving(arc: number, flags: number, elapsedCs: number): number {
    const typicalCs = this.getTypicalDuration(arc, elapsedCs)
    if ((flags & ArcTraffic.live) === 0) return typicalCs
    const liveWeight = 1 - (this.start.aheadMs + elapsedCs * MS_PER_CS) / LIVE_FADE_MS
    return liveWeight <= 0 ? typicalCs : typicalCs + (this.getLiveDuration(arc) - typicalCs) * liveWeight
  }

  private addEventDelays(arc: number, flags: number, movingCs: number, elapsedCs: number): number {
    const { events } = this.state
    const instantMs = this.instantOf(elapsedCs)
    let maxDurationCs = movingCs
    for (let section = firstSectionOn(events, arc); events.sectionArc[section] === arc; section++) {
      if (!this.isActive(events.sectionEvent[section], instantMs)) continue
      maxDurationCs = Math.max(maxDurationCs, this.addSectionDelay(events, section, flags, movingCs))
    }
    return maxDurationCs
  }

  /**
   * Returns the duration with the delay of a section. Of several events on one arc, only the worst applies, because
   * they usually describe the same incident.
   */
  private addSectionDelay(events: RoadEvents, section: number, flags: number, movingCs: number): number {
    const delay = (flags & ArcTraffic.live) === 0 ? events.sectionDelayCs[section] : 0
    return Math.max(movingCs + delay, events.sectionMinArcCs[section])
  }
}
