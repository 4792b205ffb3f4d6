import { DriveRecord, prefetchArcs, readTurn } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { ArcTimes } from '../traffic/arc-times.ts'
import { firstSectionOn } from '../traffic/traffic-state.ts'
import type { PlannedLeg } from './leg.ts'
import type { LegAttributes } from './leg-attributes.ts'

/** Path attributes of a leg in traffic. */
export interface LegInTraffic extends LegAttributes {
  /** Duration of the same path at the typical speeds for that time of the week. */
  readonly typicalCs: number
  /** Length, in centimeters, of the sections of the leg that have a live speed. */
  readonly liveCm: number
  /** Length, in centimeters, of the sections without a live speed that have a typical speed for that time. */
  readonly typicalCm: number
}

/**
 * An event on the route and the arcs of the whole trip that it affects. Indexes include one extra entry per leg, as in
 * RouteShape.
 */
export interface EncounteredEvent {
  readonly event: number
  readonly firstArc: number
  lastArc: number
  delayCs: number
}

/** Computes the attributes of a trip's legs in order and records the events along them. */
export class TripInTraffic {
  readonly encounteredEvents: EncounteredEvent[] = []
  /** The event that closes the first closed arc of the trip, or -1. */
  closingEvent = -1
  private readonly network: RoadNetwork
  private readonly times: ArcTimes
  private elapsedCs = 0
  private typicalCs = 0
  private arcCount = 0

  constructor(network: RoadNetwork, times: ArcTimes) {
    this.network = network
    this.times = times
  }

  addLeg(leg: PlannedLeg): LegInTraffic {
    const { network, times } = this
    const { drive, modeledDuration } = network.arcs
    prefetchArcs(network, leg.arcs)
    const count = leg.arcs.length
    const distances = [0]
    const durations = [0]
    let [distanceCm, durationCs, freeFlowCs, typicalCs, liveCm, typicalCm] = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < count; i++) {
      const arc = leg.arcs[i]
      const base = arc * DriveRecord.SIZE
      const from = i === 0 ? leg.startFraction : 0
      const to = i === count - 1 ? leg.endFraction : 1
      const drivenFraction = Math.max(0, to - from)
      const turn = i === 0 ? NO_ID : leg.turns[i - 1]
      const turnCs = turn === NO_ID ? 0 : readTurn(network, leg.arcs[i - 1] * DriveRecord.SIZE, turn) & 0xffff
      const lengthCm = drive[base + DriveRecord.LENGTH_CM] * drivenFraction
      const atCs = this.elapsedCs + durationCs + turnCs
      if (times.hasEvents(arc)) this.recordEvents(arc, from, to, atCs, this.arcCount + i)
      // The durations are added in the same order as in attributesOfLeg, so results without traffic are bit-identical.
      durationCs += times.duration(arc, atCs) * drivenFraction + turnCs
      typicalCs += times.getTypicalDuration(arc, this.typicalCs + typicalCs + turnCs) * drivenFraction + turnCs
      const freeCs = modeledDuration ? modeledDuration[arc] : drive[base + DriveRecord.DURATION]
      freeFlowCs += (freeCs - drive[base + DriveRecord.DELAY]) * drivenFraction
      distanceCm += lengthCm
      if (times.isLive(arc, atCs)) liveCm += lengthCm
      else if (times.hasTypical(arc, atCs)) typicalCm += lengthCm
      distances.push(distanceCm)
      durations.push(durationCs)
    }
    this.elapsedCs += durationCs
    this.typicalCs += typicalCs
    this.arcCount += count + 1
    const totals = { distanceCm, durationCs, freeFlowCs }
    return { distanceCm: distances, durationCs: durations, freeFlowCs, totals, typicalCs, liveCm, typicalCm }
  }

  /** Adds the pause between two legs. */
  pause(durationCs: number): void {
    this.elapsedCs += durationCs
    this.typicalCs += durationCs
  }

  /** Records the events of an arc. An event on adjacent arcs is recorded once. */
  private recordEvents(arc: number, from: number, to: number, atCs: number, index: number): void {
    const { events } = this.times.state
    if (this.closingEvent < 0) this.closingEvent = this.times.findClosingEvent(arc, atCs)
    for (let section = firstSectionOn(events, arc); events.sectionArc[section] === arc; section++) {
      const overlapFraction = Math.min(to, events.sectionTo[section]) - Math.max(from, events.sectionFrom[section])
      // A trip that turns off or stops before the event does not encounter it.
      if (overlapFraction <= 0) continue
      const delayCs = this.times.delayAt(section, atCs)
      if (delayCs === undefined) continue
      const length = Math.max(1e-6, events.sectionTo[section] - events.sectionFrom[section])
      const encounteredEvent = this.encounteredEvents.findLast(
        (encountered) => encountered.event === events.sectionEvent[section],
      )
      const drivenDelayCs = delayCs * Math.min(1, overlapFraction / length)
      if (encounteredEvent && encounteredEvent.lastArc >= index - 2) {
        encounteredEvent.lastArc = index
        encounteredEvent.delayCs += drivenDelayCs
      } else
        this.encounteredEvents.push({
          event: events.sectionEvent[section],
          firstArc: index,
          lastArc: index,
          delayCs: drivenDelayCs,
        })
    }
  }
}
