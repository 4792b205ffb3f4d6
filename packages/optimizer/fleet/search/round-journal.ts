import type { FleetModel } from '../model.ts'
import { NOWHERE, type Routes } from './routes.ts'

/**
 * The tours before a round of the search. Only tours that the round is about to change are saved, and only those are
 * restored if it is rejected, as most rounds are.
 */
export class RoundJournal {
  count = 0
  /** The vehicles whose tours the round changes. */
  readonly touched: Int32Array
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly isTouched: Uint8Array
  private readonly stops: Int32Array
  private readonly arcs: Int32Array
  private readonly arcHome: Int32Array
  private readonly first: Int32Array
  private readonly load: Float64Array
  private readonly distance: Float64Array
  private readonly time: Float64Array
  private readonly missing: Int32Array
  private cost = 0
  private used = 0
  private assigned = 0

  constructor(model: FleetModel, routes: Routes) {
    const { stopCount, vehicleCount } = model
    this.model = model
    this.routes = routes
    this.touched = new Int32Array(vehicleCount)
    this.isTouched = new Uint8Array(vehicleCount)
    this.stops = new Int32Array(stopCount)
    this.arcs = new Int32Array(stopCount)
    this.arcHome = new Int32Array(vehicleCount)
    this.first = new Int32Array(vehicleCount + 1)
    this.load = new Float64Array(routes.load.length)
    this.distance = new Float64Array(vehicleCount)
    this.time = new Float64Array(vehicleCount)
    this.missing = new Int32Array(routes.missing.length)
  }

  start(): void {
    for (let index = 0; index < this.count; index++) this.isTouched[this.touched[index]] = 0
    this.count = 0
    const { missing, cost, used, assigned } = this.routes
    for (let level = 0; level < missing.length; level++) this.missing[level] = missing[level]
    this.cost = cost
    this.used = used
    this.assigned = assigned
  }

  /** Call before a tour is changed. */
  touch(vehicle: number): void {
    if (this.isTouched[vehicle]) return
    this.isTouched[vehicle] = 1
    const { next, arc, load, distance, time } = this.routes
    const { stopCount, dimensions } = this.model
    const hub = stopCount + vehicle
    let end = this.first[this.count]
    for (let stop = next[hub]; stop !== hub; stop = next[stop]) {
      this.stops[end] = stop
      this.arcs[end++] = arc[stop]
    }
    this.arcHome[vehicle] = arc[hub]
    for (let cell = vehicle * dimensions; cell < (vehicle + 1) * dimensions; cell++) this.load[cell] = load[cell]
    this.distance[vehicle] = distance[vehicle]
    this.time[vehicle] = time[vehicle]
    this.touched[this.count++] = vehicle
    this.first[this.count] = end
  }

  /** Positive if the round left more stops unassigned than before, comparing the highest priority first. */
  compareMissing(): number {
    const { missing } = this.routes
    for (let level = 0; level < missing.length; level++) {
      if (missing[level] !== this.missing[level]) return missing[level] - this.missing[level]
    }
    return 0
  }

  undo(): void {
    const { next, vehicleOf, missing } = this.routes
    const { stopCount } = this.model
    for (let index = 0; index < this.count; index++) {
      const hub = stopCount + this.touched[index]
      for (let stop = next[hub]; stop !== hub; stop = next[stop]) vehicleOf[stop] = NOWHERE
    }
    for (let index = 0; index < this.count; index++) this.restore(index)
    for (let level = 0; level < missing.length; level++) missing[level] = this.missing[level]
    this.routes.cost = this.cost
    this.routes.used = this.used
    this.routes.assigned = this.assigned
  }

  private restore(index: number): void {
    const { next, previous, vehicleOf, arc, count, load, distance, time } = this.routes
    const { stopCount, dimensions } = this.model
    const vehicle = this.touched[index]
    const hub = stopCount + vehicle
    let after = hub
    for (let at = this.first[index]; at < this.first[index + 1]; at++) {
      const stop = this.stops[at]
      next[after] = stop
      previous[stop] = after
      arc[stop] = this.arcs[at]
      vehicleOf[stop] = vehicle
      after = stop
    }
    next[after] = hub
    previous[hub] = after
    arc[hub] = this.arcHome[vehicle]
    count[vehicle] = this.first[index + 1] - this.first[index]
    for (let cell = vehicle * dimensions; cell < (vehicle + 1) * dimensions; cell++) load[cell] = this.load[cell]
    distance[vehicle] = this.distance[vehicle]
    time[vehicle] = this.time[vehicle]
  }
}
