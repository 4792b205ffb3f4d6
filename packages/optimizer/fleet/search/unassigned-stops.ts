import type { FleetModel } from '../model.ts'
import { NO_STOP } from '../model.ts'
import type { Routes } from './routes.ts'

/** Maximum number of unassigned stops to retry in each round. Retrying all stops would take most of the round. */
const MAX_RETRIED_STOPS = 12

/** Tracks unassigned stops that a vehicle may serve. Pairs are listed by their pickup. */
export class UnassignedStops {
  private readonly routes: Routes
  private readonly random: () => number
  private readonly candidates: Int32Array
  private readonly unassignedStops: Int32Array
  private count = 0
  /** Number of rounds that ended with each stop unassigned. */
  private readonly absencePenalty: Float64Array
  /** Increment of `absencePenalty` per round. Zero for stops that may be left out. */
  private readonly absencePerRound: Uint8Array

  constructor(model: FleetModel, routes: Routes, random: () => number) {
    const { stopCount, servable, partner, isPickup } = model
    this.routes = routes
    this.random = random
    const stops = Array.from({ length: stopCount }, (_, stop) => stop)
    this.candidates = Int32Array.from(
      stops.filter((stop) => servable[stop] && (partner[stop] === NO_STOP || isPickup[stop])),
    )
    this.unassignedStops = new Int32Array(this.candidates.length)
    this.absencePenalty = new Float64Array(stopCount)
    this.absencePerRound = model.isOptional.map((isOptional) => 1 - isOptional)
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  /** Updates the list. Call it after an accepted change to the tours. */
  refresh(): void {
    this.count = 0
    for (const candidateStop of this.candidates)
      if (this.routes.isMissing(candidateStop)) this.unassignedStops[this.count++] = candidateStop
  }

  /** Returns the sum of the absences of all stops that are currently unassigned. */
  sumAbsence(): number {
    let sum = 0
    for (const stop of this.candidates)
      if (this.absencePenalty[stop] > 0 && this.routes.isMissing(stop)) sum += this.absencePenalty[stop]
    return sum
  }

  /** Counts the absence of stops. Call it after each round that ended with unassigned stops. */
  countAbsence(): void {
    for (let index = 0; index < this.count; index++)
      this.absencePenalty[this.unassignedStops[index]] += this.absencePerRound[this.unassignedStops[index]]
  }

  /** Appends a few random stops after the first `count` of `stops`. Returns the new count. */
  appendRandom(stops: Int32Array, count: number): number {
    const unassignedStops = this.unassignedStops
    const drawCount = Math.min(MAX_RETRIED_STOPS, this.count)
    for (let index = 0; index < drawCount; index++) {
      const swapIndex = index + Math.floor(this.random() * (this.count - index))
      const drawnStop = unassignedStops[swapIndex]
      unassignedStops[swapIndex] = unassignedStops[index]
      unassignedStops[index] = drawnStop
      stops[count + index] = drawnStop
    }
    return count + drawCount
  }

  /** Copies all unassigned stops to `stops` and returns their number. */
  copyTo(stops: Int32Array): number {
    stops.set(this.unassignedStops.subarray(0, this.count))
    return this.count
  }
}
