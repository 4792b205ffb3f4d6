import type { FleetModel } from '../model.ts'
import { drive } from './drive.ts'
import { BreakPlanner } from './drive-with-breaks.ts'
import { newTiming, type Timing } from './timing.ts'

/** Windows and breaks make pieces of departure times; a tour has few, and no tour may hold up the search. */
const MOST_PIECES = 64

/** When a tour leaves and what it is doing when; exact for a given order of stops. */
export class Schedule {
  readonly timing: Timing
  departure = 0
  readonly #model: FleetModel
  readonly #breaks: BreakPlanner

  constructor(model: FleetModel) {
    this.#model = model
    this.#breaks = new BreakPlanner(model)
    this.timing = newTiming(model)
  }

  driveFrom(vehicle: number, tour: Int32Array, departure: number): boolean {
    const { breakFirst } = this.#model
    return breakFirst[vehicle] === breakFirst[vehicle + 1]
      ? drive(this.#model, this.timing, vehicle, tour, departure)
      : this.#breaks.drive(this.timing, vehicle, tour, departure)
  }

  isOnTime(vehicle: number, tour: Int32Array): boolean {
    return this.driveFrom(vehicle, tour, this.#model.shiftFrom[vehicle])
  }

  /**
   * The departure with the shortest time from leaving to arriving, and of equal ones the earliest to arrive. As long as
   * everything keeps its window, leaving later saves waiting until there is none left (Savelsbergh 1992, forward slack);
   * then the next piece of departure times is tried. Of tours that are on time only.
   */
  findShortest(vehicle: number, tour: Int32Array): number {
    const { timing } = this
    let departure = this.#model.shiftFrom[vehicle]
    let shortest = Number.POSITIVE_INFINITY
    for (let piece = 0; piece < MOST_PIECES && this.driveFrom(vehicle, tour, departure); piece++) {
      const later = Math.min(timing.slack, timing.waiting)
      const duration = timing.finish - departure - later
      if (duration < shortest) {
        shortest = duration
        this.departure = departure + later
      }
      const isWithoutWaiting = timing.waiting === later
      if (isWithoutWaiting) break
      departure += timing.slack + 1
    }
    return shortest
  }
}
