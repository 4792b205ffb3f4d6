import type { FleetModel } from '../../model.ts'
import { earliestStartAt, TOO_LATE } from '../../timing/timing.ts'
import type { Routes } from '../routes.ts'

const MIN_TIME = Number.NEGATIVE_INFINITY

/**
 * Maintains the earliest departure and the latest arrival for each stop of a tour (Savelsbergh 1985). An arrival up to
 * the latest time keeps all following stops on time. With both times, the search can check whether a stop fits between
 * two others without simulating the tour.
 */
export class TourTimeBounds {
  /** Earliest departure by node. A hub has the start of the shift. TOO_LATE if the stop is not reached in time. */
  readonly earliestDeparture: Float64Array
  /** Latest arrival by node. A hub has the end of the shift. */
  readonly latestArrival: Float64Array
  /** Start of each stop's first window and end of its last window. */
  readonly windowStart: Float64Array
  readonly windowEnd: Float64Array
  private readonly hasSeveralWindows: Uint8Array
  private readonly model: FleetModel
  private readonly routes: Routes

  constructor(model: FleetModel, routes: Routes) {
    this.model = model
    this.routes = routes
    const { first, from, to } = model.windows
    const windowCounts = Array.from({ length: model.stopCount }, (_, stop) => first[stop + 1] - first[stop])
    this.windowStart = Float64Array.from(windowCounts, (count, stop) => (count === 0 ? MIN_TIME : from[first[stop]]))
    this.windowEnd = Float64Array.from(windowCounts, (count, stop) =>
      count === 0 ? TOO_LATE : to[first[stop + 1] - 1],
    )
    this.hasSeveralWindows = Uint8Array.from(windowCounts, (count) => Number(count > 1))
    this.earliestDeparture = Float64Array.from({ length: routes.next.length }, (_, node) =>
      node < model.stopCount ? TOO_LATE : model.shiftFrom[node - model.stopCount],
    )
    this.latestArrival = Float64Array.from({ length: routes.next.length }, (_, node) =>
      node < model.stopCount ? MIN_TIME : model.shiftTo[node - model.stopCount],
    )
  }

  /** Returns the earliest start of service at or after this time, or TOO_LATE if all windows have ended. */
  earliestStartAt(stop: number, time: number): number {
    if (time > this.windowEnd[stop]) return TOO_LATE
    if (this.hasSeveralWindows[stop]) return earliestStartAt(this.model.windows, stop, time)
    return Math.max(time, this.windowStart[stop])
  }

  /** Updates the times after a tour has changed. Returns false if the vehicle is late at some stop. */
  update(vehicle: number): boolean {
    const { width, row, service, stopCount, travel } = this.model
    const { duration } = travel[vehicle]
    const { next, previous } = this.routes
    const { earliestDeparture, latestArrival } = this
    const hub = stopCount + vehicle
    for (let previousNode = hub, stop = next[hub]; stop !== hub; previousNode = stop, stop = next[stop]) {
      earliestDeparture[stop] =
        this.earliestStartAt(stop, earliestDeparture[previousNode] + duration[row[previousNode] * width + stop]) +
        service[stop]
    }
    for (let nextNode = hub, stop = previous[hub]; stop !== hub; nextNode = stop, stop = previous[stop]) {
      latestArrival[stop] = this.latestStartBy(
        stop,
        latestArrival[nextNode] - duration[stop * width + row[nextNode]] - service[stop],
      )
    }
    return this.isInTime(vehicle)
  }

  isInTime(vehicle: number): boolean {
    const { width, row, stopCount, travel } = this.model
    const { duration } = travel[vehicle]
    const hub = stopCount + vehicle
    const first = this.routes.next[hub]
    if (first === hub) return true
    return this.earliestDeparture[hub] + duration[row[hub] * width + first] <= this.latestArrival[first]
  }

  /** Returns the latest start within a window that is not after the deadline. */
  private latestStartBy(stop: number, deadline: number): number {
    if (deadline < this.windowStart[stop]) return MIN_TIME
    if (!this.hasSeveralWindows[stop]) return Math.min(deadline, this.windowEnd[stop])
    const { first, from, to } = this.model.windows
    for (let window = first[stop + 1] - 1; window >= first[stop]; window--) {
      if (from[window] <= deadline) return Math.min(to[window], deadline)
    }
    return MIN_TIME
  }
}
