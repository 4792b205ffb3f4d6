import { UNREACHABLE } from '../../matrix.ts'
import { type FleetModel, NO_GROUP } from '../model.ts'
import type { TravelMatrices } from '../node-matrices.ts'
import { computeTotalPrize, listRequiredStops } from '../unassigned.ts'
import type { SearchRules } from './rules.ts'

export const NOT_ASSIGNED = -1

/** All tours as rings of nodes, each through its vehicle's hub, with the sums that the rules need. */
export class Routes {
  readonly next: Int32Array
  readonly previous: Int32Array
  /** The vehicle of each node, or NOWHERE. */
  readonly vehicleOf: Int32Array
  /** Cost of the arc into each node. It is stored here because reads from the matrix miss the CPU cache. */
  readonly arcCost: Int32Array
  readonly tourLength: Int32Array
  /**
   * Total demand of each vehicle's stops, by dimension. The total is not the load if there are pairs, because their
   * goods are on board only between their two stops.
   */
  readonly load: Float64Array
  /**
   * Distance and time of each tour, maintained only if a rule needs them. Time is driving and service, without waiting.
   */
  readonly distance: Float64Array
  readonly time: Float64Array
  /** Number of unassigned stops by priority level. */
  readonly unassignedByLevel: Int32Array
  /** Cost of all legs plus the prizes of the stops that are not in a tour. */
  cost = 0
  /** Number of vehicles with stops, and number of stops with a vehicle. */
  usedVehicleCount = 0
  assignedStopCount = 0
  /** Maximum number of vehicles with stops. At this limit, no empty vehicle is used. */
  maxUsedVehicleCount = Number.POSITIVE_INFINITY
  private readonly model: FleetModel
  private readonly sharedTravel: TravelMatrices | undefined
  private readonly tracksSums: boolean

  constructor(model: FleetModel, { hasDistanceLimit, hasTimeLimit }: SearchRules) {
    const { stopCount, vehicleCount, dimensionCount, priorityLevelCount, priorityLevel } = model
    this.model = model
    this.sharedTravel = model.hasEqualTravel ? model : undefined
    this.tracksSums = hasDistanceLimit || hasTimeLimit || model.problem.balance === 'duration'
    this.next = new Int32Array(stopCount + vehicleCount)
    this.previous = new Int32Array(stopCount + vehicleCount)
    this.vehicleOf = new Int32Array(stopCount + vehicleCount).fill(NOT_ASSIGNED)
    this.arcCost = new Int32Array(stopCount + vehicleCount)
    this.tourLength = new Int32Array(vehicleCount)
    this.load = new Float64Array(vehicleCount * dimensionCount)
    this.distance = new Float64Array(vehicleCount)
    this.time = new Float64Array(vehicleCount)
    this.unassignedByLevel = new Int32Array(priorityLevelCount)
    for (const stop of listRequiredStops(model)) this.unassignedByLevel[priorityLevel[stop]]++
    this.cost = computeTotalPrize(model)
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      const hub = stopCount + vehicle
      this.next[hub] = hub
      this.previous[hub] = hub
      this.vehicleOf[hub] = vehicle
    }
  }

  insert(stop: number, afterNode: number): void {
    const { next, previous } = this
    const nextNode = next[afterNode]
    const vehicle = this.vehicleOf[afterNode]
    next[afterNode] = stop
    previous[stop] = afterNode
    next[stop] = nextNode
    previous[nextNode] = stop
    this.vehicleOf[stop] = vehicle
    if (this.tourLength[vehicle]++ === 0) this.usedVehicleCount++
    this.assignedStopCount++
    this.countUnassigned(stop, -1)
    this.updateSums(vehicle, afterNode, stop, nextNode, 1)
  }

  remove(stop: number): void {
    const { next, previous } = this
    const nextNode = next[stop]
    const afterNode = previous[stop]
    const vehicle = this.vehicleOf[stop]
    next[afterNode] = nextNode
    previous[nextNode] = afterNode
    this.vehicleOf[stop] = NOT_ASSIGNED
    if (--this.tourLength[vehicle] === 0) this.usedVehicleCount--
    this.assignedStopCount--
    this.countUnassigned(stop, 1)
    this.updateSums(vehicle, afterNode, stop, nextNode, -1)
  }

  private countUnassigned(stop: number, sign: number): void {
    const { hasChoices, isOptional, prize, priorityLevel } = this.model
    if (hasChoices && isOptional[stop]) this.cost += sign * prize[stop]
    else this.unassignedByLevel[priorityLevel[stop]] += sign
  }

  /** Updates the sums of a tour when a stop is inserted between two others or removed. */
  private updateSums(vehicle: number, afterNode: number, stop: number, nextNode: number, sign: number): void {
    const { width, row, dimensionCount, demand } = this.model
    // Looking up the matrices of a vehicle takes a few percent of the time of a plain search.
    const travel = this.sharedTravel ?? this.model.travel[vehicle]
    const { cost } = travel
    const to = row[afterNode] * width + stop
    const from = stop * width + row[nextNode]
    const replacedArc = row[afterNode] * width + row[nextNode]
    this.cost += sign * (cost[to] + cost[from] - cost[replacedArc])
    if (sign > 0) {
      this.arcCost[stop] = cost[to]
      this.arcCost[nextNode] = cost[from]
    } else {
      this.arcCost[nextNode] = cost[replacedArc]
    }
    for (let d = 0; d < dimensionCount; d++) {
      this.load[vehicle * dimensionCount + d] += sign * demand[stop * dimensionCount + d]
    }
    if (!this.tracksSums) return
    const { service } = this.model
    const { distance, duration } = travel
    this.distance[vehicle] += sign * (distance[to] + distance[from] - distance[replacedArc])
    this.time[vehicle] += sign * (duration[to] + duration[from] - duration[replacedArc] + service[stop])
  }

  /** Returns whether the stop is unassigned and no other stop of its group is in a tour. */
  isMissing(stop: number): boolean {
    const { groupOf, groups } = this.model
    if (this.vehicleOf[stop] !== NOT_ASSIGNED) return false
    if (groupOf[stop] === NO_GROUP) return true
    return groups[groupOf[stop]].every((member) => this.vehicleOf[member] === NOT_ASSIGNED)
  }

  hasUnreachableLeg(vehicle: number): boolean {
    const { width, row, stopCount } = this.model
    const { cost } = this.model.travel[vehicle]
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

  /** Replaces all tours with `stopSequences`. */
  reset(stopSequences: readonly ArrayLike<number>[]): void {
    const { stopCount } = this.model
    for (let stop = 0; stop < stopCount; stop++) if (this.vehicleOf[stop] !== NOT_ASSIGNED) this.remove(stop)
    for (const [vehicle, order] of stopSequences.entries()) {
      for (let position = 0, afterNode = stopCount + vehicle; position < order.length; afterNode = order[position++])
        this.insert(order[position], afterNode)
    }
  }

  /** Copies the stops of a tour to `order` and returns their number. */
  copyOrder(vehicle: number, order: Int32Array): number {
    const hub = this.model.stopCount + vehicle
    let count = 0
    for (let stop = this.next[hub]; stop !== hub; stop = this.next[stop]) order[count++] = stop
    return count
  }
}

/** Returns the stops of each vehicle in tour order. */
export function toStopSequences({ stopCount, vehicleCount }: FleetModel, next: Int32Array): number[][] {
  return Array.from({ length: vehicleCount }, (_, vehicle) => {
    const order: number[] = []
    for (let stop = next[stopCount + vehicle]; stop < stopCount; stop = next[stop]) order.push(stop)
    return order
  })
}
