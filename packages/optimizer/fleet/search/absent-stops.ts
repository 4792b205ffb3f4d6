import type { FleetModel } from '../model.ts'
import { NO_STOP } from '../model.ts'
import { NOWHERE, type Routes } from './routes.ts'

/** Number of unassigned stops retried in each round. Retrying all would leave no time for the rest. */
const MAX_TRIED = 12

/** Stops without a tour that could have one. Pairs are listed by their pickup. */
export class AbsentStops {
  private readonly routes: Routes
  private readonly random: () => number
  private readonly units: Int32Array
  private readonly absent: Int32Array
  private count = 0

  constructor(model: FleetModel, routes: Routes, random: () => number) {
    const { stopCount, possible, partner, isPickup } = model
    this.routes = routes
    this.random = random
    const stops = Array.from({ length: stopCount }, (_, stop) => stop)
    this.units = Int32Array.from(
      stops.filter((stop) => possible[stop] && (partner[stop] === NO_STOP || isPickup[stop])),
    )
    this.absent = new Int32Array(this.units.length)
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  /** Call after an accepted change of tours. */
  refresh(): void {
    const { vehicleOf } = this.routes
    this.count = 0
    for (const unit of this.units) if (vehicleOf[unit] === NOWHERE) this.absent[this.count++] = unit
  }

  /** Appends a few random stops after the first `count` of `into`. Returns the new count. */
  draw(into: Int32Array, count: number): number {
    const absent = this.absent
    const wanted = Math.min(MAX_TRIED, this.count)
    for (let index = 0; index < wanted; index++) {
      const other = index + Math.floor(this.random() * (this.count - index))
      const drawn = absent[other]
      absent[other] = absent[index]
      absent[index] = drawn
      into[count + index] = drawn
    }
    return count + wanted
  }

  /** Copies all of them to `into`. Returns their number. */
  copy(into: Int32Array): number {
    into.set(this.absent.subarray(0, this.count))
    return this.count
  }
}
