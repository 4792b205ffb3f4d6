import type { FleetModel } from '../model.ts'
import { beginAt, TOO_LATE } from '../timing/timing.ts'
import type { Routes } from './routes.ts'

const NEVER = Number.NEGATIVE_INFINITY

/**
 * For each stop of a tour, the earliest departure and the latest arrival at which all following stops are still in time
 * (Savelsbergh 1985). Together they show whether a stop fits between two others without simulating the tour.
 */
export class LatestTimes {
  /** By node; at a hub, the start of the shift. TOO_LATE if the stop is not reached in time. */
  readonly leave: Float64Array
  /** By node; at a hub, the end of the shift. */
  readonly latest: Float64Array
  /** The start of each stop's first window and the end of its last. */
  readonly opens: Float64Array
  readonly closes: Float64Array
  private readonly hasSeveral: Uint8Array
  private readonly model: FleetModel
  private readonly routes: Routes

  constructor(model: FleetModel, routes: Routes) {
    this.model = model
    this.routes = routes
    const { first, from, to } = model.windows
    const owned = Array.from({ length: model.stopCount }, (_, stop) => first[stop + 1] - first[stop])
    this.opens = Float64Array.from(owned, (count, stop) => (count === 0 ? NEVER : from[first[stop]]))
    this.closes = Float64Array.from(owned, (count, stop) => (count === 0 ? TOO_LATE : to[first[stop + 1] - 1]))
    this.hasSeveral = Uint8Array.from(owned, (count) => Number(count > 1))
    this.leave = Float64Array.from({ length: routes.next.length }, (_, node) =>
      node < model.stopCount ? TOO_LATE : model.shiftFrom[node - model.stopCount],
    )
    this.latest = Float64Array.from({ length: routes.next.length }, (_, node) =>
      node < model.stopCount ? NEVER : model.shiftTo[node - model.stopCount],
    )
  }

  /** The earliest start of service at or after this time. TOO_LATE if all windows are over. */
  beginAt(stop: number, time: number): number {
    if (time > this.closes[stop]) return TOO_LATE
    if (this.hasSeveral[stop]) return beginAt(this.model.windows, stop, time)
    return Math.max(time, this.opens[stop])
  }

  /** Call after a tour has changed. Returns false if it is too late at some stop. */
  update(vehicle: number): boolean {
    const { width, row, duration, service, stopCount } = this.model
    const { next, previous } = this.routes
    const { leave, latest } = this
    const hub = stopCount + vehicle
    for (let before = hub, stop = next[hub]; stop !== hub; before = stop, stop = next[stop]) {
      leave[stop] = this.beginAt(stop, leave[before] + duration[row[before] * width + stop]) + service[stop]
    }
    for (let after = hub, stop = previous[hub]; stop !== hub; after = stop, stop = previous[stop]) {
      latest[stop] = this.endBy(stop, latest[after] - duration[stop * width + row[after]] - service[stop])
    }
    return this.isInTime(vehicle)
  }

  isInTime(vehicle: number): boolean {
    const { width, row, duration, stopCount } = this.model
    const hub = stopCount + vehicle
    const first = this.routes.next[hub]
    if (first === hub) return true
    return this.leave[hub] + duration[row[hub] * width + first] <= this.latest[first]
  }

  /** The latest start within a window and not after the deadline. */
  private endBy(stop: number, deadline: number): number {
    if (deadline < this.opens[stop]) return NEVER
    if (!this.hasSeveral[stop]) return Math.min(deadline, this.closes[stop])
    const { first, from, to } = this.model.windows
    for (let window = first[stop + 1] - 1; window >= first[stop]; window--) {
      if (from[window] <= deadline) return Math.min(to[window], deadline)
    }
    return NEVER
  }
}
