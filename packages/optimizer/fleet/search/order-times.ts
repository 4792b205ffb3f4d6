import type { FleetModel } from '../model.ts'
import { earliestStartAt, TOO_LATE } from '../timing/timing.ts'

/**
 * Times of one order without breaks. An order that is too late without breaks is certainly too late. This avoids
 * simulating most impossible orders.
 */
export class OrderTimes {
  /** By position: when the vehicle can leave for it. */
  readonly earliestDeparture: Float64Array
  /** By position: the latest arrival. The entry after the last stop is the end of the tour. */
  readonly latestArrival: Float64Array
  private readonly model: FleetModel

  constructor(model: FleetModel) {
    this.model = model
    this.earliestDeparture = new Float64Array(model.stopCount + 1)
    this.latestArrival = new Float64Array(model.stopCount + 1)
  }

  computeTimes(vehicle: number, order: Int32Array, length: number): void {
    const { width, row, duration, service, windows, stopCount, shiftFrom, shiftTo } = this.model
    const { earliestDeparture, latestArrival } = this
    const hub = row[stopCount + vehicle]
    earliestDeparture[0] = shiftFrom[vehicle]
    for (let position = 0, from = hub; position < length; from = order[position++]) {
      const stop = order[position]
      earliestDeparture[position + 1] =
        earliestStartAt(windows, stop, earliestDeparture[position] + duration[from * width + stop]) + service[stop]
    }
    latestArrival[length] = shiftTo[vehicle]
    for (let position = length - 1, to = hub; position >= 0; to = order[position--]) {
      const stop = order[position]
      latestArrival[position] = this.findLatestStart(
        stop,
        latestArrival[position + 1] - duration[stop * width + to] - service[stop],
      )
    }
  }

  /** Whether a stop whose service begins at this time leaves enough time for the following position. */
  isInTime(stop: number, serviceStart: number, next: number, position: number): boolean {
    const { width, duration, service } = this.model
    return (
      serviceStart !== TOO_LATE &&
      serviceStart + service[stop] + duration[stop * width + next] <= this.latestArrival[position]
    )
  }

  private findLatestStart(stop: number, deadline: number): number {
    const { first, from, to } = this.model.windows
    if (first[stop] === first[stop + 1]) return deadline
    for (let window = first[stop + 1] - 1; window >= first[stop]; window--) {
      if (from[window] <= deadline) return Math.min(to[window], deadline)
    }
    return Number.NEGATIVE_INFINITY
  }
}
