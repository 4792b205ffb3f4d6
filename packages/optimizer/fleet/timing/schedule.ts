import type { FleetModel } from '../model.ts'
import { simulateTour } from './drive.ts'
import { BreakPlanner } from './drive-with-breaks.ts'
import { createTiming, type TourTiming } from './timing.ts'

/**
 * Windows and breaks divide the departure times into pieces. A tour has few of them, and the limit keeps any tour from
 * stalling the search.
 */
const MAX_DEPARTURE_INTERVALS = 64

/** Departure and timetable of a tour, exact for a given order of stops. */
export class Schedule {
  readonly timing: TourTiming
  departure = 0
  private readonly model: FleetModel
  private readonly breakPlanner: BreakPlanner

  constructor(model: FleetModel) {
    this.model = model
    this.breakPlanner = new BreakPlanner(model)
    this.timing = createTiming(model)
  }

  simulateFrom(vehicle: number, tour: Int32Array, departure: number): boolean {
    const { breakFirst } = this.model
    return breakFirst[vehicle] === breakFirst[vehicle + 1]
      ? simulateTour(this.model, this.timing, vehicle, tour, departure)
      : this.breakPlanner.simulateTour(this.timing, vehicle, tour, departure)
  }

  isOnTime(vehicle: number, tour: Int32Array): boolean {
    return this.simulateFrom(vehicle, tour, this.model.shiftFrom[vehicle])
  }

  /**
   * Finds the departure with the shortest duration, and among equal ones the earliest arrival. While everything stays
   * in its window, a later departure reduces waiting until none is left (Savelsbergh 1992, forward slack). Then the
   * next piece of departure times is tried. Only for tours that are on time.
   */
  findShortestDuration(vehicle: number, tour: Int32Array): number {
    const { timing } = this
    let departure = this.model.shiftFrom[vehicle]
    let shortestDuration = Number.POSITIVE_INFINITY
    for (
      let interval = 0;
      interval < MAX_DEPARTURE_INTERVALS && this.simulateFrom(vehicle, tour, departure);
      interval++
    ) {
      const departureDelay = Math.min(timing.slack, timing.waiting)
      const duration = timing.finish - departure - departureDelay
      if (duration < shortestDuration) {
        shortestDuration = duration
        this.departure = departure + departureDelay
      }
      const isWithoutWaiting = timing.waiting === departureDelay
      if (isWithoutWaiting) break
      departure += timing.slack + 1
    }
    return shortestDuration
  }
}
