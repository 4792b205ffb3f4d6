import { Drive, touchPath, turnFrom } from '../network/metric-snapshot.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { ArcTimes } from '../traffic/arc-times.ts'
import { firstPlaceOn } from '../traffic/traffic-state.ts'
import type { PlannedLeg } from './leg.ts'
import type { LegMeasure } from './leg-measure.ts'

/** What traffic adds to the measures of a leg. */
export interface LegInTraffic extends LegMeasure {
  /** The same way as at that time of the week. */
  readonly typicalCs: number
  /** How much of it has a live speed. */
  readonly liveCm: number
}

/** An event met on the way: on which arcs of the whole trip (with one more after each leg, as RouteShape counts them). */
export interface MetEvent {
  readonly event: number
  readonly firstArc: number
  lastArc: number
  delayCs: number
}

/** Measures the legs of one trip in their order, and notes the events on the way. */
export class TripInTraffic {
  readonly met: MetEvent[] = []
  /** The first closed arc that the trip would come to, as the event that closes it; -1 when there is none. */
  closedBy = -1
  private readonly network: RoadNetwork
  private readonly times: ArcTimes
  private elapsedCs = 0
  private typicalCs = 0
  private arcs = 0

  constructor(network: RoadNetwork, times: ArcTimes) {
    this.network = network
    this.times = times
  }

  addLeg(leg: PlannedLeg): LegInTraffic {
    const { network, times } = this
    const { drive } = network.arcs
    touchPath(network, leg.arcs)
    const count = leg.arcs.length
    const distances = [0]
    const durations = [0]
    let [distanceCm, durationCs, freeFlowCs, typicalCs, liveCm] = [0, 0, 0, 0, 0]
    for (let i = 0; i < count; i++) {
      const arc = leg.arcs[i]
      const base = arc * Drive.SIZE
      const from = i === 0 ? leg.startFraction : 0
      const to = i === count - 1 ? leg.endFraction : 1
      const share = Math.max(0, to - from)
      const turn = i === 0 ? NO_ID : leg.turns[i - 1]
      const turnCs = turn === NO_ID ? 0 : turnFrom(network, leg.arcs[i - 1] * Drive.SIZE, turn) & 0xffff
      const lengthCm = drive[base + Drive.LENGTH_CM] * share
      const atCs = this.elapsedCs + durationCs + turnCs
      if (times.hasEvents(arc)) this.note(arc, from, to, atCs, this.arcs + i)
      // Added up as measureLeg does: where nothing is known of the traffic nothing is different, not by the last bit.
      durationCs += times.duration(arc, atCs) * share + turnCs
      typicalCs += times.typical(arc, this.typicalCs + typicalCs + turnCs) * share + turnCs
      freeFlowCs += (drive[base + Drive.DURATION] - drive[base + Drive.DELAY]) * share
      distanceCm += lengthCm
      if (times.isLive(arc, atCs)) liveCm += lengthCm
      distances.push(distanceCm)
      durations.push(durationCs)
    }
    this.elapsedCs += durationCs
    this.typicalCs += typicalCs
    this.arcs += count + 1
    const totals = { distanceCm, durationCs, freeFlowCs }
    return { distanceCm: distances, durationCs: durations, freeFlowCs, totals, typicalCs, liveCm }
  }

  /** An event on neighbouring arcs is met once. */
  private note(arc: number, from: number, to: number, atCs: number, index: number): void {
    const { events } = this.times.state
    if (this.closedBy < 0) this.closedBy = this.times.closedBy(arc, atCs)
    for (let place = firstPlaceOn(events, arc); events.placeArc[place] === arc; place++) {
      const shared = Math.min(to, events.placeTo[place]) - Math.max(from, events.placeFrom[place])
      // Who turns off, or stops, before it begins does not meet it.
      if (shared <= 0) continue
      const delayCs = this.times.delayAt(place, atCs)
      if (delayCs === undefined) continue
      const length = Math.max(1e-6, events.placeTo[place] - events.placeFrom[place])
      const known = this.met.findLast((met) => met.event === events.placeEvent[place])
      const driven = delayCs * Math.min(1, shared / length)
      if (known && known.lastArc >= index - 2) {
        known.lastArc = index
        known.delayCs += driven
      } else this.met.push({ event: events.placeEvent[place], firstArc: index, lastArc: index, delayCs: driven })
    }
  }
}
