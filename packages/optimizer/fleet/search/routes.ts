import { UNREACHABLE } from '../../matrix.ts'
import type { FleetModel } from '../model.ts'
import type { SearchRules } from './rules.ts'

export const NOWHERE = -1

/** All tours as rings of nodes, each through its vehicle's hub, with the sums that the rules look at. */
export class Routes {
  readonly next: Int32Array
  readonly previous: Int32Array
  /** The vehicle of each node, or NOWHERE. */
  readonly vehicleOf: Int32Array
  /** What it costs to come to each node from the one before; kept here because the matrix is far away in memory. */
  readonly arc: Int32Array
  readonly count: Int32Array
  /** By vehicle and dimension: all that its stops demand. Says nothing about pairs, which come and go. */
  readonly load: Float64Array
  /** Kept only if some rule asks for them. Time is driving and service, without waiting. */
  readonly distance: Float64Array
  readonly time: Float64Array
  /** Stops that have no tour, by level of priority. */
  readonly missing: Int32Array
  cost = 0
  /** Vehicles that have stops, and stops that have a vehicle. */
  used = 0
  assigned = 0
  readonly #model: FleetModel
  readonly #hasSums: boolean

  constructor(model: FleetModel, { hasDistanceLimit, hasTimeLimit }: SearchRules) {
    const { stopCount, vehicleCount, dimensions, levelCount, level } = model
    this.#model = model
    this.#hasSums = hasDistanceLimit || hasTimeLimit || model.problem.balance === 'duration'
    this.next = new Int32Array(stopCount + vehicleCount)
    this.previous = new Int32Array(stopCount + vehicleCount)
    this.vehicleOf = new Int32Array(stopCount + vehicleCount).fill(NOWHERE)
    this.arc = new Int32Array(stopCount + vehicleCount)
    this.count = new Int32Array(vehicleCount)
    this.load = new Float64Array(vehicleCount * dimensions)
    this.distance = new Float64Array(vehicleCount)
    this.time = new Float64Array(vehicleCount)
    this.missing = new Int32Array(levelCount)
    for (const each of level) this.missing[each]++
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      const hub = stopCount + vehicle
      this.next[hub] = hub
      this.previous[hub] = hub
      this.vehicleOf[hub] = vehicle
    }
  }

  insert(stop: number, after: number): void {
    const { next, previous } = this
    const before = next[after]
    const vehicle = this.vehicleOf[after]
    next[after] = stop
    previous[stop] = after
    next[stop] = before
    previous[before] = stop
    this.vehicleOf[stop] = vehicle
    if (this.count[vehicle]++ === 0) this.used++
    this.assigned++
    this.missing[this.#model.level[stop]]--
    this.#add(vehicle, after, stop, before, 1)
  }

  remove(stop: number): void {
    const { next, previous } = this
    const before = next[stop]
    const after = previous[stop]
    const vehicle = this.vehicleOf[stop]
    next[after] = before
    previous[before] = after
    this.vehicleOf[stop] = NOWHERE
    if (--this.count[vehicle] === 0) this.used--
    this.assigned--
    this.missing[this.#model.level[stop]]++
    this.#add(vehicle, after, stop, before, -1)
  }

  /** The sums of a tour with the stop between two others rather than without it, or the other way round. */
  #add(vehicle: number, after: number, stop: number, before: number, sign: number): void {
    const { width, row, cost, dimensions, demand } = this.#model
    const to = row[after] * width + stop
    const from = stop * width + row[before]
    const past = row[after] * width + row[before]
    this.cost += sign * (cost[to] + cost[from] - cost[past])
    if (sign > 0) {
      this.arc[stop] = cost[to]
      this.arc[before] = cost[from]
    } else {
      this.arc[before] = cost[past]
    }
    for (let d = 0; d < dimensions; d++) {
      this.load[vehicle * dimensions + d] += sign * demand[stop * dimensions + d]
    }
    if (!this.#hasSums) return
    const { distance, duration, service } = this.#model
    this.distance[vehicle] += sign * (distance[to] + distance[from] - distance[past])
    this.time[vehicle] += sign * (duration[to] + duration[from] - duration[past] + service[stop])
  }

  hasMissingWay(vehicle: number): boolean {
    const { width, row, cost, stopCount } = this.#model
    const hub = stopCount + vehicle
    if (this.next[hub] === hub) return false
    let node = hub
    do {
      const to = this.next[node]
      if (cost[row[node] * width + row[to]] === UNREACHABLE) return true
      node = to
    } while (node !== hub)
    return false
  }

  /** Only the stops in `order` are in a tour afterwards. */
  reset(orders: readonly ArrayLike<number>[]): void {
    const { stopCount } = this.#model
    for (let stop = 0; stop < stopCount; stop++) if (this.vehicleOf[stop] !== NOWHERE) this.remove(stop)
    for (const [vehicle, order] of orders.entries()) {
      for (let at = 0, after = stopCount + vehicle; at < order.length; after = order[at++])
        this.insert(order[at], after)
    }
  }

  /** The stops of a tour into `order`; gives their number. */
  copyOrder(vehicle: number, order: Int32Array): number {
    const hub = this.#model.stopCount + vehicle
    let count = 0
    for (let stop = this.next[hub]; stop !== hub; stop = this.next[stop]) order[count++] = stop
    return count
  }
}

/** By vehicle, its stops in order, from the rings' successors. */
export function toOrders({ stopCount, vehicleCount }: FleetModel, next: Int32Array): number[][] {
  return Array.from({ length: vehicleCount }, (_, vehicle) => {
    const order: number[] = []
    for (let stop = next[stopCount + vehicle]; stop < stopCount; stop = next[stop]) order.push(stop)
    return order
  })
}
