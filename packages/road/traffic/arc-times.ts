import type { RoadNetwork } from '../network/network.ts'
import { ArcTraffic, firstPlaceOn, holdsAt, type RoadEvents, type TrafficState } from './traffic-state.ts'
import { typicalKmh } from './typical/typical-speeds.ts'
import { weekSlotAt } from './typical/week-slots.ts'

/** What is driven so much later than now is driven as usual: what was seen now counts less and less until then. */
export const FADE_MS = 3_600_000
const MS_PER_CS = 10

export interface TripStart {
  readonly departMs: number
  /** Events that hold whatever the time is. */
  readonly forced?: ReadonlySet<number>
  /** How far from now that is; what was seen now says less about later. */
  readonly aheadMs: number
  /** Seconds that the clocks of the place are ahead of UTC at departure. */
  readonly utcOffsetSeconds: number
}

/** How long arcs take for one who departs at an instant and comes to them some time later. Hundredths of a second. */
export class ArcTimes {
  readonly state: TrafficState
  private readonly network: RoadNetwork
  private readonly start: TripStart

  constructor(network: RoadNetwork, state: TrafficState, start: TripStart) {
    this.network = network
    this.state = state
    this.start = start
  }

  /** Under live traffic that fades to the usual, with all events that hold then. */
  duration(arc: number, elapsedCs: number): number {
    const flags = this.state.flags[arc]
    const moving = this.moving(arc, flags, elapsedCs)
    return (flags & ArcTraffic.event) === 0 ? moving : this.amongEvents(arc, flags, moving, elapsedCs)
  }

  /** As at that time of the week, whatever happens today. */
  typical(arc: number, elapsedCs: number): number {
    const { arcs, edges } = this.network
    const { typical } = this.state
    const empty = arcs.duration[arc]
    if (!typical) return empty
    const { departMs, utcOffsetSeconds } = this.start
    const side = arcs.edgeSide[arc]
    const slot = weekSlotAt(departMs / 1000 + elapsedCs / 100, utcOffsetSeconds)
    const kmh = typicalKmh(typical, edges.arc[side], slot)
    // A kilometre per hour is a centimetre in 3.6 hundredths of a second.
    return kmh > 0 ? (edges.lengthCm[side >>> 1] * 3.6) / kmh : empty
  }

  /** Whether what is seen now says something about then. */
  isLive(arc: number, elapsedCs: number): boolean {
    return (this.state.flags[arc] & ArcTraffic.live) !== 0 && this.start.aheadMs + elapsedCs * MS_PER_CS < FADE_MS
  }

  hasEvents(arc: number): boolean {
    return (this.state.flags[arc] & ArcTraffic.event) !== 0
  }

  /** How much longer an arc takes for the event at a place, for one who is there then; undefined when it does not hold then. */
  delayAt(place: number, elapsedCs: number): number | undefined {
    const { events } = this.state
    if (!this.holds(events.placeEvent[place], this.instantOf(elapsedCs))) return undefined
    const arc = events.placeArc[place]
    const flags = this.state.flags[arc]
    const moving = this.moving(arc, flags, elapsedCs)
    return this.withPlace(events, place, flags, moving) - moving
  }

  /** The event that has closed an arc when one comes to it, or -1. */
  closedBy(arc: number, elapsedCs: number): number {
    const { events, flags } = this.state
    if ((flags[arc] & ArcTraffic.event) === 0) return -1
    const instantMs = this.instantOf(elapsedCs)
    for (let place = firstPlaceOn(events, arc); events.placeArc[place] === arc; place++) {
      const event = events.placeEvent[place]
      if (events.closes[event] === 1 && this.holds(event, instantMs)) return event
    }
    return -1
  }

  private holds(event: number, instantMs: number): boolean {
    return holdsAt(this.state.events, event, instantMs) || (this.start.forced?.has(event) ?? false)
  }

  private instantOf(elapsedCs: number): number {
    return this.start.departMs + elapsedCs * MS_PER_CS
  }

  private moving(arc: number, flags: number, elapsedCs: number): number {
    const usual = this.typical(arc, elapsedCs)
    if ((flags & ArcTraffic.live) === 0) return usual
    const share = 1 - (this.start.aheadMs + elapsedCs * MS_PER_CS) / FADE_MS
    return share <= 0 ? usual : usual + (this.state.live[arc] - usual) * share
  }

  private amongEvents(arc: number, flags: number, moving: number, elapsedCs: number): number {
    const { events } = this.state
    const instantMs = this.instantOf(elapsedCs)
    let longest = moving
    for (let place = firstPlaceOn(events, arc); events.placeArc[place] === arc; place++) {
      if (!this.holds(events.placeEvent[place], instantMs)) continue
      longest = Math.max(longest, this.withPlace(events, place, flags, moving))
    }
    return longest
  }

  /** Of several events on one arc the worst counts: they mostly tell of the same thing. */
  private withPlace(events: RoadEvents, place: number, flags: number, moving: number): number {
    const delay = (flags & ArcTraffic.live) === 0 ? events.placeDelayCs[place] : 0
    return Math.max(moving + delay, events.placeLeastCs[place])
  }
}
