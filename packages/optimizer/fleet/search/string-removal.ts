import type { Neighbors } from '../../neighbors.ts'
import type { FleetModel } from '../model.ts'
import { NO_STOP } from '../model.ts'
import type { Insertion } from './insertion/insertion.ts'
import type { RoundJournal } from './round-journal.ts'
import { NOT_ASSIGNED, type Routes } from './routes.ts'

/** Average number of stops removed per round, and the maximum string length, both from the paper. */
const MEAN_REMOVED_STOPS = 10
const MAX_STRING_LENGTH = 10
/** Probability that some stops in the middle of a string stay in the tour, and probability of keeping one more stop. */
const SPLIT_RATE = 0.5
const SPLIT_GROWTH_RATE = 0.99
/** With at most this many tours, multiple strings may come from one tour. */
const MAX_TOURS_FOR_REPEATS = 3

/**
 * Adjacent string removal (Christiaens and Vanden Berghe 2020, "Slack induction by string removals"). It removes
 * strings from several tours near one stop. The removed stops are then close to each other and can swap tours.
 */
export class StringRemoval {
  /** The removed stops. A pair is represented by its pickup. */
  readonly removedStops: Int32Array
  count = 0
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly journal: RoundJournal
  private readonly insertion: Insertion
  private readonly neighbors: Neighbors
  private readonly random: () => number
  private readonly lastRoundOfVehicle: Int32Array
  private round = 0

  constructor(
    model: FleetModel,
    routes: Routes,
    journal: RoundJournal,
    insertion: Insertion,
    neighbors: Neighbors,
    random: () => number,
  ) {
    this.removedStops = new Int32Array(model.stopCount)
    this.model = model
    this.routes = routes
    this.journal = journal
    this.insertion = insertion
    this.neighbors = neighbors
    this.random = random
    this.lastRoundOfVehicle = new Int32Array(model.vehicleCount)
  }

  /** Removes strings around a stop, which need not be in a tour itself. */
  removeAround(seed: number): void {
    this.count = 0
    this.round++
    const { assignedStopCount, usedVehicleCount, tourLength } = this.routes
    if (assignedStopCount === 0) return
    const maxStringLength = Math.min(MAX_STRING_LENGTH, assignedStopCount / usedVehicleCount)
    const stringCount = Math.floor(this.random() * ((4 * MEAN_REMOVED_STOPS) / (1 + maxStringLength) - 1) + 1)
    const { near, count: neighborCount } = this.neighbors
    for (
      let neighborIndex = -1, removedStringCount = 0;
      neighborIndex < neighborCount && removedStringCount < stringCount;
      neighborIndex++
    ) {
      const stop = neighborIndex < 0 ? seed : near[seed * neighborCount + neighborIndex]
      const vehicle = this.routes.vehicleOf[stop]
      if (vehicle === NOT_ASSIGNED) continue
      if (
        usedVehicleCount > MAX_TOURS_FOR_REPEATS
          ? this.lastRoundOfVehicle[vehicle] === this.round
          : neighborIndex >= 0 && this.random() < 0.5
      )
        continue
      this.lastRoundOfVehicle[vehicle] = this.round
      this.journal.saveTour(vehicle)
      this.removeString(
        stop,
        Math.floor(this.random() * Math.min(maxStringLength, tourLength[vehicle]) + 1),
        tourLength[vehicle],
      )
      this.insertion.update(vehicle)
      removedStringCount++
    }
  }

  /** Removes a string that contains the stop at a random offset. Sometimes it keeps some stops in the middle. */
  private removeString(stop: number, length: number, tourLength: number): void {
    const random = this.random
    const { next, previous } = this.routes
    const { stopCount } = this.model
    let preservedCount = 0
    if (length > 1 && length < tourLength && random() < SPLIT_RATE) {
      for (
        preservedCount = 1;
        length + preservedCount < tourLength && preservedCount < length && random() < SPLIT_GROWTH_RATE;
        preservedCount++
      );
    }
    let node = stop
    let stepsBack = Math.floor(random() * (length + preservedCount))
    for (; stepsBack > 0 && previous[node] < stopCount; stepsBack--) node = previous[node]
    let preservedStart = preservedCount > 0 ? 1 + Math.floor(random() * (length - 1)) : -1
    for (let removedCount = 0; removedCount < length && node < stopCount; removedCount++) {
      if (removedCount === preservedStart) {
        preservedStart = -1
        for (let remainingSkips = preservedCount; remainingSkips > 0 && node < stopCount; remainingSkips--)
          node = next[node]
        if (node >= stopCount) break
      }
      node = this.removeWithPartner(node)
    }
  }

  /** Removes a stop and its partner, if it has one. Returns the next node of the tour. */
  private removeWithPartner(stop: number): number {
    const { partner, isPickup, isLocked, hasLocks } = this.model
    const routes = this.routes
    const partnerStop = partner[stop]
    if (hasLocks && (isLocked[stop] || (partnerStop !== NO_STOP && isLocked[partnerStop]))) return routes.next[stop]
    routes.remove(stop)
    let next = routes.next[stop]
    this.removedStops[this.count++] = partnerStop === NO_STOP || isPickup[stop] ? stop : partnerStop
    if (partnerStop !== NO_STOP) {
      if (next === partnerStop) next = routes.next[partnerStop]
      routes.remove(partnerStop)
    }
    return next
  }
}
