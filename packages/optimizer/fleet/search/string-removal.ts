import type { Neighbours } from '../../neighbours.ts'
import type { FleetModel } from '../model.ts'
import { NO_STOP } from '../model.ts'
import type { Insertion } from './insertion.ts'
import type { RoundJournal } from './round-journal.ts'
import { NOWHERE, type Routes } from './routes.ts'

/** Average number of stops removed per round, and the maximum string length, both from the paper. */
const MEAN_REMOVED = 10
const LONGEST_STRING = 10
/** Probability that some stops in the middle of a string stay, and that one more does. */
const SPLIT_RATE = 0.5
const SPLIT_GROWTH = 0.99
/** With fewer tours than this, several strings may come from one. */
const FEW_TOURS = 3

/**
 * Adjacent string removal (Christiaens and Vanden Berghe 2020, "Slack induction by string removals"): removes stretches
 * of several tours near one stop, so that the removed stops are close to each other and can swap tours.
 */
export class StringRemoval {
  /** The removed stops: single stops, and the pickups of pairs. */
  readonly removed: Int32Array
  count = 0
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly journal: RoundJournal
  private readonly insertion: Insertion
  private readonly neighbours: Neighbours
  private readonly random: () => number
  private readonly ruined: Int32Array
  private round = 0

  constructor(
    model: FleetModel,
    routes: Routes,
    journal: RoundJournal,
    insertion: Insertion,
    neighbours: Neighbours,
    random: () => number,
  ) {
    this.removed = new Int32Array(model.stopCount)
    this.model = model
    this.routes = routes
    this.journal = journal
    this.insertion = insertion
    this.neighbours = neighbours
    this.random = random
    this.ruined = new Int32Array(model.vehicleCount)
  }

  /** Removes strings around a stop, which need not be in a tour itself. */
  removeAround(seed: number): void {
    this.count = 0
    this.round++
    const { assigned, used, count } = this.routes
    if (assigned === 0) return
    const longest = Math.min(LONGEST_STRING, assigned / used)
    const strings = Math.floor(this.random() * ((4 * MEAN_REMOVED) / (1 + longest) - 1) + 1)
    const { near, count: neighbourCount } = this.neighbours
    for (let rank = -1, done = 0; rank < neighbourCount && done < strings; rank++) {
      const stop = rank < 0 ? seed : near[seed * neighbourCount + rank]
      const vehicle = this.routes.vehicleOf[stop]
      if (vehicle === NOWHERE) continue
      if (used > FEW_TOURS ? this.ruined[vehicle] === this.round : rank >= 0 && this.random() < 0.5) continue
      this.ruined[vehicle] = this.round
      this.journal.touch(vehicle)
      this.removeString(stop, Math.floor(this.random() * Math.min(longest, count[vehicle]) + 1), count[vehicle])
      this.insertion.update(vehicle)
      done++
    }
  }

  /** Removes a string that contains the stop at a random offset, sometimes keeping some stops in its middle. */
  private removeString(stop: number, length: number, tourLength: number): void {
    const random = this.random
    const { next, previous } = this.routes
    const { stopCount } = this.model
    let spared = 0
    if (length > 1 && length < tourLength && random() < SPLIT_RATE) {
      for (spared = 1; length + spared < tourLength && spared < length && random() < SPLIT_GROWTH; spared++);
    }
    let node = stop
    let back = Math.floor(random() * (length + spared))
    for (; back > 0 && previous[node] < stopCount; back--) node = previous[node]
    let keepAt = spared > 0 ? 1 + Math.floor(random() * (length - 1)) : -1
    for (let taken = 0; taken < length && node < stopCount; taken++) {
      if (taken === keepAt) {
        keepAt = -1
        for (let skip = spared; skip > 0 && node < stopCount; skip--) node = next[node]
        if (node >= stopCount) break
      }
      node = this.remove(node)
    }
  }

  /** Returns the next node of the tour. The other stop of a pair is removed too. */
  private remove(stop: number): number {
    const { partner, isPickup } = this.model
    const routes = this.routes
    const other = partner[stop]
    routes.remove(stop)
    let next = routes.next[stop]
    this.removed[this.count++] = other === NO_STOP || isPickup[stop] ? stop : other
    if (other !== NO_STOP) {
      if (next === other) next = routes.next[other]
      routes.remove(other)
    }
    return next
  }
}
